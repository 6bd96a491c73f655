import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { solutionOf, writeFiles } from '../workshop/starters.ts';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { buildSite } from './build.ts';
import { Content } from './content.ts';
import { copyOfRepository, repositoryWithChapter, type TestRepository, testRepository } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

const chapter01 = '/chapters/01-hello-route/';

describe('in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let repository: TestRepository;
  let site: StartedSite;
  before(async () => {
    repository = copyOfRepository();
    [browser, site] = await Promise.all([launchBrowser(), startSite(repository.path)]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  /** A page in a new browser context, with empty storage. */
  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}, from = site): Promise<Page> {
    const page = await from.newPage(browser, { viewport: { width: 1400, height: 900 }, ...options });
    page.setDefaultTimeout(20_000);
    await page.goto(path.includes(':') ? path : from.url + path);
    return page;
  }

  test('a chapter has a title, a table of contents, its place in the list of pages, and a link to the next chapter', async () => {
    const page = await open(chapter01);
    assert.equal(await page.title(), 'Routes and handlers · Trellis');
    assert.equal(await page.locator('#pages [aria-current=page]').innerText(), '01\nRoutes and handlers');
    await page.goto(`${site.url}/docs/troubleshooting/`);
    const here = await page.locator('#pages [aria-current=page]').boundingBox();
    assert.ok(here !== null && here.y > 0 && here.y < 860, 'the entry of the page can be seen');
    assert.equal(await page.locator('#pages a', { hasText: 'Routes and handlers' }).isVisible(), false, 'folded');
    await page.goto(site.url + chapter01);
    await page.locator('.contents a', { hasText: 'Step 2' }).click();
    await page.waitForURL(/#step-2-return-an-array-from-a-private-field$/);
    await page.locator('.contents a[aria-current=true]', { hasText: 'Step 2' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    assert.equal(await page.locator('.contents').isVisible(), true, 'at a usual width of laptops');
    await page.locator('a[rel=next]').click();
    await page.waitForURL(/chapters\/02-/);
    await page.locator('a[rel=prev]').click();
    await page.waitForURL(/chapters\/01-/);
    await page.close();
  });

  test('the home page is under 112 KB, and sends no request to another host', async () => {
    const page = await site.newPage(browser);
    const hosts = new Set<string>();
    const sizes: Promise<number>[] = [];
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    page.on('requestfinished', (request) =>
      sizes.push(
        request.sizes().then(
          (size) => size.responseBodySize,
          () => 0,
        ),
      ),
    );
    await page.goto(site.url, { waitUntil: 'load' });
    const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    assert.ok(bytes > 10_000 && bytes < 112_000, `${bytes} bytes`);
    assert.deepEqual([...hosts], [new URL(site.url).host]);
    await page.close();
  });

  test('home shows the parts, a recorded request to play with, and where to continue', async (t) => {
    const repository = repositoryWithChapter();
    t.after(() => repository.remove());
    repository.write(
      '.workshop/progress.json',
      JSON.stringify({ 'hello-route': { steps: { 1: true }, hash: 'x', hints: {}, passed: [1] } }),
    );
    const copy = await startSite(repository.path);
    t.after(() => copy.stop());
    const page = await open('/', { javaScriptEnabled: false }, copy);
    const link = page.getByRole('link', { name: 'Continue: chapter 01, step 2' });
    assert.equal(await link.getAttribute('href'), `${chapter01}#step-2-return-an-array-from-a-private-field`);
    const verdict = page.locator('.recording .trip-verdict').filter({ visible: true });
    assert.match(await verdict.innerText(), /Stopped by BearerAuth: Missing authorization/);
    await page.getByLabel('400 Without a title').check();
    assert.match(await verdict.innerText(), /CreatePostDTO refused the body: title is required/);
    await page.goto(site.address);
    const { parts } = new Content();
    assert.equal(await page.locator('.part').count(), parts.length);
    assert.equal(await page.locator('.card').count(), parts.flatMap(({ chapters }) => chapters).length);
    assert.equal(await page.getByRole('link', { name: 'Start with chapter 01' }).count(), 1);
    await page.close();
  });

  test('search by keyboard finds a word in spite of a typo', async () => {
    const page = await open('/');
    await page.keyboard.press('/');
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.fill('wildcrad');
    await page.getByRole('option').first().waitFor();
    const second = page.getByRole('option').nth(1);
    await page.keyboard.press('ArrowDown');
    assert.equal(await second.getAttribute('aria-selected'), 'true');
    const address = await second.getAttribute('href');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname + url.hash === address);
    await page.close();
  });

  test('search by mouse, and Escape closes it', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Search' }).click();
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.fill('array from a private field');
    await page.getByRole('option').first().click();
    await page.waitForURL(/#step-2-return-an-array-from-a-private-field$/);
    await page.keyboard.press('Control+k');
    await input.waitFor();
    await input.fill('zzzzzz');
    await page.getByText('Nothing found. Check the spelling').waitFor();
    assert.deepEqual(await violations(page, `document.querySelector('dialog')`), [], 'with nothing to choose');
    await input.fill('zzzzzz qqqqqq');
    await page.getByText('Nothing found. Try fewer words').waitFor();
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'hidden' });
    await page.close();
  });

  test('light and dark: the system’s choice, then the reader’s, which is remembered', async () => {
    const page = await open('/', { colorScheme: 'dark' });
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await paper();
    await page.getByRole('button', { name: 'light and dark' }).click();
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    assert.equal(await paper(), light);
    await page.close();
  });

  test('code can be copied', async () => {
    const page = await open(chapter01);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy: Terminal' }).first().click();
    await page.getByText('Copied').waitFor();
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), 'npm run chapter 01');
    await page.close();
  });

  test('the hints of a task open one inside the other', async () => {
    const page = await open(chapter01);
    const task = page.getByRole('region', { name: 'Task of step 1' });
    const [question, place] = ['A question', 'Where to look'].map((text) => task.getByText(text, { exact: true }));
    assert.equal(await question!.isVisible(), false);
    await task.getByText('Hint', { exact: true }).click();
    assert.equal(await question!.isVisible(), true);
    await place!.click();
    assert.equal(await task.getByText('has two comments that begin with').isVisible(), true);
    assert.equal(await task.getByText('Nearly the code').isVisible(), true);
    await page.close();
  });

  test('a task shows its failure, turns green on a save, and the last one finishes the chapter', async () => {
    const repository = repositoryWithChapter();
    const copy = await startSite(repository.path);
    const page = await open(chapter01, { viewport: { width: 1400, height: 600 }, reducedMotion: 'reduce' }, copy);
    try {
      const [first, second] = [1, 2].map((step) => page.getByRole('region', { name: `Task of step ${step}` }));
      await first!.getByRole('button', { name: 'Check' }).click();
      const failure = first!.getByRole('region', { name: 'What failed' });
      await failure.getByText('Expected status 200, got 404').waitFor();
      assert.match(await failure.locator('.code').innerText(), /curl -i http:\/\/localhost:\d+\/hello/);
      assert.deepEqual(await failure.locator('.received mark').allInnerTexts(), ['404']);
      assert.match(await failure.locator('.cause').innerText(), /Likely cause: no route matches GET \/hello/);
      await page.locator('.activity', { hasText: '0 of 4 steps pass.' }).waitFor();
      const bottom = await failure.locator('.cause').evaluate((cause) => cause.getBoundingClientRect().bottom);
      assert.ok(bottom <= 600, `the cause ends at ${bottom}`);
      await page.setViewportSize({ width: 1400, height: 900 });
      assert.equal(
        await failure.getByRole('link', { name: 'Read step 1 again' }).getAttribute('href'),
        '#step-1-write-a-route-and-its-handler',
      );
      assert.equal(await page.locator('.failure').count(), 1, 'only the first failure is shown');
      assert.equal(await second!.getAttribute('data-state'), 'open');
      assert.equal(await page.getByText('Our version, and why').first().isVisible(), false);
      assert.equal(await page.evaluate('document.activeElement.textContent'), 'Check', 'the focus stays');

      // A cause quotes the path of a request, which is one word.
      const widths = await failure.locator('.cause').evaluate((cause) => {
        cause.append(` /${'x'.repeat(200)}`);
        return [cause.scrollWidth, cause.clientWidth];
      });
      assert.ok(widths[0]! <= widths[1]!, String(widths));

      await failure.getByText('Send it again, next to the solution').click();
      await page.getByText('The line marked ▶ is the first difference.').waitFor();
      const marks = await page.locator('.replayed mark').allInnerTexts();
      assert.deepEqual(
        marks.map((text) => text.replaceAll('\u00a0', ' ')),
        ['▶   no route matches'],
      );
      // A word that is too long for the line doesn't leave its mark alone.
      const [top] = (await page.locator('.replayed mark').evaluate((mark) => {
        mark.textContent = mark.textContent!.replace(/\w.*/, 'x'.repeat(400));
        return [...mark.getClientRects()].map(({ width }) => width);
      })) as number[];
      assert.ok(top! > 100, `${top}`);
      assert.equal(
        (await page.locator('.replayed .instead').innerText()).replaceAll('\u00a0', ' '),
        '▷   route /hello (exact)',
      );
      await failure.getByRole('button', { name: 'Send to your running chapter' }).click();
      await page.locator('.sent', { hasText: 'Your chapter is not running' }).waitFor();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), []);
      }

      const difference = page.getByText('Compare your code with the solution');
      await difference.click();
      await page.locator('.line.is-added', { hasText: 'handler: this.hello' }).waitFor();
      assert.ok((await page.locator('.line.is-added [class^=t-]').count()) > 0, 'differences are coloured as code');
      assert.equal(
        await page.locator('.line.is-added', { hasText: 'handler: this.tags' }).count(),
        0,
        'only this step',
      );
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const shown = page.locator('[data-fragment^="/diff/"] figure').first();
      await shown.getByRole('button', { name: /^Copy/ }).click();
      await shown.getByText('Copied').waitFor();
      const copied = String(await page.evaluate('navigator.clipboard.readText()'));
      assert.match(copied, /^ +\{ method: 'GET', path: '\/hello', handler: this\.hello \},$/m);
      assert.doesNotMatch(copied, /^([+-]|Line \d)|Step 1: add the route/m, 'code that can be pasted');
      await difference.click();

      await page.reload();
      await failure.waitFor();
      writeFiles(repository.chapter.src, solutionOf(repository.chapter));
      await page.locator('.finish', { hasText: 'Chapter 01 is done' }).waitFor();
      await page.getByText('All steps pass.').waitFor();
      assert.equal(await page.locator('.failure').count(), 0);
      await page.locator('#pages [data-progress="01-hello-route"][aria-label="done"]').waitFor();
      assert.match(await page.locator('.finish').innerText(), /You can now:\s+write a route/);
      await second!.getByText('Our version, and why').click();
      await second!.locator('.line.is-added').first().waitFor();
      assert.deepEqual(await violations(page), []);
      await difference.click();
      await page.getByText('Your code is identical to the solution.').waitFor();
      await page.reload();
      assert.equal(await second!.getAttribute('data-state'), 'passed', 'known before any script has run');
    } finally {
      await page.close();
      await copy.stop();
      repository.remove();
    }
  });

  test('lines can be pointed at, and changes are marked as such', async (t) => {
    const repository = testRepository({
      'README.md':
        '# Home\n\n```ts {2}\nconst a = 1;\nconst b = 2;\n```\n\n```diff\n- old\n+ new\n```\n\n```text diagram\na ─▶ b\n```\n',
    });
    t.after(() => repository.remove());
    const small = await startSite(repository.path);
    t.after(() => small.stop());
    const page = await open('/start/', {}, small);
    assert.equal(await page.locator('.line.is-marked').innerText(), 'const b = 2;');
    assert.equal(await page.locator('.line.is-removed').innerText(), '- old');
    assert.equal(await page.locator('.line.is-added').innerText(), '+ new');
    assert.equal(await page.locator('.diagram').count(), 1);
    await page.close();
  });

  test('an address that leads nowhere still has the list of pages', async () => {
    const page = await site.newPage(browser);
    const response = await page.goto(`${site.url}/no/such/page`);
    assert.equal(response?.status(), 404);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.getByRole('link', { name: 'Go to the start page' }).click();
    await page.waitForURL(`${site.url}/`);
    await page.close();
  });

  test('on a phone nothing is wider than the screen, and the menu holds the list of pages', async () => {
    const page = await open(chapter01, { viewport: { width: 390, height: 800 } });
    for (const path of [chapter01, '/', '/docs/reference/spec-map/', '/source/framework/routing/route.ts']) {
      await page.goto(site.url + path);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390, path);
    }
    await page.goto(`${site.url}/docs/reference/api/`);
    const broken = `[...document.querySelectorAll('.names a')].filter((name) => name.getClientRects().length > 1).length`;
    assert.equal(await page.evaluate(broken), 0, 'every name of the reference is on one line');
    const entry = page.locator('#pages a', { hasText: 'Home' }).first();
    assert.equal(await entry.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await entry.waitFor();
    await page.keyboard.press('Escape');
    assert.equal(await entry.isVisible(), false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await entry.click();
    await page.waitForURL(`${site.url}/`);
    await page.close();
  });

  test('without scripts everything can be read, and nothing is offered that would not work', async () => {
    const page = await open(chapter01, { javaScriptEnabled: false });
    assert.equal(
      await page.getByRole('heading', { name: /^Step 1 ?: Write a route and its handler/ }).isVisible(),
      true,
    );
    for (const name of ['Search', 'Check', 'Send', 'Copy']) {
      assert.equal(await page.getByRole('button', { name }).count(), 0, name);
    }
    await page.close();
  });

  test('a printed page contains only the main content, in dark ink', async () => {
    const page = await open(chapter01, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    for (const part of ['.bar', '.pages', '.finish', '.task-foot >> nth=0', '.copy >> nth=0']) {
      assert.equal(await page.locator(part).isVisible(), false, part);
    }
    assert.equal(await page.evaluate('getComputedStyle(document.body).backgroundColor'), 'rgb(253, 253, 251)');
    await page.close();
  });

  test('the static build works from disk: reading, searching, and ticks that stay', async (t) => {
    const repository = testRepository();
    t.after(() => repository.remove());
    const folder = join(repository.path, 'site');
    await buildSite(folder);
    const page = await open(pathToFileURL(join(folder, 'index.html')).href);
    await page.locator('.card', { hasText: 'Routes and handlers' }).click();
    await page.waitForURL(/chapters\/01-hello-route\/index\.html$/);
    const mark = page.locator('#pages [data-progress="01-hello-route"]');
    await page.getByRole('checkbox', { name: 'I have done this step' }).first().check();
    assert.equal(await page.locator('.task').first().getAttribute('data-state'), 'passed');
    assert.equal(await mark.getAttribute('aria-label'), '1 of 4 steps done');
    await page.reload();
    await page.locator('[data-progress="01-hello-route"][aria-label="1 of 4 steps done"]').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('resolution ordr');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/^file:.*\.html#/);
    await page.locator('h1').first().waitFor();
    await page.goto(pathToFileURL(join(folder, '404.html')).href);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await page.close();
  });

  const kinds = {
    home: '/',
    'a chapter': chapter01,
    'a chapter with two tasks in a step': '/chapters/03-context/',
    'the overview': '/start/',
    'a page of the reference': '/docs/reference/http-api/',
    'the index of the API': '/docs/reference/api/',
    'a concept of the API': '/docs/reference/api/the-context/',
    'a page of the guide': '/docs/guide/a-request/',
    'the glossary': '/docs/glossary/',
    'the changelog': '/docs/changelog/',
    review: '/review/',
    'the dashboard': '/dashboard/',
    'a source file': '/source/framework/routing/route.ts',
    'a folder': '/source/framework/core',
    'a difference': '/diff/01-hello-route',
    'what is not there': '/no/such/page',
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    describe(`axe finds nothing, and nothing moves, ${colorScheme}:`, () => {
      let page: Page;
      before(async () => {
        page = await open('/', { colorScheme });
        await page.addInitScript(`self.shift = 0;
          new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { self.shift += value; }))
            .observe({ type: 'layout-shift', buffered: true });`);
      });
      after(() => page?.close());

      for (const [kind, path] of isThorough || colorScheme === 'light' ? Object.entries(kinds) : []) {
        test(kind, async () => {
          const response = await page.goto(site.url + path);
          assert.equal(response?.status(), kind === 'what is not there' ? 404 : 200);
          assert.deepEqual(await violations(page), []);
          assert.ok(Number(await page.evaluate('self.shift')) < 0.05);
        });
      }

      test('a chapter with everything open, and the search over it', async () => {
        await page.goto(site.url + chapter01);
        await page.evaluate('document.querySelectorAll("details").forEach((details) => { details.open = true; })');
        await page.locator('.finish .fold-body :is(figure, p)').first().waitFor();
        assert.deepEqual(await violations(page), []);
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('combobox', { name: 'Search' }).fill('route');
        await page.getByRole('option').first().waitFor();
        assert.deepEqual(await violations(page), []);
      });

      test('the menu on a phone', async () => {
        await page.setViewportSize({ width: 390, height: 800 });
        await page.goto(site.url);
        await page.getByRole('button', { name: 'Menu' }).click();
        assert.deepEqual(await violations(page), []);
      });
    });
  }
});
