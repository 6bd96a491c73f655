import { type Dto, propertiesOf } from './field.ts';
import { HttpError } from './http-error.ts';
import type { Property } from './property.ts';

export interface Problem {
  readonly field: string;
  readonly problem: string;
}

export type ValidationResult<T> = { value: T } | { problems: Problem[] };

export interface Schema<T> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    validate(input: unknown): SchemaResult<T> | Promise<SchemaResult<T>>;
  };
}

type SchemaResult<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] };

interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

export class InvalidBody extends HttpError {
  constructor(readonly problems: readonly Problem[]) {
    super(400, 'Invalid request');
  }
}

/** Each class with everything that it inherits. */
const shapes = new WeakMap<object, Map<string, Property>>();

export function validate<T>(
  target: Dto<T> | Schema<T>,
  input: unknown,
): ValidationResult<T> | Promise<ValidationResult<T>> {
  if ('~standard' in target) return read(target['~standard'].validate(input));
  const shape = shapes.get(target) ?? propertiesOf(target);
  shapes.set(target, shape);
  if (shape.size === 0) throw new TypeError(`The class ${target.name} has no property with @field.`);
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    return { problems: [{ field: '', problem: 'must be an object' }] };

  const sent = new Map<string, unknown>(Object.entries(input));
  const problems = [...shape].flatMap(([field, { check }]) =>
    check(sent.get(field)).map((problem) => ({ field, problem })),
  );
  if (problems.length > 0) return { problems };
  const pairs = [...shape].map(([field, { zero }]) => [field, sent.get(field) ?? zero]);
  return { value: Object.fromEntries(pairs) as T };
}

function read<T>(
  result: SchemaResult<T> | PromiseLike<SchemaResult<T>>,
): ValidationResult<T> | Promise<ValidationResult<T>> {
  if ('then' in result) return Promise.resolve(result).then((later) => read(later));
  if (!result.issues) return { value: result.value };
  return {
    problems: result.issues.map(({ path = [], message }) => {
      const keys = path.map((key) => String(typeof key === 'object' ? key.key : key));
      return { field: keys.join('.'), problem: message };
    }),
  };
}
