import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { repositoryWithChapter, type TestRepository } from './repository.fixture.ts';
import { type StartedSite, startSite } from './started-site.fixture.ts';

describe('the entrance in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let repository: TestRepository;
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

  test('the address from the terminal opens the site, and the key is gone from the address bar', async () => {
    const page = await browser.newPage();
    await page.goto(site.address);
    assert.equal(page.url(), `${site.url}/`);
    await page.goto(`${site.url}/x-ray/`);
    await page.getByText('No chapter is running.').waitFor();
    const [cookie] = await page.context().cookies();
    assert.deepEqual([cookie?.httpOnly, cookie?.sameSite, cookie?.path], [true, 'Strict', '/']);
    assert.equal(await page.evaluate('document.cookie'), '');
    await page.close();
  });

  test('without the key, a page says what to do, in both themes and on a phone', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 390, height: 800 } });
      const errors: string[] = [];
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      const response = await page.goto(`${site.url}/chapters/01-hello-route/`);
      assert.equal(response?.status(), 403);
      await page.getByRole('heading', { name: 'Open these pages with the address from your terminal' }).waitFor();
      const paper = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.equal(paper === 'rgb(253, 253, 251)', colorScheme === 'light', 'its policy allows its styles');
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
      assert.deepEqual(await violations(page), []);
      // The status itself, and the icon that browsers ask for.
      assert.deepEqual(
        errors.filter((error) => !error.includes('status of 403')),
        [],
      );
      await page.close();
    }
  });

  test('a link on another site opens the address from the terminal, and later any page', async (t) => {
    const page = await browser.newPage();
    const chapter = `${site.url}/chapters/01-hello-route/`;
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${site.address}">enter</a> <a href="${chapter}">chapter</a>`);
    }).listen(0, '127.0.0.1');
    t.after(() => server.close().closeAllConnections());
    await once(server, 'listening');
    // Another site, since the site under test is at 127.0.0.1.
    const elsewhere = `http://localhost:${(server.address() as AddressInfo).port}/`;
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'chapter' }).click();
    await page.getByRole('heading', { name: 'Open these pages' }).waitFor();
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'enter' }).click();
    await page.getByRole('link', { name: 'Start with chapter 01' }).waitFor();
    assert.equal(page.url(), `${site.url}/`);
    await page.goto(elsewhere);
    await page.getByRole('link', { name: 'chapter' }).click();
    await page.getByRole('heading', { name: 'Routes and handlers' }).waitFor();
    await page.close();
  });

  test('scripts of a page whose key is no longer valid show what to do', async () => {
    const page = await site.newPage(browser);
    await page.goto(`${site.url}/chapters/01-hello-route/`);
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Check', exact: true }).first().click();
    await page.getByText('The check could not run: Open these pages with the address from your terminal').waitFor();
    await page.close();
  });
});
