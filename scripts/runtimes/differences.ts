import { differences as ofFetch } from '../../framework/fetch/tables.cases.ts';
import type { Runtime } from './runtimes.ts';

/** Test names with the reason why they fail on a runtime. They must fail there, so that the lists stay true. */
export function differencesOf({ name }: Runtime, isThroughFetch: boolean): Record<string, string> {
  return { ...(known[name] ?? {}), ...(isThroughFetch ? ofFetch : {}) };
}

const known: Partial<Record<Runtime['name'], Record<string, string>>> = {};
