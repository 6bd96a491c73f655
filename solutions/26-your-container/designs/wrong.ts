import type { WrongDesign } from '../../../scripts/workshop/variation/define.ts';

export default [
  {
    summary: 'The field of a subclass is added to its parent.',
    of: 'recursive',
    edits: [
      {
        file: 'framework/inject.ts',
        find: 'const own = wishes.get(metadata) ?? [];\n    wishes.set(metadata, own);',
        replace:
          'const parent = Object.getPrototypeOf(metadata);\n    const own = wishes.get(parent ?? metadata) ?? [];\n    wishes.set(parent ?? metadata, own);',
      },
    ],
    fails: ['a class inherits the dependencies of its parent, and adds none to it', 'The injected fields of Shop'],
  },
  {
    summary: 'What has been built is built again for the next class that needs it.',
    of: 'recursive',
    edits: [
      {
        file: 'framework/container.ts',
        find: 'if (slot.instance !== undefined) return slot.instance;',
        replace: 'if (slot.instance !== undefined && way.length === 0) return slot.instance;',
      },
    ],
    fails: ['every class is built once, and everyone gets the same instance', 'builds a unit again'],
  },
  {
    summary: 'A module sees every class that is declared anywhere.',
    of: 'recursive',
    edits: [
      {
        file: 'framework/container.ts',
        find: 'return isOwn || isImported ? slot :',
        replace: 'return isOwn || isImported || module ? (slot ?? this.#builtins.get(token)) :',
      },
    ],
    fails: ['a class of another module is visible only if an import exports it', 'is visible'],
  },
  {
    summary: 'The message about a cycle begins with the class that leads into it.',
    of: 'waves',
    edits: [{ file: 'framework/container.ts', find: 'seen.slice(seen.indexOf(entry))', replace: 'seen.slice(0)' }],
    fails: ['a cycle is shown whole, and nothing else', 'Manager'],
  },
  {
    summary: 'Services are stopped in the order in which they have started.',
    of: 'waves',
    edits: [{ file: 'framework/container.ts', find: 'stops.pop()!()', replace: 'stops.shift()!()' }],
    fails: ['services start after what they need, and stop before it', 'in the order of the start'],
  },
  {
    summary: 'The built-in services come before what the module declares.',
    of: 'waves',
    edits: [
      {
        file: 'framework/registry.ts',
        find: 'return (module && this.#views.get(module)?.get(token)) ?? this.#outside.get(token);',
        replace: 'return this.#outside.get(token) ?? (module && this.#views.get(module)?.get(token));',
      },
    ],
    fails: ['a module can replace a built-in service', 'looked at first'],
  },
] satisfies WrongDesign[];
