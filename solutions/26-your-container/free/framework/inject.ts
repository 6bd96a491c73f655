// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: its constructor takes no arguments. */
export type Class<T = object> = new () => T;

/** What a field can ask for: a class, or an abstract class that a provider implements. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

/** Declares a dependency: `@inject(PostsService) private readonly posts!: PostsService`. */
export function inject<T>(_token: Token<T>) {
  // Typed as if it returned the field's initial value: with this signature, the compiler checks that the token fits the field.
  // biome-ignore lint/suspicious/noExplicitAny: with the field's own type, the compiler would check the opposite direction.
  return <This extends object>(_: undefined, _context: ClassFieldDecoratorContext<This, any>): ((this: This) => T) => {
    return undefined as never;
  };
}
