import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { browserPath, launchBrowser } from '../workshop/attack/browser.ts';

export { browserPath, launchBrowser };

/** Why the tests of a file that need a browser are skipped; false where they run. They take half a minute: too long for every `npm test`. */
export function withoutBrowser(file: string): string | false {
  return browserPath() === undefined
    ? 'needs Chromium, Chrome or Edge; BROWSER_PATH may name it'
    : skipSlow('drives a browser', file);
}

/** What axe reports about a page or a part of it, one line per violation. */
export async function violations(page: Page, part = 'document'): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  // Evaluated, not loaded: a page's policy allows no foreign script.
  await page.evaluate(axe.source);
  const results = (await page.evaluate(`axe.run(${part}, { resultTypes: ['violations'] })`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
