import type { Dto } from './field.ts';

export interface Problem {
  /** Which property: `email`; empty for the input as a whole. */
  readonly field: string;
  /** What is wrong with it: `is required`. */
  readonly problem: string;
}

export type ValidationResult<T> = { value: T } | { problems: Problem[] };

/** Checks an input against a DTO. */
export function validate<T>(target: Dto<T>, input: unknown): ValidationResult<T> {
  // Step 2: compile the DTO, and check the input.
  void target;
  return { value: input as T };
}
