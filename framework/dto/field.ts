import * as z from 'zod';
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

// Decorators keep their notes under this symbol. Node does not know it yet, and it must exist before the first class.
(Symbol as { metadata?: symbol }).metadata ??= Symbol.for('Symbol.metadata');

/** A class with `@field` on its properties. It describes a body; `bind` gives plain objects and never builds one. */
export type Dto<T> = new () => T;

/** Any Standard Schema (standardschema.dev): one of zod, Valibot, ArkType and others. */
export interface Schema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<T> | Promise<SchemaResult<T>>;
  };
}

type SchemaResult<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export interface Problem {
  /** Where: `email`, `author.name`; empty for the input as a whole. */
  field: string;
  /** What: `is required`. It never contains what was sent. */
  problem: string;
}

export type ValidationResult<T> = { value: T } | { problems: Problem[] };

export type FieldDecorator<T> = <This>(
  target: undefined,
  // biome-ignore lint/suspicious/noExplicitAny: with the type of the field here, the compiler would check it the wrong way round
  context: ClassFieldDecoratorContext<This, any>,
) => (this: This) => T;

/**
 * Declares a property of a DTO, with its type and rules as a tag: `@field('required,email') email!: string`. Without a
 * tag it is a string that may be absent. Tag and property type must agree, or it does not compile.
 */
export function field(tag?: StringTag): FieldDecorator<string>;
export function field(tag: NumberTag): FieldDecorator<number>;
export function field(tag: BooleanTag): FieldDecorator<boolean>;
// The last one is the one that the compiler quotes when a tag is wrong: it names all of them.
export function field(tag: StringTag | NumberTag | BooleanTag): FieldDecorator<never>;
export function field(tag = 'string'): FieldDecorator<unknown> {
  return (_, context) => {
    const where = `@field('${tag}') ${String(context.name)}`;
    if (context.static || context.private || typeof context.name === 'symbol' || context.name in Object.prototype) {
      throw new TypeError(`${where}: a body has no such property. Use a public property with a name of its own.`);
    }
    let rules: FieldRules;
    try {
      rules = parseTag(tag);
    } catch (error) {
      throw new TypeError(`${where}: ${(error as Error).message}`);
    }
    // A copy: the metadata of a class inherits from its parent's, and writing there would give the parent the field too.
    context.metadata[FIELDS] = new Map(context.metadata[FIELDS] as Fields | undefined).set(context.name, rules);
    return (initial?: unknown) => initial ?? ZERO[rules.type];
  };
}

export function isDto(target: unknown): target is Dto<unknown> {
  return typeof target === 'function' && target[Symbol.metadata]?.[FIELDS] !== undefined;
}

/** The zod schema of a DTO, compiled when it is first asked for. */
export function schemaOf<T>(dto: Dto<T>, from: Source = 'json'): z.ZodType<T> {
  let schema = compiled[from].get(dto);
  if (!schema) {
    schema = compile(dto, from);
    compiled[from].set(dto, schema);
  }
  return schema as z.ZodType<T>;
}

/** At once where the schema is synchronous, as the schema of a DTO always is. */
export function validate<T>(target: Dto<T>, input: unknown, from?: Source): ValidationResult<T>;
export function validate<T>(
  target: Dto<T> | Schema<T>,
  input: unknown,
  from?: Source,
): ValidationResult<T> | Promise<ValidationResult<T>>;
export function validate<T>(
  target: Dto<T> | Schema<T>,
  input: unknown,
  from: Source = 'json',
): ValidationResult<T> | Promise<ValidationResult<T>> {
  if (!isSchema(target)) {
    const { success, data, error } = schemaOf(target, from).safeParse(input);
    return success ? { value: data } : { problems: error.issues.map(toProblem) };
  }
  const result = target['~standard'].validate(input);
  return 'then' in result ? result.then(toValidationResult) : toValidationResult(result);
}

const FIELDS = Symbol('the fields of a DTO');
type Fields = ReadonlyMap<string, FieldRules>;

const compiled = { json: new WeakMap<Dto<unknown>, z.ZodType>(), form: new WeakMap<Dto<unknown>, z.ZodType>() };

function compile(dto: Dto<unknown>, from: Source): z.ZodType {
  if (!isDto(dto)) {
    const name = typeof dto === 'function' ? (dto as Dto<unknown>).name : String(dto);
    throw new TypeError(
      `${name} is neither a DTO nor a Standard Schema. A DTO is a class with @field() on each property that a body may ` +
        'fill. If it has them, look for files that import each other.',
    );
  }
  const fields = dto[Symbol.metadata]?.[FIELDS] as Fields;
  const shape = Object.fromEntries([...fields].map(([name, rules]) => [name, fieldSchema(rules, from)]));
  return z.object(shape, 'must be an object');
}

function isSchema<T>(target: Dto<T> | Schema<T>): target is Schema<T> {
  return (target as Partial<Schema<T>> | undefined)?.['~standard'] !== undefined;
}

function toValidationResult<T>(result: SchemaResult<T>): ValidationResult<T> {
  return result.issues ? { problems: result.issues.map(toProblem) } : { value: result.value };
}

function toProblem({ path = [], message }: SchemaIssue): Problem {
  return { field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'), problem: message };
}
