import type { CheckBody, CheckOptions } from '../check/check-definition.ts';
import { collectorOf } from '../check/collector.ts';
import { CheckFailure } from '../check/failure.ts';
import type { CitedRule } from '../check/failure-parts.ts';
import type { Session } from '../check/session.ts';
import { rulesIn } from './specification.ts';

/** A rule of the specification, and the chapter that taught what it takes: `['A5', '02']`. */
export type Rule = readonly [number: string, chapter: string];

export type Behaviour = (name: string, rule: Rule, body: CheckBody, options?: CheckOptions) => void;

export interface Sections {
  section(number: number, define: (behaviour: Behaviour) => void): void;
}

/**
 * The first line of the check file of a graded chapter: `const { section } = graded(import.meta.url, 'docs/…')`. A behaviour is a
 * check that knows the rule it comes from. Behaviours depend on nothing that another one has done, so all of them are
 * concurrent.
 */
export function graded(url: string, page: string, defaults: CheckOptions = {}): Sections {
  const checks = collectorOf(url);
  const rules = rulesIn(page);
  const behaviour =
    (step: number): Behaviour =>
    (name, [number, chapter], body, options) => {
      const text = rules.get(number);
      if (text === undefined) throw new Error(`"${name}" names the rule ${number}, which ${page} doesn't have.`);
      const rule = { number, text, page, chapter };
      checks.push({ step, name, body: citing(rule, body), rule, concurrent: true, ...defaults, ...options });
    };
  return { section: (number, define) => define(behaviour(number)) };
}

/** For requests that a behaviour isn't about, but needs: `preparing(join(app))`. */
export async function preparing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CheckFailure) error.parts.isPreparation = true;
    throw error;
  }
}

/** A failure of this behaviour names the rule. One of the program itself, which doesn't even start, breaks no rule. */
function citing(rule: CitedRule, body: CheckBody): CheckBody {
  return async (app: Session) => {
    try {
      await body(app);
    } catch (error) {
      if (error instanceof CheckFailure && error.constructor === CheckFailure) error.parts.rule ??= rule;
      throw error;
    }
  };
}
