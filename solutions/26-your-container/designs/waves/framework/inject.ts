// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: its constructor takes no arguments. */
export type Class<T = object> = new () => T;

/** What a field can ask for: a class, or an abstract class that a provider implements. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

export interface Field {
  readonly name: string;
  readonly token: Token;
  set(owner: object, value: unknown): void;
}

const key = Symbol('injected fields');

/** Declares a dependency: `@inject(PostsService) private readonly posts!: PostsService`. */
export function inject<T>(token: Token<T>) {
  // biome-ignore lint/suspicious/noExplicitAny: with the field's own type, the compiler would check the opposite direction.
  return <This extends object>(_: undefined, context: ClassFieldDecoratorContext<This, any>): ((this: This) => T) => {
    const name = context.name.toString();
    if (token === undefined) throw new TypeError(`@inject(undefined) at ${name}: do two files import each other?`);
    const set = (owner: object, value: unknown) => context.access.set(owner as This, value);
    context.metadata[key] = fieldsIn(context.metadata).concat({ name, token, set });
    return undefined as never;
  };
}

export function fieldsIn(metadata: DecoratorMetadata | null | undefined): readonly Field[] {
  return (metadata?.[key] as Field[] | undefined) ?? [];
}
