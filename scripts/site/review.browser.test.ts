import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { Clock, provide } from 'trellis';
import { ManualClock } from 'trellis/testing';
import { root } from '../workshop/chapters.ts';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { repositoryWithChapter } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

const day = 24 * 3_600_000;

describe('a review in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  const clock = new ManualClock();
  const repository = withoutBrowser(import.meta.filename) ? undefined : repositoryWithChapter();
  const state = join(repository?.path ?? '', '.workshop');
  let browser: Browser;
  let site: StartedSite;
  let page: Page;

  before(async () => {
    cpSync(join(root, 'docs', 'glossary.md'), join(repository!.path, 'docs', 'glossary.md'));
    const starting = startSite(repository!.path, [provide(Clock, { value: clock })]);
    [browser, site] = await Promise.all([launchBrowser(), starting]);
    page = await site.newPage(browser, { viewport: { width: 1400, height: 900 } });
    page.setDefaultTimeout(30_000);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  function write(file: string, content: object): void {
    mkdirSync(state, { recursive: true });
    writeFileSync(join(state, file), JSON.stringify(content));
  }
  const stored = () => JSON.parse(readFileSync(join(state, 'review.json'), 'utf8'));
  const due = (ms: number) => ({ solved: 1, due: new Date(clock.now() + ms).toISOString() });
  const button = (name: string) => page.getByRole('button', { name });

  /** The last two tasks of a review are chosen at random. */
  async function answerAnything(): Promise<void> {
    if (await button('Give up').isVisible()) return button('Give up').click();
    for (const group of await page.locator('fieldset').all()) await group.getByRole('radio').first().check();
    await button('Answer').click();
  }

  test('asks what is due, decides, and moves the task to a later day', async () => {
    await page.goto(`${site.url}/review/`);
    await page.getByText('Finish one, and come back').waitFor();
    await page.getByRole('link', { name: 'Start chapter 01' }).waitFor();
    assert.deepEqual(await violations(page), []);
    write('progress.json', { 'hello-route': { passed: [1, 2, 3, 4] } });
    write('review.json', {
      'hello-route/spot/capped-counter': due(-2 * day),
      'hello-route/name/handler': due(-day),
      'hello-route/repair/bare-number': due(3 * day),
    });
    await page.reload();
    await page.getByText('2 reviews are due').waitFor();
    assert.deepEqual(await violations(page), []);
    await button('Start').click();
    await page.getByText('1 of 5: Spot the bug').waitFor();
    assert.deepEqual(await violations(page), []);
    assert.ok((await page.locator('.lines p').count()) > 0, 'empty lines are shown');
    assert.equal(await page.getByRole('radio', { name: /^\d*$/ }).count(), 0, 'and are not answers');
    await page.getByRole('radio', { name: /this\.#visits < 10/ }).check();
    await page.getByLabel('The counter stops at ten.').check();
    await button('Answer').click();
    await page.getByText('Right.').waitFor();
    await page.getByText('came at the same time').waitFor();
    await page.getByText('It comes back in 3 days.').waitFor();
    assert.match(await page.locator('.lines .is-wrong').innerText(), /this\.#visits < 10/);
    assert.deepEqual(await violations(page), []);
    await page.reload();
    assert.equal(stored()['hello-route/spot/capped-counter'].solved, 2, 'a reload answers nothing');
    await button('Next').click();
    await page.getByText('2 of 5: Name it').waitFor();
    await page.locator('input[type=radio]:not([value=Handler])').first().check();
    await button('Answer').click();
    await page.getByText('Not this time.').waitFor();
    await page.getByText('It comes back in 1 hour.').waitFor();
    assert.match(await page.locator('.outcome').innerText(), /Not this time\..*\s+Handler: /);
    assert.match(
      await page.locator('.decided .is-right').innerText(),
      /^Handler\s+right$/,
      'the question is still there',
    );
    assert.match(await page.locator('.decided .is-wrong').innerText(), /\syour answer$/);
  });

  test('three days later, a repair is due, and is checked until it passes', async () => {
    clock.advance(3 * day);
    write('review.json', { 'hello-route/repair/bare-number': due(-1) });
    await button('Next').click();
    await page.getByText('3 of 5: Repair').waitFor();
    await button('Check my repair').click();
    await page.getByText('Not yet.').waitFor();
    const file = join(state, 'review', '01-hello-route', 'src', 'hello.controller.ts');
    writeFileSync(file, readFileSync(file, 'utf8').replace('return this.#visits;', 'return { visits: this.#visits };'));
    await button('Check my repair').click();
    await page.getByText('Every check of the chapter passes again.').waitFor();
    assert.equal(stored()['hello-route/repair/bare-number'].solved, 2);
  });

  test('a repair can be given up, the fifth task leads to the result, and another review can follow', async () => {
    for (const number of [4, 5]) {
      await button('Next').click();
      await page.getByText(`${number} of 5: `).waitFor();
      await answerAnything();
    }
    await button('See the result').click();
    await page.getByText(/^[2-4] of 5 solved$/).waitFor();
    assert.equal(await page.locator('.answered li').count(), 5);
    assert.deepEqual(await violations(page), []);
    write('review.json', { 'hello-route/repair/bare-number': due(-1) });
    await button('Start another review').click();
    await page.getByText('1 of 5: Repair').waitFor();
    await button('Give up').click();
    await page.getByText('Not this time.').waitFor();
    await page.getByText('It comes back in 1 hour.').waitFor();
    assert.equal(stored()['hello-route/repair/bare-number'].solved, 0);
  });

  test('only a page of ours can answer', async () => {
    const response = await fetch(`${site.url}/review/next`, {
      method: 'POST',
      headers: { origin: 'http://evil.test', cookie: site.cookie },
    });
    assert.equal(response.status, 403);
  });
});
