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
// #region step-4

/** Thrown by `ctx.bind`. The client only learns that its request is invalid; the problems are for our own log. */
export class InvalidBody extends HttpError {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(400, 'Invalid request');
    this.problems = problems;
  }
}
// #endregion

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

// #region step-5
/** Checks an input against a DTO or a schema. A promise only if the schema itself is asynchronous. */
export function validate<T>(
  target: Dto<T> | Schema<T>,
  input: unknown,
): ValidationResult<T> | Promise<ValidationResult<T>> {
  if (!('~standard' in target)) return validatorOf(target)(input);
  const result = target['~standard'].validate(input);
  return isPromise(result) ? result.then(toResult) : toResult(result);
}
// #step-4
// /** Checks an input against a DTO. */
// export function validate<T>(target: Dto<T>, input: unknown): ValidationResult<T> {
//   return validatorOf(target)(input);
// }
// #step-2
// /** Checks an input against a DTO. */
// export function validate<T>(target: Dto<T>, input: unknown): ValidationResult<T> {
//   return compile(target)(input);
// }
// #starter
// /** Checks an input against a DTO. */
// export function validate<T>(target: Dto<T>, input: unknown): ValidationResult<T> {
//   // Step 2: compile the DTO, and check the input.
//   void target;
//   return { value: input as T };
// }
// #endregion

type Validator<T> = (input: unknown) => ValidationResult<T>;
// #region step-4

/** By class: tags are read when a DTO is first used, and never again. */
const validators = new WeakMap<Dto<unknown>, Validator<unknown>>();

function validatorOf<T>(dto: Dto<T>): Validator<T> {
  const validator = validators.get(dto) ?? compile(dto);
  validators.set(dto, validator);
  return validator as Validator<T>;
}
// #endregion

function compile<T>(dto: Dto<T>): Validator<T> {
  const fields = fieldsOf(dto);
  if (fields === undefined) throw new TypeError(`${dto.name} has no @field, so no body can fit it.`);
  // #region step-2
  const checks = [...fields].map(([name, rules]) => ({ name, check: compileField(rules) }));
  // #starter
  // // Step 2: turn the rules of each property into a function with compileField.
  // #endregion
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      return { problems: [{ field: '', problem: 'must be an object' }] };
    const value: Record<string, unknown> = {};
    const problems: Problem[] = [];
    // #region step-2
    for (const { name, check } of checks) {
      const found: string[] = [];
      // Only properties of its own: `toString` and its like were never sent.
      value[name] = check(Object.hasOwn(input, name) ? (input as Record<string, unknown>)[name] : undefined, found);
      for (const problem of found) problems.push({ field: name, problem });
    }
    // #starter
    // // Step 2: fill `value` and `problems`, property by property.
    // #endregion
    return problems.length === 0 ? { value: value as T } : { problems };
  };
}
// #region step-5

function toResult<T>(result: SchemaResult<T>): ValidationResult<T> {
  return result.issues === undefined ? { value: result.value } : { problems: result.issues.map(toProblem) };
}
// #endregion

function toProblem({ path = [], message }: Issue): Problem {
  return { field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'), problem: message };
}
