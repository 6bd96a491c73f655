import type { Dto } from './field.ts';

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

export type SchemaResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] };

export interface Issue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Checks an input against a DTO or a schema. A promise only if the schema itself is asynchronous. */
export function validate<T>(
  _target: Dto<T> | Schema<T>,
  _input: unknown,
): ValidationResult<T> | Promise<ValidationResult<T>> {
  throw new Error('Nothing has been written yet.');
}
