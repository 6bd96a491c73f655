import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { allChapters, root } from '../workshop/chapters.ts';
import { solutionAt, solutionOf } from '../workshop/starters.ts';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { type PublishedSite, publishSite } from './published-site.fixture.ts';
import { startSite } from './started-site.fixture.ts';
import { terminalStories } from './try-terminal.fixture.ts';
import { toolStories } from './try-tools.fixture.ts';
import { wholeStories } from './try-whole.fixture.ts';
import { Visitor } from './visitor.fixture.ts';

const chapter = allChapters()[0]!;
const file = 'hello.controller.ts';
const solution = solutionOf(chapter).get(file)!;
/** CI shows that the page works. Each of these takes several seconds, with a browser profile of its own. */
const thorough = { skip: isThorough ? false : 'npm test all runs it' };

describe('a chapter in the browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let site: PublishedSite;
  let visitor: Visitor;
  before(async () => {
    site = await publishSite();
    // Last: a browser that nobody closes would keep the tests waiting.
    browser = await launchBrowser();
    visitor = new Visitor(browser, site);
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });

  test('the page of a chapter loads nothing of it before the button is pressed', async () => {
    const page = await browser.newPage();
    const before = site.asked.length;
    await page.goto(`${site.url}/chapters/${chapter.slug}/`, { waitUntil: 'networkidle' });
    assert.deepEqual(
      site.asked.slice(before).filter((path) => path.includes('/try')),
      [],
    );
    await page.close();
  });

  test('the starter fails step 1, the solution passes all, and a reload keeps the work', async () => {
    const page = await visitor.tryChapter();
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await visitor.step(page, 1, 'failed');
    await page.locator('.bench-checks').getByText('Expected status 200, got 404').waitFor();
    assert.deepEqual(await violations(page), []);

    await visitor.type(page, solutionAt(chapter, 1).get(file)!);
    await visitor.step(page, 1, 'passed');
    await page.locator('.bench-checks').getByText('1 of 4 steps pass. Next: step 2.').waitFor();
    await visitor.step(page, 2, 'open');
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await page.locator('.bench-checks').getByText('1 of 4 steps pass. Step 2 doesn’t pass yet.').waitFor();

    await visitor.type(page, solution);
    await visitor.done(page);
    // With the last tick, although the star is examined next.
    assert.equal(await page.locator('.bench-checks').textContent(), 'All steps pass. The chapter is done.');
    await page.locator('.task[data-step="1"] .ours summary').click();
    await page.locator('.task[data-step="1"] .ours figure').first().waitFor();

    await page.reload();
    await visitor.ready(page);
    await visitor.done(page);
    assert.match((await page.getByRole('textbox', { name: 'Code of' }).textContent())!, /resetVisits/);
    await page.goto(`${site.url}/`);
    await page.locator(`[data-progress="${chapter.slug}"][aria-label="done"]`).first().waitFor({ state: 'attached' });
    await page.close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('the menus close with Escape, with a click beside them, and when the other one opens', async () => {
    const page = await visitor.newPage();
    await page.goto(`${site.url}/try/${chapter.slug}/`);
    const [files, travel] = [page.getByText('Files …'), page.getByText('Continue on your machine …')];
    const open = () => page.locator('.bench-menu[open] > summary').allTextContents();
    await files.click();
    await page.getByPlaceholder('tags.service.ts').click();
    assert.deepEqual(await open(), ['Files …']);
    await page.keyboard.press('Escape');
    assert.deepEqual(await open(), []);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Files …');
    await files.click();
    await travel.click();
    assert.deepEqual(await open(), ['Continue on your machine …']);
    await page.locator('main h1').click();
    assert.deepEqual(await open(), []);
    // The line below the editor may be too short for its status.
    const activity = page.locator('.activity');
    assert.equal(await activity.getAttribute('title'), await activity.textContent());
    await page.context().close();
  });

  test('on a phone, Text leads back to where the reader left the text, and marks where they are', async () => {
    const page = await visitor.newPage({ viewport: { width: 390, height: 800 } });
    await page.goto(`${site.url}/try/${chapter.slug}/`);
    const links = page.getByRole('navigation', { name: 'Text or code' });
    const current = (name: string) => links.locator('[aria-current="true"]', { hasText: name }).waitFor();
    await current('Text');
    await page.evaluate('scrollTo({ top: 7000, behavior: "instant" })');
    // The first paragraph in the window.
    await page.evaluate(
      `self.seen = [...document.querySelectorAll('main p')].find((each) => each.getBoundingClientRect().top > 80)`,
    );
    const place = async () => Math.round(Number(await page.evaluate('self.seen.getBoundingClientRect().top')));
    const left = await place();
    await links.getByRole('link', { name: 'Code' }).click();
    await current('Code');
    // From the bar to the switch: the code, and below it what the checks find.
    const edges = [page.locator('.bar'), page.locator('.bench'), page.locator('.bench-switch')];
    const [bar, bench, below] = await Promise.all(edges.map((part) => part.boundingBox()));
    assert.ok(Math.abs(bench!.y - (bar!.y + bar!.height)) <= 4, `${bench!.y} below ${bar!.y + bar!.height}`);
    assert.ok(Math.abs(bench!.y + bench!.height - below!.y) <= 4, `${bench!.y + bench!.height} above ${below!.y}`);
    // A verdict makes a card grow, and the code stays where it is in the window.
    await page.evaluate(`document.querySelector('.task').style.paddingBottom = '300px';
      scrollBy({ top: 300, behavior: 'instant' })`);
    await links.getByRole('link', { name: 'Text' }).click();
    await current('Text');
    assert.equal(await place(), left);
    await links.getByRole('link', { name: 'Text' }).click();
    assert.equal(await place(), left);
    await page.context().close();
  });

  test('every key that prints a character types it into the editor', async () => {
    const page = await visitor.tryChapter();
    const code = page.getByRole('textbox', { name: 'Code of' });
    await code.focus();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    const keys = Array.from({ length: 0x7f - 0x20 }, (_, index) => String.fromCharCode(0x20 + index));
    for (const key of keys) await page.keyboard.press(key);
    await page.keyboard.press('ControlOrMeta+k');
    assert.equal(await page.locator('dialog[open]').count(), 0);
    assert.equal(await code.textContent(), keys.join(''));

    await page.keyboard.press('Tab');
    await page.keyboard.press('/');
    await page.locator('dialog[open]').waitFor();
    await page.close();
  });

  test('a command of the text is sent to the program, and prints what curl would', thorough, async () => {
    const page = await visitor.tryChapter();
    await page.locator('.bench-output', { hasText: 'Listening on http://localhost:3000' }).waitFor({
      state: 'attached',
      timeout: 60_000,
    });
    await page.locator('main').getByRole('button', { name: 'Send to your program' }).first().click();
    const printed = page.locator('main .sent pre').first();
    await printed.getByText('HTTP/1.1 404 Not Found').waitFor();
    const lines = (await printed.textContent())!.replace(/Date: .*/, 'Date: …').split('\n');
    assert.deepEqual(lines, [
      'HTTP/1.1 404 Not Found',
      'content-type: application/json; charset=utf-8',
      'content-length: 21',
      'Date: …',
      'Connection: keep-alive',
      'Keep-Alive: timeout=5',
      '',
      '{"error":"Not Found"}',
    ]);
    await page.getByRole('tab', { name: 'Output' }).click();
    await page.locator('.bench-output').getByText('no route matches').waitFor();
    await page.close();
  });

  test('an endless loop is stopped with the message of the terminal, and the page goes on', thorough, async () => {
    const page = await visitor.tryChapter();
    await visitor.type(page, solution.replace('hello() {', '$&\n    for (;;);'));
    await visitor.step(page, 1, 'failed');
    await page.locator('.bench-checks').getByText('No response, because the event loop is blocked.').waitFor();
    // The program does start.
    await page
      .locator('.bench-checks')
      .getByText('The other checks couldn’t run. 0 of 4 steps passed before.')
      .waitFor();
    await visitor.type(page, solution);
    await visitor.done(page);
    await page.close();
  });

  test('the tab Output begins with what was printed last, and not with its end', thorough, async () => {
    const page = await visitor.tryWith(chapter.slug, new Map([...solutionAt(chapter, 1)]));
    await visitor.step(page, 1, 'passed');
    await page.getByRole('tab', { name: file, exact: true }).click();
    await visitor.type(page, solutionAt(chapter, 1).get(file)!.replace('this.hello', 'this.helo'));
    await page.locator('.bench-output', { hasText: 'Waiting for your next change.' }).waitFor({ state: 'attached' });
    await page.getByRole('tab', { name: 'Output' }).click();
    const output = await page.locator('.bench-output').evaluate((shown) => shown.getBoundingClientRect().toJSON());
    const message = await page
      .locator('.bench-output span', { hasText: 'the handler is undefined' })
      .last()
      .evaluate((shown) => shown.getBoundingClientRect().top);
    assert.ok(message >= output.top - 1 && message < output.bottom, `${message} in ${output.top} to ${output.bottom}`);
    await page.context().close();
  });

  test('a syntax error is marked at its line, in the words of the terminal', thorough, async () => {
    const page = await visitor.tryChapter();
    await visitor.type(page, `const a = {\n  b: 1\n  c: 2,\n};\n`);
    await page
      .locator('.bench-checks')
      .getByText('Syntax error: Expected "}" but found "c"')
      .waitFor({ timeout: 60_000 });
    assert.equal(await page.locator('.cm-lintRange-error').textContent(), 'c');
    await page.close();
  });

  test('the starter comes back, and the work with it', thorough, async () => {
    const page = await visitor.tryChapter();
    await visitor.type(page, solution);
    await page.getByText('Files …').click();
    await page.getByRole('button', { name: 'Start again from the starter' }).click();
    const code = page.getByRole('textbox', { name: 'Code of' });
    await code.getByText('Step 1: add the route').waitFor();
    await page.getByText('Files …').click();
    await page.getByRole('button', { name: 'Restore the work from before' }).click();
    await code.getByText('resetVisits').first().waitFor();
    await page.close();
  });

  for (const { slug, number, ...other } of allChapters().slice(1, 11))
    test(`the solution of chapter ${number} passes`, thorough, async () => {
      const page = await visitor.tryWith(slug, solutionOf({ slug, number, ...other }));
      await visitor.done(page);
      await page.close();
    });

  test('the first button of the home page leads there, and the local site has the page, too', thorough, async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    await page.getByRole('link', { name: 'Start with chapter 01' }).click();
    await visitor.ready(page);
    await page.close();

    const local = await startSite(root);
    const own = await local.newPage(browser);
    own.on('console', (message) => message.type() === 'error' && visitor.troubles.push(message.text()));
    await own.goto(`${local.url}/chapters/${chapter.slug}/`);
    await own.getByRole('link', { name: 'Try it here' }).click();
    await visitor.ready(own);
    await own.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await visitor.step(own, 1, 'failed');
    assert.deepEqual(visitor.troubles.splice(0), []);
    await own.close();
    await local.stop();
  });

  test('the keyboard leads through the editor, and out of it', thorough, async () => {
    const page = await visitor.tryChapter();
    await page.getByRole('textbox', { name: 'Code of' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Check');
    await page.close();
  });

  test('axe finds nothing on a phone and in the dark, and the page is as wide as the phone', thorough, async () => {
    const page = await visitor.tryChapter({ colorScheme: 'dark', viewport: { width: 390, height: 800 } });
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('link', { name: 'Code', exact: true }).click();
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await page.locator('.bench-checks').getByText('Expected status 200, got 404').waitFor({ timeout: 60_000 });
    await page.close();
  });

  toolStories(() => visitor);
  terminalStories(() => visitor);
  wholeStories(
    () => visitor,
    () => browser,
  );
});
