import { type FieldRules, parseTag } from './rules.ts';

// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class with `@field` on its properties. It describes a body; validation returns plain objects and never creates one. */
export type Dto<T> = new () => T;

/** The properties of a DTO and their rules. */
export type Fields = ReadonlyMap<string, FieldRules>;

const fields = Symbol('fields');

/** Declares a property of a DTO: `@field('required,email') email!: string`. Without a tag it is an optional string. */
export function field(tag = 'string') {
  return (_: undefined, context: ClassFieldDecoratorContext): void => {
    const name = String(context.name);
    const where = `@field('${tag}') ${name}`;
    // A body could never have it: `constructor` and its like exist on every object.
    if (context.static || context.private || name in Object.prototype)
      throw new TypeError(`${where}: a body can't have this property. Use a public property with a name of its own.`);
    let rules: FieldRules;
    try {
      rules = parseTag(tag);
    } catch (error) {
      throw new TypeError(`${where}: ${(error as Error).message}`);
    }
    // A copy: a subclass inherits its parent's metadata, and writing there would add the property to the parent as well.
    context.metadata[fields] = new Map(context.metadata[fields] as Fields | undefined).set(name, rules);
  };
}

/** The properties of a DTO; undefined if the class has none. */
export function fieldsOf(dto: Dto<unknown>): Fields | undefined {
  const metadata = (dto as { [Symbol.metadata]?: DecoratorMetadata | null })[Symbol.metadata];
  return metadata?.[fields] as Fields | undefined;
}
