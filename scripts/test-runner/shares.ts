import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Seconds that each file took in the last run. */
export type Times = Record<string, number>;

/** It runs the checks of all chapters, and takes as long as so many usual files: known before the first run. */
const LONGEST = { file: 'solutions/chapters.test.ts', files: 60 };

/** Deals the files out so that every process has about the same to do, slow ones first. */
export function shareOut(files: string[], times: Times, processes: number): string[][] {
  const known = files.flatMap((file) => times[file] ?? []);
  const usual = known.length > 0 ? known.reduce((sum, seconds) => sum + seconds, 0) / known.length : 1;
  const guess = (file: string) => (file === LONGEST.file ? LONGEST.files * usual : usual);
  const shares = Array.from({ length: Math.min(processes, files.length) }, () => ({
    files: [] as string[],
    seconds: 0,
  }));
  const slowFirst = files
    .map((file) => ({ file, seconds: times[file] ?? guess(file) }))
    .sort((a, b) => b.seconds - a.seconds);
  for (const { file, seconds } of slowFirst) {
    const lightest = shares.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    lightest.files.push(file);
    lightest.seconds += seconds;
  }
  return shares.map((share) => share.files);
}

/** A missing or damaged file costs nothing but an even spread. */
export function readTimes(root: string): Times {
  try {
    const times: unknown = JSON.parse(readFileSync(timesFile(root), 'utf8'));
    const entries = Object.entries(times ?? {}).filter(([, seconds]) => Number.isFinite(seconds) && seconds >= 0);
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export function writeTimes(root: string, times: Times): void {
  try {
    mkdirSync(dirname(timesFile(root)), { recursive: true });
    writeFileSync(timesFile(root), `${JSON.stringify(times, null, 2)}\n`);
  } catch {
    // On a disk that may not be written the tests still count; only the next run is spread less evenly.
  }
}

function timesFile(root: string): string {
  return join(root, '.workshop', 'test-times.json');
}
