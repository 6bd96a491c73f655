import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { browserPath, launchBrowser } from '../workshop/attack/browser.ts';

export { browserPath, launchBrowser };

/** Why a test that needs a browser is skipped; false where it runs. They take half a minute: too long for every `npm test`. */
export const withoutBrowser: string | false =
  browserPath() === undefined
    ? 'needs Chromium, Chrome or Edge; BROWSER_PATH may name it'
    : skipSlow('drives a browser');

/** What axe reports about a page or a part of it, one line per violation. */
export async function violations(page: Page, part = 'document'): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  // Evaluated, not loaded: a page's policy allows no foreign script.
  await page.evaluate(axe.source);
  const results = (await page.evaluate(`axe.run(${part}, { resultTypes: ['violations'] })`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
