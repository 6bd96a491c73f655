import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Skip } from './results.ts';

function fileOf(root: string): string {
  return join(root, '.workshop', 'skipped-tests.json');
}

/** Keeps what a run has skipped, for `npm test skipped`. */
export function keepSkips(root: string, skips: readonly Skip[]): void {
  mkdirSync(join(root, '.workshop'), { recursive: true });
  writeFileSync(fileOf(root), JSON.stringify(skips));
}

/** What the last run skipped; undefined if there was none. */
export function keptSkips(root: string): Skip[] | undefined {
  return existsSync(fileOf(root)) ? (JSON.parse(readFileSync(fileOf(root), 'utf8')) as Skip[]) : undefined;
}
