import { CheckFailure, type Load } from '#check';

/* Classes with parents: every sequence of up to three levels, each of which adds fields of another kind. */

type Family = new () => { parts(): unknown[] };
type Service = new () => object;
// biome-ignore lint/suspicious/noExplicitAny: the learner's own decorator.
type Inject = any;

/** What a level adds, and the number of its injected fields. */
interface Level {
  readonly adds: string;
  readonly count: number;
  /** Its names are public, so that a second such level would replace the fields of the first. */
  readonly isPublic?: true;
  extend(Parent: Family, token: Service, inject: Inject): Family;
}

const slot = Symbol('slot');

const levels: readonly Level[] = [
  { adds: 'no field', count: 0, extend: (Parent) => class extends Parent {} },
  {
    adds: 'a field #part',
    count: 1,
    extend: (Parent, token, inject) =>
      class extends Parent {
        @inject(token) readonly #part: unknown;
        override parts() {
          return [...super.parts(), this.#part];
        }
      },
  },
  {
    adds: 'a field whose name is a symbol',
    count: 1,
    isPublic: true,
    extend: (Parent, token, inject) =>
      class extends Parent {
        @inject(token) readonly [slot]: unknown;
        override parts() {
          return [...super.parts(), this[slot]];
        }
      },
  },
  {
    adds: 'two fields with the same token',
    count: 2,
    isPublic: true,
    extend: (Parent, token, inject) =>
      class extends Parent {
        @inject(token) readonly left: unknown;
        @inject(token) readonly right: unknown;
        override parts() {
          return [...super.parts(), this.left, this.right];
        }
      },
  },
];

/** An object of the class, and what its fields may hold. */
export type Fill = (owner: Family, services: readonly Service[]) => { made: object; instances: readonly object[] };

export async function examineFamilies(load: Load, fill: Fill): Promise<void> {
  const { inject } = await load('framework/inject.ts');
  class Oven {}
  class Till {}
  class Shop {
    parts(): unknown[] {
      return [];
    }
  }
  const services = [Oven, Till];
  // The short ones first: the first that fails says most.
  for (const family of [...sequences(1), ...sequences(2), ...sequences(3)]) {
    const first = Math.floor(Math.random() * 2);
    const wanted: number[] = [];
    let owner: Family = Shop;
    for (const [index, level] of family.entries()) {
      const choice = (first + index) % 2;
      owner = level.extend(owner, services[choice]!, inject);
      wanted.push(...Array<number>(level.count).fill(choice));
    }
    Object.defineProperty(owner, 'name', { value: 'Cafe' });
    const { made, instances } = fill(owner, services);
    const parts = (made as InstanceType<Family>).parts();
    if (parts.every((part, index) => part === instances[wanted[index]!])) continue;
    const [last, ...others] = family.toReversed().map(({ adds }) => adds);
    throw new CheckFailure({
      problem: `Not every injected field is filled in a class that adds ${last}${others.map((adds) => `, and extends a class that adds ${adds}`).join('')}.`,
      received: `[${parts.map(nameOf).join(', ')}]`,
      expected: `[${wanted.map((index) => services[index]!.name).join(', ')}], those of the parents first`,
      cause: causeOf(family),
    });
  }
}

function nameOf(value: unknown): string {
  return value instanceof Object ? value.constructor.name : String(value);
}

function causeOf(family: readonly Level[]): string | string[] {
  const last = family.at(-1)!;
  if (family.length === 1 && last.isPublic && last.count === 1)
    return 'the symbol is turned into a string before the field is set. Use context.access.set.';
  if (family.length === 1 && last.count === 2)
    return 'only one field of a class gets what a token stands for, although two ask for it.';
  if (family.length === 3)
    return 'only the fields of two levels are known: those of the parent of the parent are lost.';
  if (family.length > 1 && last.count === 0)
    return 'a class without injected fields of its own loses those of its parents.';
  if (family.filter(({ adds }) => adds === 'a field #part').length > 1)
    return 'fields are compared by their names. A parent and its child may have a #part each, and these are two fields.';
  return ['a field is not set.', 'the fields of the parent are lost.'];
}

function sequences(length: number): Level[][] {
  if (length === 0) return [[]];
  return sequences(length - 1)
    .flatMap((before) => levels.map((level) => [...before, level]))
    .filter((family) => levels.every((level) => !level.isPublic || family.filter((each) => each === level).length < 2));
}
