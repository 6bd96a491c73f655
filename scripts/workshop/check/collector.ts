import type { Check } from './check.ts';

const collectors = new Map<string, Check[]>();
let count = 0;

/** Loads a check file and gives its checks instead of running them. Files may be loaded side by side, and again. */
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

/** The checks of the file that is being loaded under this address, if somebody collects them. */
export function collectorOf(url: string): Check[] | undefined {
  return collectors.get(new URL(url).searchParams.get('collector') ?? '');
}
