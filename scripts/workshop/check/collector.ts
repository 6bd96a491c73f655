import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Chapter } from '../chapters.ts';
import type { Check } from './check-definition.ts';

const collectors = new Map<string, Check[]>();
let count = 0;

/** The chapter lacks a file that isn't the learner's. The message says how to get it back. */
export class MissingFile extends Error {
  override readonly name = 'MissingFile';
}

/** The checks of a chapter. Its README lists the steps that they belong to. */
export async function checksOf({ folder, slug }: Chapter): Promise<Check[]> {
  const missing = ['README.md', 'check.test.ts'].find((name) => !existsSync(join(folder, name)));
  if (missing !== undefined) {
    const path = `chapters/${slug}/${missing}`;
    throw new MissingFile(`${path} is missing. Get it back: git restore ${path}`);
  }
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
