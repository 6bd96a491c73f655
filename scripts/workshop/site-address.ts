import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readState, writeState } from './state-file.ts';

/** While `npm run docs` runs, its address is in a file, for commands that have a page to show. */
export function announceSite(state: string, url: string): void {
  const file = fileIn(state);
  try {
    writeState(file, { pid: process.pid, url });
  } catch {
    // The commands do without it.
    return;
  }
  process.once('exit', () => {
    if (readState(file).pid === process.pid) rmSync(file, { force: true });
  });
}

/** Undefined if no site runs. A killed one leaves its file behind. */
export function siteAddress(state: string): string | undefined {
  const { pid, url } = readState(fileIn(state));
  if (typeof pid !== 'number' || typeof url !== 'string' || !/^http:\/\/[\w.:[\]-]+$/.test(url)) return undefined;
  try {
    process.kill(pid, 0);
    return url;
  } catch {
    return undefined;
  }
}

function fileIn(state: string): string {
  return join(state, 'site.json');
}
