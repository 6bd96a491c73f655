import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '../scripts/site/browser.fixture.ts';
import { AppModule as AbuseModule } from './17-abuse/src/app.module.ts';
import { appOptions as abuseOptions } from './17-abuse/src/app.options.ts';
import { AppModule } from './18-browsers/src/app.module.ts';
import { appOptions } from './18-browsers/src/app.options.ts';
import { type Solution, startSolution } from './solution.fixture.ts';

// What chapter 18 says about browsers, in a browser. `127.0.0.1` and `localhost` are two sites.

const attacker = { email: 'attacker@example.com', password: 'leeks and potatoes', name: 'Attacker' };

describe('pages of other sites in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let evil: Server;
  let evilUrl: string;
  let html = '';

  before(async () => {
    browser = await launchBrowser();
    evil = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html)).listen(0);
    await once(evil, 'listening');
    evilUrl = `http://localhost:${(evil.address() as AddressInfo).port}`;
  });

  after(async () => {
    await browser?.close();
    evil?.closeAllConnections();
    evil?.close();
  });

  for (const [chapter, module, options, status] of [
    ['17', AbuseModule, abuseOptions, 200],
    ['18', AppModule, appOptions, 403],
  ] as const) {
    test(`login CSRF with a form of the type text/plain: ${status} in chapter ${chapter}`, () =>
      withBlog(module, options, {}, async (blog, page) => {
        await blog.post('/auth/register', attacker);
        // The name of the field and its value, with the "=" between them, are one line of JSON.
        const line = JSON.stringify({ ...attacker, ignored: '=' });
        const [name, value] = line.split('=') as [string, string];
        html = `<form method="post" enctype="text/plain" action="${blog.url}/auth/session">
          <input name='${name}' value='${value}'></form><script>document.forms[0].submit()</script>`;
        const received = page.waitForResponse(`${blog.url}/auth/session`);
        await page.goto(evilUrl);
        const response = await received;
        assert.equal((await response.request().allHeaders())['sec-fetch-site'], 'cross-site');
        assert.equal(response.status(), status);
        const cookies = await page.context().cookies(blog.url);
        assert.equal(cookies.length, status === 200 ? 1 : 0, 'the visitor is signed in as the attacker');
      }));
  }

  test('a script can send a simple request, and not read its response', () =>
    withBlog(AppModule, appOptions, {}, async (blog, page) => {
      html = '';
      await page.goto(evilUrl);
      assert.equal(await readable(page, `${blog.url}/auth/me`), false);
      assert.match(blog.log.lines.join('\n'), /GET \/auth\/me/, 'the server has responded');
    }));

  test('a script of a trusted origin can read, and change something after a preflight', () =>
    withBlog(AppModule, appOptions, { CORS_ORIGINS: () => evilUrl }, async (blog, page) => {
      const { token } = (await blog.post('/auth/register', attacker)).body;
      html = '';
      await page.goto(evilUrl);
      assert.equal(await readable(page, `${blog.url}/posts`), true);
      const created = await page.evaluate(
        async ([url, authorization]) => {
          const headers = { 'content-type': 'application/json', authorization: authorization! };
          const body = JSON.stringify({ title: 'Soup', content: 'Add more basil.' });
          return (await fetch(url!, { method: 'POST', headers, body })).status;
        },
        [`${blog.url}/posts`, `Bearer ${token}`],
      );
      assert.equal(created, 201);
    }));

  /** Whether a script on the page can read a response. */
  function readable(page: Page, url: string): Promise<boolean> {
    return page.evaluate(
      (address) =>
        fetch(address).then(
          () => true,
          () => false,
        ),
      url,
    );
  }

  async function withBlog(
    module: typeof AppModule,
    options: typeof appOptions,
    environment: Record<string, () => string>,
    work: (blog: Solution, page: Page) => Promise<void>,
  ): Promise<void> {
    const values = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value()]));
    const blog = await startSolution(module, { BCRYPT_COST: '4', ...values }, options);
    let context: BrowserContext | undefined;
    try {
      context = await browser.newContext();
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      await work(blog, page);
    } finally {
      await context?.close();
      await blog.stop();
    }
  }
});
