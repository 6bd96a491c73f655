// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: its constructor takes no arguments. */
export type Class<T = object> = new () => T;

/** What a field can ask for: a class, or an abstract class that a provider implements. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

/** What a field asks for, and how it gets it. */
export interface Wish {
  readonly field: string;
  readonly token: Token;
  readonly grant: (owner: object, value: unknown) => void;
}

/** By the metadata of the class that has the fields, and without those of its parents. */
const wishes = new WeakMap<object, Wish[]>();

/** Declares a dependency: `@inject(PostsService) private readonly posts!: PostsService`. */
export function inject<T>(token: Token<T>) {
  // biome-ignore lint/suspicious/noExplicitAny: with the field's own type, the compiler would check the opposite direction.
  return <This extends object>(_: undefined, context: ClassFieldDecoratorContext<This, any>): ((this: This) => T) => {
    const { access, metadata, name } = context;
    if (!token)
      throw new TypeError(
        `The field "${String(name)}" injects undefined, because two files import each other. Let a third file have what both need.`,
      );
    const own = wishes.get(metadata) ?? [];
    wishes.set(metadata, own);
    own.push({ field: String(name), token, grant: (owner, value) => access.set(owner as This, value) });
    return undefined as never;
  };
}

/** Those of the parents come first: the metadata of a class inherits from theirs. */
export function wishesOf(owner: Class): Wish[] {
  const all: Wish[] = [];
  let metadata = (owner as { [Symbol.metadata]?: object | null })[Symbol.metadata];
  for (; metadata; metadata = Object.getPrototypeOf(metadata)) all.unshift(...(wishes.get(metadata) ?? []));
  return all;
}
