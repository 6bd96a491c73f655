import { type Dto, fieldsOf } from './field.ts';
import { HttpError } from './http-error.ts';
import { compileField } from './rules.ts';
import { isPromise } from './settle.ts';

export interface Problem {
  /** Which property: `email`; empty for the input as a whole. */
  readonly field: string;
  /** What is wrong with it: `is required`. */
  readonly problem: string;
}

export type ValidationResult<T> = { value: T } | { problems: Problem[] };

/** Thrown by `ctx.bind`. The client only learns that its request is invalid; the problems are for our own log. */
export class InvalidBody extends HttpError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(400, 'Invalid request');
    this.problems = problems;
  }
}

/** Any Standard Schema (standardschema.dev), such as those of zod, Valibot and ArkType. */
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

/** Checks an input against a DTO or a schema. A promise only if the schema itself is asynchronous. */
export function validate<T>(
  target: Dto<T> | Schema<T>,
  input: unknown,
): ValidationResult<T> | Promise<ValidationResult<T>> {
  if (!('~standard' in target)) return validatorOf(target)(input);
  const result = target['~standard'].validate(input);
  return isPromise(result) ? result.then(toResult) : toResult(result);
}

type Validator<T> = (input: unknown) => ValidationResult<T>;

/** By class: tags are read when a DTO is first used, and never again. */
const validators = new WeakMap<Dto<unknown>, Validator<unknown>>();

function validatorOf<T>(dto: Dto<T>): Validator<T> {
  const validator = validators.get(dto) ?? compile(dto);
  validators.set(dto, validator);
  return validator as Validator<T>;
}

function compile<T>(dto: Dto<T>): Validator<T> {
  const fields = fieldsOf(dto);
  if (fields === undefined) throw new TypeError(`${dto.name} has no @field, so no body can fit it.`);
  const checks = [...fields].map(([name, rules]) => ({ name, check: compileField(rules) }));
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      return { problems: [{ field: '', problem: 'must be an object' }] };
    const value: Record<string, unknown> = {};
    const problems: Problem[] = [];
    for (const { name, check } of checks) {
      const found: string[] = [];
      // Only properties of its own: `toString` and its like were never sent.
      value[name] = check(Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined, found);
      for (const problem of found) problems.push({ field: name, problem });
    }
    return problems.length === 0 ? { value: value as T } : { problems };
  };
}

function toResult<T>(result: SchemaResult<T>): ValidationResult<T> {
  return result.issues === undefined ? { value: result.value } : { problems: result.issues.map(toProblem) };
}

function toProblem({ path = [], message }: Issue): Problem {
  return { field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'), problem: message };
}
