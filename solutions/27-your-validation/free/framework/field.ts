// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class with `@field` on its properties. It describes a body; validation returns plain objects and never creates one. */
export type Dto<T> = new () => T;

/** Declares a property of a DTO: `@field('required,email') email!: string`. Without a tag it is an optional string. */
export function field(_tag = 'string') {
  return (_: undefined, _context: ClassFieldDecoratorContext): void => {};
}
