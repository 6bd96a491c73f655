// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: its constructor takes no arguments. */
export type Class<T = object> = new () => T;

/** What a field can ask for: a class, or an abstract class that a provider implements. */
export type Token<T = unknown> = abstract new (...args: never[]) => T;

/** A field that the container will fill. */
export interface Dependency {
  readonly field: string;
  readonly token: Token;
  fill(owner: object, value: unknown): void;
}

const dependencies = Symbol('dependencies');

/** Declares a dependency: `@inject(PostsService) private readonly posts!: PostsService`. */
export function inject<T>(token: Token<T>) {
  // Typed as if it returned the field's initial value: with this signature, the compiler checks that the token fits the field.
  // biome-ignore lint/suspicious/noExplicitAny: with the field's own type, the compiler would check the opposite direction.
  return <This extends object>(_: undefined, context: ClassFieldDecoratorContext<This, any>): ((this: This) => T) => {
    const field = String(context.name);
    if (token === undefined) {
      throw new TypeError(
        `@inject(undefined) on the field "${field}": the class is imported from a file that imports this one, so it isn't ` +
          'loaded yet. Move what both need into a third file.',
      );
    }
    const fill = (owner: object, value: unknown) => context.access.set(owner as This, value);
    const inherited = (context.metadata[dependencies] ?? []) as Dependency[];
    // A new array: a subclass inherits its parent's metadata, and pushing would add the field to the parent as well.
    context.metadata[dependencies] = [...inherited, { field, token, fill }];
    return undefined as never;
  };
}

/** The dependencies of a class, its parents' first. Known before anything is built. */
export function dependenciesOf(target: Token): readonly Dependency[] {
  const metadata = (target as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  return (metadata?.[dependencies] ?? []) as Dependency[];
}
