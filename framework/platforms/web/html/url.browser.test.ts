import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from '../../../../scripts/site/browser.fixture.ts';
import { type Html, html, raw } from './html.ts';
import { foreignUrls, links, loaders, openServers, unsafeUrls } from './url.cases.ts';

describe('URLs in a real browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let page: Page;
  let own: Server;
  let foreign: Server;
  let shown: Html[] = [];
  /** What reached the other server, and the dialogs that a script opened. */
  let events: string[] = [];

  before(async () => {
    own = createServer((request, response) => {
      const isPage = request.url === '/';
      response.writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
      response.end(isPage ? `<!doctype html>${shown.join('\n')}` : '');
    }).listen(0, '127.0.0.1');
    foreign = createServer((request, response) => {
      events.push(`${request.url}`);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('alert("loaded")');
    }).listen(0, '127.0.0.1');
    await Promise.all([once(own, 'listening'), once(foreign, 'listening')]);
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    for (const server of [own, foreign]) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(20_000);
    page.on('dialog', (dialog) => {
      events.push(`a script ran: ${dialog.message()}`);
      void dialog.dismiss();
    });
  });
  afterEach(() => page.close());

  const hostOf = (server: Server) => `127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Loads a page with these templates, and waits until the browser has nothing left to do. */
  async function eventsOf(templates: Html[]): Promise<string[]> {
    shown = templates;
    events = [];
    await page.goto(`http://${hostOf(own)}/`, { waitUntil: 'load' });
    await page.evaluate('new Promise((done) => requestIdleCallback(done))');
    return events;
  }

  test('the page does reach the other server and run scripts if the URL is marked as raw', async () => {
    const url = raw(`//${hostOf(foreign)}/x.js`);
    assert.ok((await eventsOf([html`<script src="${url}"></script>`])).includes('a script ran: loaded'));
    for (const load of loaders.slice(1, 4)) assert.ok((await eventsOf([load(url)])).includes('/x.js'), `${load(url)}`);
    assert.ok((await eventsOf([html`<link rel="stylesheet" href="${url}">`])).includes('/x.js'));
    const [, ...spellings] = foreignUrls(hostOf(foreign)).slice(0, 9);
    for (const spelling of spellings) {
      const found = await eventsOf([html`<script src="${raw(spelling)}"></script>`]);
      assert.ok(found.includes('a script ran: loaded'), JSON.stringify(spelling));
    }
    for (const open of openServers) {
      const markup = open(raw(`/${hostOf(foreign)}/x.js`));
      assert.ok(
        (await eventsOf([markup])).some((event) => event.startsWith('/x.js')),
        `${markup}`,
      );
    }
    const frame = html`<iframe src="${raw('java\nscript:alert(1)')}"></iframe>`;
    assert.ok((await eventsOf([frame])).includes('a script ran: 1'));
  });

  test('no value chooses the server from which code is loaded', async () => {
    const urls = foreignUrls(hostOf(foreign));
    for (const load of loaders) assert.deepEqual(await eventsOf(urls.map(load)), [], `${load('…')}`);
    const rests = urls.map((url) => url.replace('/', ''));
    for (const open of openServers) assert.deepEqual(await eventsOf(rests.map(open)), [], `${open('…')}`);
  });

  test('no value runs as a script when the page loads', async () => {
    for (const template of [...loaders, ...links]) {
      assert.deepEqual(await eventsOf(unsafeUrls.map(template)), [], `${template('…')}`);
    }
  });

  test('a click on a link with an unsafe URL leads to a blank page', async () => {
    for (const url of unsafeUrls) {
      await eventsOf([html`<a href="${url}">here</a>`]);
      await page.click('a', { noWaitAfter: true });
      await page.waitForURL('about:blank#blocked');
      assert.deepEqual(events, [], JSON.stringify(url));
    }
  });
});
