import { type Property, propertyOf } from './property.ts';

// Node has no decorators yet. The compiler adds them, and looks for this symbol while a class is being defined.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

export type Dto<T> = new () => T;

/** The properties of each class, without those of its parents. */
const own = new WeakMap<object, Map<string, Property>>();

export function field(tag = 'string') {
  return (_: undefined, { name, metadata, ...kind }: ClassFieldDecoratorContext): void => {
    const property = String(name);
    try {
      if (kind.static || kind.private || property in {}) throw new Error('no body has such a property.');
      const properties = own.get(metadata) ?? new Map();
      own.set(metadata, properties.set(property, propertyOf(tag)));
    } catch (error) {
      throw new TypeError(`${property}: @field('${tag}'): ${(error as Error).message}`);
    }
  };
}

/** Those of the parents first. */
export function propertiesOf(dto: Dto<unknown>): Map<string, Property> {
  const levels: Map<string, Property>[] = [];
  let metadata = (dto as { [Symbol.metadata]?: object | null })[Symbol.metadata];
  for (; metadata; metadata = Object.getPrototypeOf(metadata)) levels.unshift(own.get(metadata) ?? new Map());
  return new Map(levels.flatMap((level) => [...level]));
}
