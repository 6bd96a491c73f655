import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { solutionAt, starterOf, writeFiles } from '../workshop/starters.ts';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { Content } from './content.ts';
import { dashboardView } from './dashboard/dashboard-view.ts';
import { graphs } from './dashboard/points.ts';
import { notFoundPage } from './not-found-page.ts';
import { diskPlaces } from './places.ts';
import { repositoryWithChapter } from './repository.fixture.ts';
import { searchScript } from './search-index.ts';
import { searchStories } from './search-stories.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

const chapter01 = '/chapters/01-hello-route/';

type Box = Record<'left' | 'right' | 'top' | 'bottom', number>;

/** Regression tests for bugs that the site has had. */
describe('small things in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let repository: ReturnType<typeof repositoryWithChapter>;
  let site: StartedSite;
  before(async () => {
    repository = repositoryWithChapter();
    for (const name of ['api', 'names'])
      repository.write(`docs/reference/${name}.md`, '# API\n\n## Content\n\nText.\n\n## More\n\nText.\n');
    [browser, site] = await Promise.all([launchBrowser(), startSite(repository.path)]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await site.newPage(browser, { viewport: { width: 1280, height: 800 }, ...options });
    page.setDefaultTimeout(20_000);
    await page.goto(site.url + path);
    return page;
  }

  test('the focus ring of a code block is not cut off, and only blocks that scroll can be focused', async () => {
    const page = await open(chapter01, { viewport: { width: 390, height: 800 } });
    const blocks = (await page.evaluate(`[...document.querySelectorAll('figure.code:not(.output) pre')].map((pre) => ({
      overflow: getComputedStyle(pre.parentElement).overflow,
      scrolls: pre.scrollWidth > pre.clientWidth,
      tabIndex: pre.tabIndex,
    }))`)) as { overflow: string; scrolls: boolean; tabIndex: number }[];
    assert.ok(blocks.some(({ scrolls }) => scrolls) && blocks.some(({ scrolls }) => !scrolls), 'both kinds occur');
    for (const { overflow, scrolls, tabIndex } of blocks) {
      assert.equal(overflow, 'visible');
      assert.equal(tabIndex, scrolls ? 0 : -1);
    }
    await page.close();
  });

  test('code that is wider than its place has a shadow at the edge where there is more', async () => {
    const page = await open(chapter01, { viewport: { width: 390, height: 800 } });
    const styles = await page.evaluate(`(() => {
      const wide = [...document.querySelectorAll('.code pre')].find((pre) => pre.scrollWidth > pre.clientWidth);
      const { backgroundImage, backgroundAttachment } = getComputedStyle(wide);
      return [backgroundImage.match(/linear-gradient/g).length, backgroundAttachment];
    })()`);
    assert.deepEqual(styles, [4, 'local, local, scroll, scroll']);
    await page.close();
  });

  test('on a phone, the table of contents says where the reader is, unfolds, and closes when a section is chosen', async () => {
    const page = await open(chapter01, { viewport: { width: 390, height: 800 } });
    const fold = page.getByRole('navigation', { name: 'On this page' });
    const link = fold.getByRole('link', { name: 'Step 2' });
    const summary = fold.getByText('On this page');
    assert.equal(await link.isVisible(), false);
    await summary.click();
    await link.click();
    await page.waitForURL(/#step-2-/);
    await fold.locator('summary[data-here^="Step 2"]').waitFor();
    assert.equal(await link.isVisible(), false);
    const heading = await page.getByRole('heading', { name: 'Return an array' }).boundingBox();
    const bar = await fold.boundingBox();
    assert.ok(heading!.y >= bar!.y + bar!.height, 'the bar doesn’t cover the heading');
    await summary.click();
    await page.keyboard.press('Escape');
    assert.equal(await link.isVisible(), false);
    await summary.click();
    await page.mouse.click(200, 700);
    assert.equal(await link.isVisible(), false);
    await page.setViewportSize({ width: 1024, height: 768 });
    await summary.click();
    await link.click();
    assert.equal(await link.isVisible(), false, 'between a phone and a laptop it is folded, too');
    const top = await page.getByRole('heading', { name: 'Return an array' }).boundingBox();
    const line = await fold.boundingBox();
    assert.ok(top!.y >= line!.y + line!.height, 'the line doesn’t cover the heading');
    await page.setViewportSize({ width: 1280, height: 800 });
    await link.waitFor();
    await page.close();
    const plain = await open(chapter01, { javaScriptEnabled: false });
    assert.equal(
      await plain.locator('.contents a').first().isVisible(),
      true,
      'beside the page, even without a script',
    );
    await plain.close();
  });

  test('only what is seen as the first line of a long command ends before its buttons', async () => {
    const page = await open(chapter01, { viewport: { width: 1024, height: 768 } });
    await page.locator('.code .send').first().waitFor();
    const [lines, buttons, edge] = (await page.evaluate(`(() => {
      const figure = document.querySelector('figure:has(.send)');
      const line = figure.querySelector('.line');
      line.textContent = "curl -i -X POST http://localhost:3000/posts -H 'Authorization: Bearer x' -d '{}' ".repeat(4);
      const range = document.createRange();
      range.selectNodeContents(line);
      const box = ({ left, right, top, bottom }) => ({ left, right, top, bottom });
      return [[...range.getClientRects()].map(box), box(figure.querySelector('.code-buttons').getBoundingClientRect()),
        figure.getBoundingClientRect().right];
    })()`)) as [Box[], Box, number];
    const tops = [...new Set(lines.map(({ top }) => Math.round(top)))];
    assert.ok(tops.length > 2, 'it takes several lines');
    const isBeside = (line: Box) => line.top < buttons.bottom && line.bottom > buttons.top;
    for (const line of lines.filter(isBeside)) assert.ok(line.right <= buttons.left, 'beside the buttons');
    const rest = lines.filter(({ top }) => Math.round(top) > tops[0]!);
    assert.ok(rest.every((line) => !isBeside(line)));
    assert.ok(Math.max(...rest.map(({ right }) => right)) > edge - 100, 'the others have the whole width');
    const starts = tops
      .slice(1)
      .map((top) => Math.min(...rest.filter((line) => Math.round(line.top) === top).map(({ left }) => left)));
    assert.equal(new Set(starts.map(Math.round)).size, 1, 'and begin at the same place');
    await page.close();
  });

  test('a replay that is open stays open when the next check finds another failure', async (t) => {
    const { chapter } = repository;
    t.after(() => writeFiles(chapter.src, starterOf(chapter)));
    const page = await open(chapter01);
    const task = page.getByRole('region', { name: 'Task of step 1' });
    await task.getByRole('button', { name: 'Check' }).click();
    const replay = task.locator('[data-replay]');
    await replay.locator('summary').click();
    await replay.getByText('The line marked ▶').waitFor();
    await task.locator('.failure-problem', { hasText: 'Expected status 200, got 404' }).waitFor();
    await replay.locator('summary').focus();
    const file = 'hello.controller.ts';
    const wrong = solutionAt(chapter, 1).get(file)!.replace('Hello, reader!', 'Hello!');
    writeFiles(chapter.src, new Map([...starterOf(chapter), [file, wrong]]));
    await task.locator('.failure-problem', { hasNotText: 'got 404' }).waitFor();
    assert.equal(await replay.getAttribute('open'), '');
    assert.equal(await page.evaluate(`document.activeElement.closest('[data-replay]') !== null`), true);
    await replay.locator('.replay-lines', { hasText: 'Hello!' }).first().waitFor();
    await page.close();
  });

  test('pictures follow the theme that the reader has chosen', async () => {
    const page = await open('/', { colorScheme: 'light' });
    await page.evaluate(`document.body.append(Object.assign(document.createElement('picture'), {
      innerHTML: '<source media="(prefers-color-scheme: dark)" srcset="/assets/dark.svg"><img alt="" src="/assets/icon.svg">',
    }))`);
    const media = () => page.locator('source').getAttribute('media');
    const toggle = page.getByRole('button', { name: 'Switch between light and dark' });
    await toggle.click();
    assert.equal(await media(), 'all');
    await toggle.click();
    assert.equal(await media(), 'not all');
    await page.close();
  });

  test('on a phone, nothing moves when the scripts arrive after the first paint', async () => {
    for (const path of [chapter01, '/x-ray/']) {
      const page = await site.newPage(browser, { viewport: { width: 390, height: 800 } });
      page.setDefaultTimeout(20_000);
      await page.addInitScript(`self.shift = 0;
        const observe = (type, use) => new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true });
        observe('layout-shift', ({ value }) => { self.shift += value; });
        observe('paint', ({ name }) => console.debug(name));`);
      const painted = page.waitForEvent('console', (message) => message.text() === 'first-contentful-paint');
      await page.route(/\/(site|chapter|x-ray)\.js$/, async (route) => {
        await painted;
        await route.continue();
      });
      await page.goto(site.url + path);
      await page.waitForFunction('window.trellis !== undefined');
      // Shifts are reported with a frame.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      assert.ok(Number(await page.evaluate('self.shift')) < 0.05, path);
      await page.close();
    }
  });

  test('code is selected if the browser denies the clipboard', async () => {
    const page = await open(chapter01);
    await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("denied"))');
    await page.getByRole('button', { name: 'Copy: Terminal' }).first().click();
    await page.getByText('Selected').waitFor();
    assert.equal(await page.evaluate('String(getSelection())'), 'npm run chapter 01');
    await page.close();
  });

  test('a check that the server can’t run shows an error', async () => {
    const page = await open(chapter01);
    await page.route('**/check/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Check', exact: true }).first().click();
    await page.getByText('The check could not run: Nothing responds.').waitFor();
    await page.close();
  });

  test('checks on every save can be switched off, and stay off', async () => {
    const page = await open(chapter01);
    const box = page.getByLabel('on every save');
    assert.equal(await box.isChecked(), true);
    const streams: string[] = [];
    page.on('request', (request) => request.url().includes('/progress') && streams.push(request.url()));
    await box.uncheck();
    await page.reload();
    assert.equal(await box.isChecked(), false);
    await Promise.all([page.waitForRequest(/on-save=1/), box.check()]);
    assert.deepEqual(
      streams.map((url) => url.includes('on-save=1')),
      [false, false, true],
    );
    await page.close();
  });

  test('the list of pages does not move: the current entry is as high as the others, and X-ray shows the list in the same place', async () => {
    const page = await open(chapter01);
    const entry = page.locator('#pages a', { hasText: 'Routes and handlers' });
    const current = await entry.boundingBox();
    await page.goto(`${site.url}/x-ray/`);
    assert.deepEqual(await entry.boundingBox(), current);
    await page.close();
  });

  test('a correct prediction colours its verdict, not the names in the trip', async () => {
    const page = await open(chapter01);
    const [verdict, name, text] = (await page.evaluate(`(() => {
      const part = document.createElement('div');
      part.className = 'predict';
      part.innerHTML = '<div class="is-right"><p><b>Right.</b></p><ol class="layers"><li class="layer"><p class="layer-head"><b>BearerAuth</b></p></li></ol></div>';
      document.querySelector('article').append(part);
      const colours = [...part.querySelectorAll('b'), document.body].map((each) => getComputedStyle(each).color);
      part.remove();
      return colours;
    })()`)) as string[];
    assert.equal(name, text);
    assert.notEqual(verdict, text);
    await page.close();
  });

  test('a link to the editor explains what to do if no editor opens', async () => {
    const page = await open(chapter01);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.locator('.task a.editor').first().click();
    await page.getByText('If nothing happens, paste its path, which is copied, into your editor').waitFor();
    assert.match(String(await page.evaluate('navigator.clipboard.readText()')), /src[\\/]hello\.controller\.ts$/);
    await page.close();
  });

  test('a heading may have any name: the table of contents follows it, and the skip link leads to the main content', async () => {
    const page = await open('/docs/reference/names/');
    assert.equal(await page.locator('.contents [aria-current]').count(), 0, 'no heading has been reached');
    assert.deepEqual(
      await page.evaluate('[document.querySelectorAll("#content").length, document.querySelector(".skip").hash]'),
      [1, '#main-text'],
    );
    await page.close();
  });

  test('the top bar leads to every kind of page, and marks the current one', async () => {
    const page = await open('/');
    const bar = page.getByRole('navigation', { name: 'Kinds of pages' });
    await bar.getByRole('link', { name: 'Reference' }).click();
    await page.waitForURL(/docs\/reference\/api/);
    assert.equal(await bar.locator('[aria-current=true]').innerText(), 'Reference');
    await bar.getByRole('link', { name: 'Chapters' }).click();
    await page.waitForURL(/\/#chapters$/);
    await page.close();
  });

  test('on a phone, all graphs of the dashboard fit into two windows, and none is cut', async () => {
    const page = await open('/dashboard/', { viewport: { width: 390, height: 844 } });
    const values = new Map(graphs.flatMap(({ lines }) => lines).map((line) => [line, 0.0082]));
    const points = [0, 2_000].map((at) => ({ at, values, routes: [] }));
    const watched = { chapter: '29-seeing', url: 'http://localhost:1', points, problem: undefined };
    const markup = dashboardView(watched, undefined).toString();
    await page.evaluate(`document.querySelector('#dashboard').innerHTML = ${JSON.stringify(markup)}`);
    const height = await page.evaluate('document.documentElement.scrollHeight');
    assert.ok((height as number) < 2 * 844, `${height}`);
    const cut = `[...document.querySelectorAll('.graph')].filter((graph) => graph.scrollWidth > graph.clientWidth).length`;
    assert.deepEqual([await page.evaluate(cut), await page.locator('.graph').count()], [0, graphs.length]);
    await page.close();
  });

  test('the dashboard is as wide as a phone, and keeps a number and its unit together', async () => {
    const page = await open('/dashboard/', { viewport: { width: 390, height: 800 } });
    const route = 'POST /admin/newsletters/:newsletter/subscriptions/:subscription';
    const routes = [{ route, perSecond: 0.5, failed: 0, p95: 0.0082 }];
    const values = new Map([50, 95, 99].map((q) => [`p${q}`, 0.0082]));
    const watched = { chapter: '29-seeing', url: 'http://localhost:1', points: [{ at: 0, values, routes }] };
    const markup = dashboardView({ ...watched, problem: undefined }, undefined).toString();
    await page.evaluate(`document.querySelector('#dashboard').innerHTML = ${JSON.stringify(markup)}`);
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    for (const width of [390, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await page.evaluate(
        `[...document.querySelectorAll('.value')].map((each) => each.getClientRects().length)`,
      );
      assert.deepEqual(new Set(lines as number[]), new Set([1]), `${width}`);
    }
    await page.close();
  });

  searchStories(open);

  test('the 404 page of a static host finds the site below a sub-path, and searches for what the address says', async (t) => {
    const script = (name: string) => readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
    const files = new Map([
      ['', '<h1>Home</h1>'],
      ['assets/icon.svg', ''],
      ['assets/index.js', searchScript(new Content(), diskPlaces('/'))],
      ...['search-engine.js', 'finder.js', 'not-found.js'].map((name) => [`assets/${name}`, script(name)] as const),
    ]);
    const server = createServer((request, response) => {
      const [, name = 'outside'] = /^\/trellis\/(.*)$/.exec(request.url ?? '') ?? [];
      const type = name.endsWith('.js') ? 'text/javascript' : 'text/html';
      response.writeHead(files.has(name) ? 200 : 404, { 'content-type': `${type}; charset=utf-8` });
      response.end(files.get(name) ?? notFoundPage('index.js'));
    }).listen(0);
    t.after(() => server.close());
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/trellis/`;
    const page = await browser.newPage();
    assert.equal((await page.goto(`${address}docs/guide/midleware/index.html`))?.status(), 404);
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    assert.equal(paper, 'rgb(253, 253, 251)', 'it has its styles with it');
    const input = page.getByRole('searchbox', { name: 'Search the workshop' });
    assert.equal(await input.inputValue(), 'midleware');
    const found = page.locator('.found a[href^="/trellis/"]');
    await found.first().waitFor();
    assert.equal(await found.filter({ hasText: /middleware/i }).count(), await found.count());
    // A result that is a page doesn't say its title twice.
    assert.equal(await page.locator('.found li', { hasText: /^Middleware\s*Guide$/ }).count(), 1);
    assert.equal(
      await page.locator('.found li', { hasText: /^Middleware and bearer authentication\s*Chapter 10$/ }).count(),
      1,
    );
    await input.fill('refresh token');
    await page.locator('.found', { hasText: '14 Refresh tokens' }).waitFor();
    await input.fill('zzz');
    await page.getByText('Nothing found.').waitFor();
    assert.deepEqual(await violations(page), []);
    await page.locator('.button[href="/trellis/"]').click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.close();
  });
});
