import { refuseMisplacedInject, refuseUndefinedToken } from '../hints/decorators.ts';

// Node has no decorators yet. The compiler adds them, and expects this symbol to exist.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class that the container can build: its constructor takes no arguments, its dependencies are fields. */
export type Class<T = object> = new () => T;

/** A token for something that has no class of its own: `const Mailer = token<Mailer>('Mailer')`. */
export interface NamedToken<T> {
  readonly name: string;
  /** Never set. It only carries the type for the compiler. */
  readonly type?: T;
}

/** Anything that can be injected: a class, an abstract class used as an interface, or a named token. */
export type Token<T = unknown> = (abstract new (...args: never[]) => T) | NamedToken<T>;

/** Of two files that import each other, one runs before the other's classes exist. A function is called when they do. */
export type LazyToken<T> = () => Token<T>;

/** A field that the container will fill. */
export interface Dependency {
  field: string;
  token: () => Token;
  fill(owner: object, value: unknown): void;
}

/** Static fields are excluded: the container fills instances. */
// biome-ignore lint/suspicious/noExplicitAny: the field's type is checked through the initializer, see `inject`.
type InstanceField<This> = ClassFieldDecoratorContext<This, any> & { readonly static: false };

const dependencies = Symbol('dependencies');

export function token<T>(name: string): NamedToken<T> {
  return { name };
}

/**
 * Declares a dependency: `@inject(PostsService) private readonly posts!: PostsService`.
 *
 * The decorator is typed as if it returned the field's initial value. It never does, but with this signature the
 * compiler checks that the token fits the field. The obvious signature would check the opposite direction.
 */
export function inject<T>(wanted: Token<T> | LazyToken<T>) {
  return <This extends object>(_: undefined, context: InstanceField<This>): ((this: This) => T) => {
    refuseMisplacedInject(context);
    const field = String(context.name);
    refuseUndefinedToken(wanted, field);
    const dependency: Dependency = {
      field,
      token: () => (isLazy(wanted) ? wanted() : wanted),
      fill: (owner, value) => context.access.set(owner as This, value),
    };
    const inherited = (context.metadata[dependencies] as Dependency[] | undefined) ?? [];
    // A field that a subclass declares again replaces the parent's. A #private one is a different field with the same name.
    const kept = context.private ? inherited : inherited.filter((other) => other.field !== field);
    // A new array, because a subclass inherits its parent's: pushing would add the field to the parent as well.
    context.metadata[dependencies] = [...kept, dependency];
    return undefined as never;
  };
}

/** The dependencies of a class, its parents' first. Known before anything is built. */
export function dependenciesOf(target: Token): Dependency[] {
  if (typeof target !== 'function') return [];
  const metadata = (target as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  return (metadata?.[dependencies] as Dependency[] | undefined) ?? [];
}

/** Arrow functions have no prototype, classes do. */
function isLazy<T>(wanted: Token<T> | LazyToken<T>): wanted is LazyToken<T> {
  return typeof wanted === 'function' && wanted.prototype === undefined;
}
