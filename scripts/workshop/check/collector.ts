import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../chapters.ts';
import type { Check } from './check-definition.ts';

const collectors = new Map<string, Check[]>();
let count = 0;

/** The checks of a chapter. */
export function checksOf({ folder }: Chapter): Promise<Check[]> {
  return collectChecks(pathToFileURL(join(folder, 'check.test.ts')));
}

/** Loads a check file and returns its checks instead of running them. Files can be loaded concurrently, and more than once. */
export async function collectChecks(file: string | URL): Promise<Check[]> {
  const id = String(++count);
  const checks: Check[] = [];
  collectors.set(id, checks);
  try {
    const url = new URL(file);
    url.searchParams.set('collector', id);
    await import(url.href);
  } finally {
    collectors.delete(id);
  }
  return checks;
}

/** The array for the checks of the file that is being loaded from this URL. */
export function collectorOf(url: string): Check[] {
  const checks = collectors.get(new URL(url).searchParams.get('collector') ?? '');
  if (checks === undefined)
    throw new Error('A check file does not run by itself. Run: npm test, and the number of the chapter.');
  return checks;
}
