// Node 20 has decorators only through the compiler, and the compiler expects this symbol to exist.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: it takes no arguments, its dependencies arrive through fields. */
export type Class<T = object> = new () => T;

/** Stands for something that has no class of its own: `const Mailer = token<Mailer>('Mailer')`. */
export interface NamedToken<T> {
  readonly name: string;
  /** Never set. It only carries the type for the compiler. */
  readonly type?: T;
}

/** What can be asked for: a class, an abstract class that serves as an interface, or a named token. */
export type Token<T = unknown> = (abstract new (...args: never[]) => T) | NamedToken<T>;

/** Files that import each other see `undefined` in place of a class while they load; a function is asked later. */
export type LazyToken<T> = () => Token<T>;

/** A field that waits for an instance. */
export interface Dependency {
  field: string;
  token: () => Token;
  fill(owner: object, value: unknown): void;
}

/** Not a static one: the container fills instances. */
// biome-ignore lint/suspicious/noExplicitAny: the field's type is checked through the initializer, see `inject`.
type InstanceField<This> = ClassFieldDecoratorContext<This, any> & { readonly static: false };

const dependencies = Symbol('dependencies');

export function token<T>(name: string): NamedToken<T> {
  return { name };
}

/**
 * Asks for a dependency: `@inject(PostsService) private readonly posts!: PostsService`.
 *
 * The decorator is typed as if it returned the field's first value. It never does, but this is the one
 * signature with which the compiler demands that the token fits the field, and not the other way round.
 */
export function inject<T>(wanted: Token<T> | LazyToken<T>) {
  return <This extends object>(_: undefined, context: InstanceField<This>): ((this: This) => T) => {
    const field = String(context.name);
    if (wanted === undefined) {
      throw new TypeError(
        `@inject(undefined) on the field ${field}: the file that declares the class imports this one, and is not loaded yet. ` +
          'Write @inject(() => TheClass).',
      );
    }
    const dependency: Dependency = {
      field,
      token: () => (isLazy(wanted) ? wanted() : wanted),
      fill: (owner, value) => context.access.set(owner as This, value),
    };
    const inherited = (context.metadata[dependencies] as Dependency[] | undefined) ?? [];
    // A field that is declared again replaces the parent's; a #private one is another field, whatever its name.
    const kept = context.private ? inherited : inherited.filter((other) => other.field !== field);
    // A new array, because a subclass starts out with its parent's: pushing would add the field to the parent.
    context.metadata[dependencies] = [...kept, dependency];
    return undefined as never;
  };
}

/** What a class asks for, its parents' fields first. Known before anything is built. */
export function dependenciesOf(target: Token): Dependency[] {
  if (typeof target !== 'function') return [];
  const metadata = (target as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  return (metadata?.[dependencies] as Dependency[] | undefined) ?? [];
}

/** Arrow functions have no prototype, classes do. */
function isLazy<T>(wanted: Token<T> | LazyToken<T>): wanted is LazyToken<T> {
  return typeof wanted === 'function' && wanted.prototype === undefined;
}
