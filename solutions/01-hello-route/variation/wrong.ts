import type { WrongDesign } from '#check';

const visit = 'POST /undo takes back a visit';
const reset = 'POST /undo takes back a reset';
const further = 'each further undo takes back the change before';
const nothing = 'with nothing left to take back, the number stays 0';
const reading = 'reading changes nothing';
const onward = 'after an undo, the next visit continues from there';

const numbers = 'numbers-before';
const changes = 'replayed-changes';
const differences = 'differences';
const file = 'hello.controller.ts';

export default [
  {
    summary: 'Undo subtracts one.',
    of: numbers,
    edits: [
      {
        file,
        find: 'this.#visits = this.#before.pop() ?? 0;',
        replace: 'this.#visits = Math.max(0, this.#visits - 1);',
      },
    ],
    fails: [reset, 'the number from before the reset is not noted'],
  },
  {
    summary: 'A reset is not noted.',
    of: differences,
    edits: [{ file, find: 'this.#change(-this.#visits);', replace: 'this.#visits = 0;' }],
    fails: [reset, 'the number from before the reset is not noted'],
  },
  {
    summary: 'A reset forgets everything that was before it.',
    of: changes,
    edits: [{ file, find: "this.#changes.push('reset');", replace: 'this.#changes = [];' }],
    fails: [reset, 'the number from before the reset is not noted'],
  },
  {
    summary: 'Only the last number is remembered.',
    of: numbers,
    edits: [
      {
        file,
        find: '    this.#before.push(this.#visits);\n    this.#visits++;',
        replace: '    this.#before[0] = this.#visits;\n    this.#visits++;',
      },
      {
        file,
        find: '    this.#before.push(this.#visits);\n    this.#visits = 0;',
        replace: '    this.#before[0] = this.#visits;\n    this.#visits = 0;',
      },
      { file, find: 'this.#before.pop() ?? 0', replace: 'this.#before.pop() ?? this.#visits' },
    ],
    fails: [further, 'only the last change is noted'],
  },
  {
    summary: 'An undo can be undone.',
    of: numbers,
    edits: [
      {
        file,
        find: 'this.#visits = this.#before.pop() ?? 0;',
        replace:
          'const before = this.#before.pop() ?? 0;\n    this.#before.push(this.#visits);\n    this.#visits = before;',
      },
    ],
    fails: [further, 'undo is a change that the next undo takes back'],
  },
  {
    summary: 'With an empty list, the number becomes undefined.',
    of: numbers,
    edits: [{ file, find: 'this.#before.pop() ?? 0', replace: 'this.#before.pop()!' }],
    fails: [nothing, 'the number becomes undefined or negative'],
  },
  {
    summary: 'The number becomes negative.',
    of: differences,
    edits: [{ file, find: 'this.#added.pop() ?? 0', replace: 'this.#added.pop() ?? 1' }],
    fails: [nothing, 'the number becomes undefined or negative'],
  },
  {
    summary: 'Reading is noted as a change.',
    of: differences,
    edits: [
      {
        file,
        find: 'return { visits: this.#visits };',
        replace: 'this.#added.push(0);\n    return { visits: this.#visits };',
      },
    ],
    fails: [reading, 'the first undo takes back a read'],
  },
  {
    summary: 'Undo responds with the number from before.',
    of: differences,
    edits: [
      {
        file,
        find: '    this.#visits -= this.#added.pop() ?? 0;\n    return this.visits();',
        replace: '    const before = this.visits();\n    this.#visits -= this.#added.pop() ?? 0;\n    return before;',
      },
    ],
    fails: [visit, 'undo takes nothing back, or more than one change'],
  },
  {
    summary: 'Undo returns nothing.',
    of: changes,
    edits: [{ file, find: '.slice(0, -1);\n    return this.visits();', replace: '.slice(0, -1);' }],
    fails: [visit, 'Expected status 200, got 204'],
  },
  {
    summary: 'Undo keeps a place in the list, and new changes do not cut off what was after it.',
    of: changes,
    edits: [
      {
        file,
        find: "#changes: ('visit' | 'reset')[] = [];",
        replace: "#changes: ('visit' | 'reset')[] = [];\n  #taken = 0;",
      },
      {
        file,
        find: "const reset = this.#changes.lastIndexOf('reset');",
        replace:
          "const done = this.#changes.slice(0, Math.max(0, this.#changes.length - this.#taken));\n    const reset = done.lastIndexOf('reset');",
      },
      { file, find: 'this.#changes.length - (reset + 1)', replace: 'done.length - (reset + 1)' },
      {
        file,
        find: 'this.#changes = this.#changes.slice(0, -1);',
        replace: 'this.#taken = Math.min(this.#taken + 1, this.#changes.length);',
      },
    ],
    fails: [onward, 'does not cut it off there'],
  },
  {
    summary: 'Undo takes back all changes.',
    of: changes,
    edits: [{ file, find: 'this.#changes.slice(0, -1)', replace: '[]' }],
    fails: [visit, 'more than one change'],
  },
  {
    summary: 'GET takes something back, too.',
    of: numbers,
    edits: [
      {
        file,
        find: "{ method: 'POST', path: '/undo', handler: this.undo },",
        replace:
          "{ method: 'POST', path: '/undo', handler: this.undo },\n      { method: 'GET', path: '/undo', handler: this.undo },",
      },
    ],
    fails: ['only POST takes something back', 'GET is safe'],
  },
] satisfies WrongDesign[];
