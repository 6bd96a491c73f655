import type { Define } from '../check/check-definition.ts';
import { collectorOf } from '../check/collector.ts';
import { notedRoutes } from './routes.ts';

/** The checks of a variation belong to no step. */
export const noStep = 0;

export interface VariationOptions {
  /** The paths of the routes that it may add, such as `/posts/:id/comments`: the name of a parameter doesn't matter. */
  adds?: readonly string[];
}

/**
 * The first line of every `variation.test.ts`: `const { check } = variation(import.meta.url);`
 * Its checks run when all steps of the chapter pass, and decide about its star.
 */
export function variation(url: string, { adds = [] }: VariationOptions = {}): { check: Define } {
  const checks = collectorOf(url);
  notedRoutes.push(...adds);
  return { check: (name, body, options) => checks.push({ step: noStep, name, body, ...options }) };
}

/** A wrong answer to a variation: edits to a correct design, and what the first rule that it breaks says. */
export interface WrongDesign {
  readonly summary: string;
  /** The design that it is made from. */
  readonly of: string;
  /** `find` must occur exactly once in the file. */
  readonly edits: readonly { readonly file: string; readonly find: string; readonly replace: string }[];
  /** The name of the check, and a part of its message. Other checks may fail as well. */
  readonly fails: readonly [name: string, message: string];
}
