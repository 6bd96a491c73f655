import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { allChapters, type Chapter } from '../workshop/chapters.ts';
import { solutionOf, starterOf } from '../workshop/starters.ts';
import { readWorkFile, writeWorkFile } from '../workshop/travel/work-file.ts';
import type { Visitor } from './visitor.fixture.ts';

const [first, second, , , , sixth] = allChapters() as [Chapter, Chapter, Chapter, Chapter, Chapter, Chapter];
const file = 'hello.controller.ts';
const solution = solutionOf(first).get(file)!;
const starter = starterOf(first).get(file)!;
const thorough = { skip: isThorough ? false : 'npm test all runs it' };

/** What a page offers besides the checks, and situations in which pages like to break. */
export function toolStories(visitorOf: () => Visitor): void {
  test('work and progress leave as one file, and come back into another browser', async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter();
    await visitor.type(page, solution);
    await visitor.done(page);
    await page.getByText('Continue on your machine …').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download your work' }).click(),
    ]);
    const name = download.suggestedFilename();
    await page.getByText(`npm run import ${name}`).waitFor();
    const text = readFileSync((await download.path())!, 'utf8');
    const [work] = readWorkFile(text);
    assert.equal(work?.files[file], solution);
    assert.deepEqual(work?.passed, [1, 2, 3, 4]);
    await page.close();

    const other = await visitor.tryChapter();
    const open = async (content: string) => {
      const input = other.locator('[data-open]');
      await input.setInputFiles({ name: 'work.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    };
    await other.getByText('Continue on your machine …').click();
    await open(text.slice(0, 100));
    await other.getByText('The file wasn’t opened. The file is damaged').waitFor();
    await open(writeWorkFile([{ ...work!, files: { '../main.ts': '' } }]));
    await other.getByText('The file wasn’t opened. Chapter hello-route has a file that can’t be taken over').waitFor();
    await Promise.all([other.waitForEvent('load'), open(text)]);
    await visitor.ready(other);
    await visitor.done(other);
    await other.close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('without a network, chapters run and pages open after the first visit', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter();
    const guide = `${visitor.site.url}/docs/guide/in-the-browser/`;
    await page.evaluate(kept(`${guide}index.html`));
    await page.context().setOffline(true);
    await page.reload();
    await visitor.ready(page);
    await visitor.type(page, solution);
    await visitor.done(page);
    await page.goto(`${visitor.site.url}/try/${second.slug}/`);
    await visitor.ready(page);
    await page.goto(guide);
    await page.getByRole('heading', { name: 'What differs from Node' }).waitFor();
    await page.context().close();
    visitor.troubles.length = 0;
  });

  test('a browser that keeps nothing says so once, and runs the chapter', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.newPage();
    await page.addInitScript(
      `Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('denied', 'SecurityError'); } });`,
    );
    await page.goto(`${visitor.site.url}/try/${first.slug}/`);
    await visitor.ready(page);
    await visitor.type(page, solution);
    await page.locator('.toast', { hasText: 'This browser can’t keep your work' }).waitFor();
    await visitor.done(page);
    await page.context().close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('a full storage is announced, and the work stays in the page', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter();
    await page.evaluate(`(() => {
      for (let size = 4_000_000; size > 0; size = Math.floor(size / 2))
        try { for (let n = 0; ; n++) localStorage.setItem('filler ' + size + ' ' + n, 'x'.repeat(size)); } catch {}
    })()`);
    await visitor.type(page, solution);
    await page.locator('.toast', { hasText: 'This browser can’t keep your work' }).waitFor();
    await visitor.done(page);
    await page.context().close();
  });

  test('two tabs on a chapter: the second is told, and what the other one had can be restored', thorough, async () => {
    const visitor = visitorOf();
    const one = await visitor.tryChapter();
    const two = await visitor.pageIn(one.context());
    await two.goto(one.url());
    await visitor.ready(two);
    await visitor.type(one, solution);
    await two.locator('.toast', { hasText: 'changed in another tab' }).waitFor();
    await visitor.type(two, `${starter}// In the second tab.\n`);
    await two.getByText('Files …').click();
    await two.getByRole('button', { name: 'Restore the work from before' }).click();
    await two.getByRole('textbox', { name: 'Code of' }).getByText('resetVisits').first().waitFor();
    await one.context().close();
  });

  test('a reload in the middle of a check, Back and Forward lose nothing', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryChapter();
    await visitor.type(page, solution);
    await page.locator('.task[data-running]').first().waitFor();
    await page.reload();
    await visitor.ready(page);
    await visitor.done(page);
    await page.goBack();
    await page.locator('h1').first().waitFor();
    await page.goForward();
    await visitor.ready(page);
    await visitor.done(page);
    await page.context().close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('the starter of chapter 01 gets its verdict before packages are loaded', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/(packages|sqlite)\.bin$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${visitor.site.url}/try/${first.slug}/`);
    await visitor.ready(page);
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await visitor.step(page, 1, 'failed');
    await page.locator('.bench-checks').getByText('Expected status 200, got 404').waitFor();
    const send = page.locator('main').getByRole('button', { name: 'Send to your program' }).first();
    await send.click();
    await page.getByText('Still loading what shows the way of a request.').waitFor();
    await visitor.type(page, solution);
    release();
    await visitor.done(page);
    await page.locator('main .sent pre').first().getByText('HTTP/1.1 404 Not Found').waitFor();
    await page.context().close();
    assert.deepEqual(visitor.troubles.splice(0), []);
  });

  test('while the compiler loads, the text and the editor work, and a check waits', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.newPage();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/compiler.bin', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${visitor.site.url}/try/${first.slug}/`);
    await visitor.type(page, solution);
    await page.locator('.bench-foot').getByRole('button', { name: 'Check' }).click();
    await page.locator('.toast', { hasText: 'The compiler is still loading' }).waitFor();
    release();
    await visitor.ready(page);
    await visitor.done(page);
    await page.context().close();
  });

  test('a browser without WebAssembly is told why nothing runs', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.newPage();
    await page.addInitScript('delete globalThis.WebAssembly;');
    await page.goto(`${visitor.site.url}/try/${first.slug}/`);
    await page.getByText('This browser is too old to run the program').waitFor();
    await page.context().close();
  });

  test(
    'a prediction is judged by the trace, X-ray shows a request, and the difference to the solution appears',
    thorough,
    async () => {
      const visitor = visitorOf();
      const page = await visitor.tryWith(second.slug, solutionOf(second));
      await visitor.done(page);
      const question = page.locator('.predict').first();
      await question.getByRole('radio').first().check();
      await question.getByRole('button', { name: 'Send it and see' }).click();
      await question.getByText(/^(Right|Not quite)\.$/).waitFor({ timeout: 60_000 });
      await page.getByRole('tab', { name: 'Request' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).last().click();
      await page.getByRole('tab', { name: 'X-ray' }).click();
      await page.locator('.bench-trip .trip-verdict').waitFor();
      await page.getByText('Compare your code with the solution').click();
      await page.getByText('Your code is identical to the solution.').waitFor();
      await page.context().close();
      assert.deepEqual(visitor.troubles.splice(0), []);
    },
  );

  test('an attack of the text runs against the program', thorough, async () => {
    const visitor = visitorOf();
    const page = await visitor.tryWith(sixth.slug, solutionOf(sixth));
    await page.locator('.bench-output', { hasText: 'Listening on' }).waitFor({ state: 'attached', timeout: 60_000 });
    await page.getByRole('button', { name: 'Attack your program' }).last().click();
    await page.getByText('The attack was BLOCKED.').last().waitFor({ timeout: 60_000 });
    await page.context().close();
  });
}

/** Waits in the page until the service worker has kept this address for the time without a network. */
function kept(address: string): string {
  return `new Promise((resolve) => {
    const look = async () => ((await caches.match('${address}')) ? resolve() : setTimeout(look, 100));
    look();
  })`;
}
