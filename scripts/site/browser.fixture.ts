import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { skipSlow } from '../../framework/fixtures/slow.ts';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge', 'chrome'];
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** A browser that is installed here: the one that `BROWSER_PATH` names, one on the `PATH`, or one in the usual places. */
export function browserPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const onPath = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [process.env.BROWSER_PATH ?? '', ...onPath, ...places].find((path) => path !== '' && existsSync(path));
}

/** Why a test that needs a browser is skipped; false where it runs. They take half a minute: too long for every `npm test`. */
export const withoutBrowser: string | false =
  browserPath() === undefined
    ? 'needs Chromium, Chrome or Edge; BROWSER_PATH may name it'
    : skipSlow('drives a browser');

/** Without a sandbox, since tests run as root in containers, and without the calls home that browsers make at their start. */
export async function launchBrowser(): Promise<Browser> {
  // Loaded here: it takes half a second, and most people who run the tests don't need it.
  const { chromium } = await import('playwright-core');
  const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];
  const args = ['--no-sandbox', ...quiet, '--disable-component-update', '--disable-sync'];
  return chromium.launch({ executablePath: browserPath(), args });
}

/** What axe reports about a page or a part of it, one line per violation. */
export async function violations(page: Page, part = 'document'): Promise<string[]> {
  const { default: axe } = await import('axe-core');
  // Evaluated, not loaded: a page's policy allows no foreign script.
  await page.evaluate(axe.source);
  const results = (await page.evaluate(`axe.run(${part}, { resultTypes: ['violations'] })`)) as AxeResults;
  return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`));
}
