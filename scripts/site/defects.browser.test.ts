import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { type Client, start } from 'trellis/testing';
import { createSite } from './app.ts';
import { launchBrowser, withoutBrowser } from './browser.fixture.ts';
import { notFoundPage } from './not-found-page.ts';
import { repositoryWithChapter, type TestRepository } from './repository.fixture.ts';

const chapter01 = '/chapters/01-hello-route/';

/** Regression tests for bugs that the site has had. */
describe('small things in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser;
  let repository: TestRepository;
  let site: Client;
  before(async () => {
    repository = repositoryWithChapter();
    repository.write('docs/reference/api.md', '# API\n\n## Content\n\nText.\n\n## More\n\nText.\n');
    [browser, site] = await Promise.all([launchBrowser(), start(createSite(repository.path))]);
  });
  after(async () => {
    await browser?.close();
    await site?.stop();
    repository?.remove();
  });

  async function open(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
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

  test('/ opens the search while a radio button has the focus, and types a slash in an input field', async () => {
    const page = await open('/');
    await page.getByLabel('400 Without a title').check();
    await page.keyboard.press('/');
    const input = page.getByRole('combobox', { name: 'Search' });
    await input.waitFor();
    await page.keyboard.press('a');
    await page.keyboard.press('/');
    assert.equal(await input.inputValue(), 'a/');
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
    const page = await open('/docs/reference/api/');
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

  test('the 404 page of a static host finds the site below a sub-path', async (t) => {
    const server = createServer((request, response) => {
      const known = ['/trellis/', '/trellis/assets/icon.svg'].includes(request.url ?? '');
      response.writeHead(known ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(known ? '<h1>Home</h1>' : notFoundPage());
    }).listen(0);
    t.after(() => server.close());
    await once(server, 'listening');
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/trellis/`;
    const page = await browser.newPage();
    assert.equal((await page.goto(`${address}chapters/99/no/page.html`))?.status(), 404);
    const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    assert.equal(paper, 'rgb(253, 253, 251)', 'it has its styles with it');
    await page.locator('.button[href="/trellis/"]').click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.close();
  });
});
