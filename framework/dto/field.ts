import type { StandardSchemaV1 } from '@standard-schema/spec';
import * as z from 'zod';
import { notBindable, refuseLegacy, refuseUndecorated } from '../hints/decorators.ts';
import {
  type BooleanTag,
  type FieldRules,
  fieldSchema,
  type NumberTag,
  parseTag,
  type Source,
  type StringTag,
  ZERO,
} from './rules.ts';

// Node has no decorators yet. The compiler adds them, and expects this symbol to exist before the first class.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class with `@field` on its properties. It describes a body; `bind` returns plain objects, never an instance. */
export type Dto<T> = new () => T;

/** Any Standard Schema (standardschema.dev), for example one from zod, Valibot or ArkType. */
export type Schema<T> = StandardSchemaV1<unknown, T>;

export interface Problem {
  /** Where: `email`, `author.name`; empty for the input as a whole. */
  field: string;
  /** What: `is required`. */
  problem: string;
}

export type ValidationResult<T> = { value: T } | { problems: Problem[] };

export type FieldDecorator<T> = <This>(
  target: undefined,
  // biome-ignore lint/suspicious/noExplicitAny: with the field's own type here, the compiler would check the opposite direction
  context: ClassFieldDecoratorContext<This, any>,
) => (this: This) => T;

/**
 * Declares a property of a DTO, with its type and rules in a tag: `@field('required,email') email!: string`. Without a tag
 * it is an optional string. If tag and property type disagree, the class doesn't compile.
 */
export function field(tag?: StringTag): FieldDecorator<string>;
export function field(tag: NumberTag): FieldDecorator<number>;
export function field(tag: BooleanTag): FieldDecorator<boolean>;
// The compiler quotes the last overload when a tag is wrong, so this one lists every kind of tag.
export function field(tag: StringTag | NumberTag | BooleanTag): FieldDecorator<never>;
export function field(tag = 'string'): FieldDecorator<unknown> {
  return (_, context) => {
    refuseLegacy(`@field('${tag}')`, context);
    const where = `@field('${tag}') ${String(context.name)}`;
    if (context.static || context.private || typeof context.name === 'symbol' || context.name in Object.prototype) {
      throw new TypeError(`${where}: a body can't have this property. Use a public property with a name of its own.`);
    }
    let rules: FieldRules;
    try {
      rules = parseTag(tag);
    } catch (error) {
      throw new TypeError(`${where}: ${(error as Error).message}`);
    }
    // A copy, because the metadata of a class inherits its parent's: writing there would add the field to the parent too.
    context.metadata[FIELDS] = new Map(context.metadata[FIELDS] as Fields | undefined).set(context.name, rules);
    return (initial?: unknown) => initial ?? ZERO[rules.type];
  };
}

/** The zod schema of a DTO, compiled on first use. */
export function schemaOf<T>(dto: Dto<T>, from: Source = 'json'): z.ZodType<T> {
  const schema = compiled[from].get(dto) ?? compile(dto, from);
  compiled[from].set(dto, schema);
  return schema as z.ZodType<T>;
}

/** Synchronous if the schema is, and the schema of a DTO always is. */
export function validate<T>(
  shape: Dto<T> | Schema<T>,
  input: unknown,
  from: Source = 'json',
): ValidationResult<T> | Promise<ValidationResult<T>> {
  const schema = isSchema(shape) ? shape : schemaOf(shape, from);
  const result = schema['~standard'].validate(input);
  return 'then' in result ? result.then(toValidationResult) : toValidationResult(result);
}

const FIELDS = Symbol('the fields of a DTO');
type Fields = ReadonlyMap<string, FieldRules>;

/** The fields of a DTO; undefined for a schema, and for a class without any. */
export function fieldsOf(shape: Dto<unknown> | Schema<unknown>): Fields | undefined {
  return (shape as Dto<unknown> | undefined)?.[Symbol.metadata]?.[FIELDS] as Fields | undefined;
}

const compiled = { json: new WeakMap<Dto<unknown>, z.ZodType>(), form: new WeakMap<Dto<unknown>, z.ZodType>() };

function compile(dto: Dto<unknown>, from: Source): z.ZodType {
  const fields = fieldsOf(dto);
  if (fields === undefined) throw notBindable(dto);
  refuseUndecorated(dto as Dto<object>, fields);
  const rules = Object.fromEntries([...fields].map(([name, rules]) => [name, fieldSchema(rules, from)]));
  return z.object(rules, 'must be an object');
}

function isSchema<T>(shape: Dto<T> | Schema<T> | undefined): shape is Schema<T> {
  return (shape as Partial<Schema<T>> | undefined)?.['~standard'] !== undefined;
}

function toValidationResult<T>(result: StandardSchemaV1.Result<T>): ValidationResult<T> {
  return result.issues ? { problems: result.issues.map(toProblem) } : { value: result.value };
}

function toProblem({ path = [], message }: StandardSchemaV1.Issue): Problem {
  return { field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'), problem: message };
}
