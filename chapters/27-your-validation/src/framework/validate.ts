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

/** Checks an input against a DTO. */
export function validate<T>(target: Dto<T>, input: unknown): ValidationResult<T> {
  // Step 2: compile the DTO, and check the input.
  void target;
  return { value: input as T };
}

type Validator<T> = (input: unknown) => ValidationResult<T>;

function compile<T>(dto: Dto<T>): Validator<T> {
  const fields = fieldsOf(dto);
  if (fields === undefined) throw new TypeError(`${dto.name} has no @field, so no body can fit it.`);
  // Step 2: turn the rules of each property into a function with compileField.
  return (input) => {
    if (typeof input !== 'object' || input === null || Array.isArray(input))
      return { problems: [{ field: '', problem: 'must be an object' }] };
    const value: Record<string, unknown> = {};
    const problems: Problem[] = [];
    // Step 2: fill `value` and `problems`, property by property.
    return problems.length === 0 ? { value: value as T } : { problems };
  };
}

function toProblem({ path = [], message }: Issue): Problem {
  return { field: path.map((key) => String(typeof key === 'object' ? key.key : key)).join('.'), problem: message };
}
