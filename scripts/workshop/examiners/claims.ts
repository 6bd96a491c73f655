import { random } from '../check/random.ts';
import type { Collection } from './api.ts';

/** Fields that clients mustn't set with POST, and some that don't exist. */
export function claims({ changes, times }: Collection): Record<string, unknown> {
  const ofTimes = Object.fromEntries(Object.values(times ?? {}).map((name) => [name, longAgo]));
  return { ...changes, ...ofTimes, id: random.word(), [random.word()]: 'more' };
}

/** As long as the contract allows, without what counts as one character here and as two there. */
export function longest({ body, longest }: Collection): Record<string, unknown> {
  const fill = ([name, value]: [string, string]) => [name, value.padEnd(longest[name] ?? 0, ` ${random.word()}`)];
  return Object.fromEntries(Object.entries(body()).map(fill));
}

const longAgo = '2001-01-01T00:00:00.000Z';
