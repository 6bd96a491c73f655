import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { solutionOf, writeFiles } from '../workshop/starters.ts';
import { launchBrowser, withoutBrowser } from './browser.fixture.ts';
import { repositoryWithChapter, type TestRepository } from './repository.fixture.ts';
import { type RunningChapter, runningChapter } from './running-chapter.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

/** What comes more than half a second after a click counts as a layout shift: the browser no longer takes it for the effect of the click. */
const grace = 700;

/** Counts how far what can be seen jumps. The observer is told about a shift after the frame that contains it. */
const observed = `self.shift = 0; self.moved = [];
  new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput, sources }) => {
    if (hadRecentInput) return;
    self.shift += value;
    self.moved.push(value.toFixed(4) + ' ' + sources.map(({ node, previousRect, currentRect }) =>
      (node?.className || node?.nodeName) + ' ' + previousRect.y + '→' + currentRect.y).join(', '));
  })).observe({ type: 'layout-shift', buffered: true });`;
const twoFrames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))';

/** Requests that match take longer than the grace of a click. */
async function delay(page: Page, slow: string): Promise<void> {
  await page.route(slow, async (route) => {
    const response = await route.fetch();
    await page.evaluate((ms) => new Promise((done) => setTimeout(done, ms)), grace);
    await route.fulfill({ response });
  });
}

async function steady(page: Page, act: () => Promise<void>): Promise<void> {
  await page.evaluate('self.shift = 0; self.moved = []; document.fonts.ready');
  await act();
  await page.evaluate(twoFrames);
  const [shift, moved] = (await page.evaluate('[self.shift, self.moved]')) as [number, string[]];
  if (process.env.SHIFTS) console.log(shift, moved);
  assert.ok(shift < 0.01, `${shift}\n${moved.join('\n')}`);
}

describe('nothing jumps when content comes after a click', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let repository: TestRepository & { chapter: ReturnType<typeof repositoryWithChapter>['chapter'] };
  let site: StartedSite;
  before(async () => {
    repository = repositoryWithChapter();
    [browser, site] = await Promise.all([launchBrowser(), startSite(repository.path)]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  /** A page whose slow requests take longer than the grace of a click. */
  async function open(from: StartedSite, path: string, slow: string): Promise<Page> {
    const page = await from.newPage(browser, { viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(20_000);
    await page.addInitScript(observed);
    await delay(page, slow);
    await page.goto(from.url + path);
    return page;
  }

  test('the verdict of a check, and the request that is sent again', async () => {
    const page = await open(site, '/chapters/01-hello-route/', '**/replay/**');
    const task = page.getByRole('region', { name: 'Task of step 1' });
    const check = task.getByRole('button', { name: 'Check' });
    await check.evaluate((button) => button.scrollIntoView({ block: 'center' }));
    await steady(page, async () => {
      await check.click();
      await task.locator('.cause').waitFor();
    });
    const again = task.getByText('Send it again, next to the solution');
    await again.scrollIntoViewIfNeeded();
    await steady(page, async () => {
      await again.click();
      await task.getByText('The line marked ▶').waitFor();
    });
    writeFiles(repository.chapter.src, solutionOf(repository.chapter));
    await page.locator('.finish', { hasText: 'Chapter 01 is done' }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });

  test('our version of a step', async () => {
    const page = await open(site, '/chapters/01-hello-route/', '**/explain/**');
    await page.locator('.finish', { hasText: 'Chapter 01 is done' }).waitFor();
    const ours = page.getByRole('region', { name: 'Task of step 2' }).getByText('Our version, and why');
    await ours.evaluate((part) => part.scrollIntoView({ block: 'center' }));
    await steady(page, async () => {
      await ours.click();
      await page.locator('.task[data-step="2"] .line.is-added').first().waitFor();
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
});

describe('nothing jumps in X-ray', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let running: RunningChapter;
  before(async () => {
    [browser, running] = await Promise.all([launchBrowser(), runningChapter('10-bearer-auth')]);
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
  });

  test('when a request that the page has sent opens late', async () => {
    const page = await running.site.newPage(browser, { viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(20_000);
    await page.addInitScript(observed);
    await page.goto(`${running.site.url}/x-ray/`);
    await delay(page, '**/x-ray/requests/**');
    for (const path of ['/posts', '/admin/drafts'])
      await steady(page, async () => {
        await page.getByRole('combobox', { name: 'Path' }).fill(path);
        await page.getByRole('button', { name: 'Send', exact: true }).click();
        await page.locator('.trip', { hasText: path }).waitFor();
      });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.close();
  });
});
