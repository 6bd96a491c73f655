import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { designsOf } from '../verify/designs.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { solutionOf } from '../workshop/starters.ts';
import { isInBrowser } from './try-view.ts';
import { heapOf } from './try-worker.fixture.ts';
import type { Visitor } from './visitor.fixture.ts';

const chapters = allChapters().filter(isInBrowser);
const first = chapters[0]!;
const file = 'hello.controller.ts';
const thorough = { skip: isThorough ? false : 'npm test all runs it' };

/** What holds for every chapter, and after any number of changes. */
export function wholeStories(visitorOf: () => Visitor, browserOf: () => Browser): void {
  for (const { slug, number } of chapters)
    test(`the starter of chapter ${number} starts, and its page asks for nothing outside of the site’s folder`, {
      skip: number === '06' ? false : thorough.skip,
    }, async () => {
      const visitor = visitorOf();
      const page = await visitor.newPage();
      await page.goto(`${visitor.site.url}/try/${slug}/`);
      await visitor.ready(page);
      await page.locator('.bench-output', { hasText: 'Listening on' }).waitFor({ state: 'attached', timeout: 60_000 });
      assert.deepEqual(await linksElsewhere(page, visitor), []);
      await page.context().close();
      assert.deepEqual(visitor.troubles.splice(0), []);
      assert.deepEqual(visitor.site.strays.splice(0), []);
    });

  for (const chapter of chapters.filter(({ variation }) => variation !== undefined))
    test(`a solution of “On your own” earns the star of chapter ${chapter.number}`, thorough, () =>
      earnStar(visitorOf(), chapter),
    );

  test('twice as many changes leave as many workers, and as much memory', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryWith(first.slug, solutionOf(first));
    await visitor.done(page);
    const measure = async (edits: number) => {
      for (let edit = 0; edit < edits; edit++) await editAndCheck(visitor, page);
      // The output has its own limit.
      const nodes = (await page.evaluate('document.querySelectorAll(":not(.bench-output *)").length')) as number;
      return { workers: page.workers().length, nodes, heap: await heapOf(browserOf(), 'workshop') };
    };
    // Until everything is in memory that is kept for the next change.
    await measure(15);
    const once = await measure(15);
    const twice = await measure(15);
    assert.ok(twice.workers <= once.workers, `${once.workers} workers, then ${twice.workers}`);
    assert.ok(twice.nodes <= once.nodes, `${once.nodes} elements, then ${twice.nodes}`);
    assert.ok(twice.heap - once.heap < 15 * perEdit, `${once.heap} bytes, then ${twice.heap}`);
    await page.context().close();
  });
}

/** In bytes. The browser keeps every script that a worker has imported, and nothing else may stay. */
const perEdit = 20_000;

let edits = 0;

async function editAndCheck(visitor: Visitor, page: Page): Promise<void> {
  const verdict = page.evaluate(`new Promise((resolve) => {
    let hasRun = false;
    const heard = ({ detail: { activity } }) => {
      hasRun ||= activity === 'running';
      if (!hasRun || activity !== 'idle') return;
      removeEventListener('steps', heard);
      resolve();
    };
    addEventListener('steps', heard);
  })`);
  await visitor.type(page, `${solutionOf(first).get(file)}// Edit ${edits++}\n`);
  await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
  await verdict;
}

async function earnStar(visitor: Visitor, chapter: Chapter): Promise<void> {
  const page = await visitor.tryWith(chapter.slug, solutionOf(chapter));
  const own = page.locator('.on-your-own');
  await own.getByText('A star for those who find a way of their own.').waitFor();
  await visitor.done(page);
  await page.getByText('Hint for “On your own”').click();
  await page.getByText('Nearly the code').last().waitFor({ state: 'attached' });
  await page.context().close();

  const design = designsOf(chapter)[0]!;
  const other = await visitor.tryWith(chapter.slug, design.files);
  await other.locator('.on-your-own').getByText('Your program keeps its rules.').waitFor({ timeout: 120_000 });
  await other.context().close();
  assert.deepEqual(visitor.troubles.splice(0), []);
}

/** Addresses in the page that begin outside of the site's folder, or on another host and load something. */
async function linksElsewhere(page: Page, visitor: Visitor): Promise<string[]> {
  const addresses = (await page.evaluate(`[
    ...[...document.querySelectorAll('[src], link[href]')].map((each) => each.src || each.href),
    ...[...document.querySelectorAll('a[href]')].map((each) => each.href).filter((href) => new URL(href).origin === location.origin),
  ].filter(Boolean)`)) as string[];
  return addresses.filter((address) => !address.startsWith(`${visitor.site.url}/`));
}
