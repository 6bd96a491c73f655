import { type FieldRules, parseTag } from './rules.ts';

// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class with `@field` on its properties. It describes a body; validation returns plain objects and never creates one. */
export type Dto<T> = new () => T;

/** The properties of a DTO and their rules. */
export type Fields = ReadonlyMap<string, FieldRules>;

/** Declares a property of a DTO: `@field('required,email') email!: string`. Without a tag it is an optional string. */
export function field(tag = 'string') {
  return (_: undefined, context: ClassFieldDecoratorContext): void => {
    // Step 1: parse the tag, and record the rules in context.metadata.
    void [parseTag, tag, context];
  };
}

/** The properties of a DTO; undefined if the class has none. */
export function fieldsOf(dto: Dto<unknown>): Fields | undefined {
  // Step 1: read what field has recorded.
  void dto;
  return undefined;
}
