import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { type RunningChapter, runningChapter, until } from './running-chapter.fixture.ts';

describe('the form and the list of X-ray, in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let running: RunningChapter;
  before(async () => {
    [browser, running] = await Promise.all([launchBrowser(), runningChapter('01-hello-route')]);
  });
  after(async () => {
    await browser?.close();
    await running?.stop();
  });

  async function open(path = '/x-ray/'): Promise<Page> {
    const page = await running.site.newPage(browser, { viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(20_000);
    await page.goto(running.site.url + path);
    return page;
  }

  test('a body that was written for POST is neither sent nor copied with GET, and comes back with POST', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const [method, body] = [page.getByLabel('Method'), page.getByRole('textbox', { name: 'Body' })];
    const copied = async () => {
      await page.getByRole('button', { name: 'Copy as curl' }).click();
      await page.locator('#sent', { hasText: 'Copied.' }).waitFor();
      return String(await page.evaluate('navigator.clipboard.readText()'));
    };
    assert.equal(await body.isDisabled(), true, 'GET is chosen at first');
    await method.selectOption('POST');
    await body.fill('{"password":"basil"}');
    assert.match(await copied(), /^curl -i -X POST .*-d '\{"password":"basil"\}' /);
    await method.selectOption('GET');
    assert.equal(await body.isDisabled(), true);
    assert.equal(await copied(), `curl -i ${running.url}/`);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('#sent', { hasText: 'Got 404.' }).waitFor();
    assert.equal(running.feed.traces[0]?.request.headers['content-length'], undefined);
    await method.selectOption('PUT');
    assert.equal(await body.inputValue(), '{"password":"basil"}');
    await page.close();
  });

  for (const typed of ['hello', 'http://localhost:3000/hello', '/hello']) {
    test(`${typed} in the field for the path is understood as /hello`, async () => {
      const page = await open();
      await page.getByRole('combobox', { name: 'Path' }).fill(typed);
      await page.keyboard.press('Enter');
      await page.locator('#sent', { hasText: 'Got 200.' }).waitFor();
      assert.equal(running.feed.traces[0]?.path, '/hello');
      assert.equal(await page.getByRole('combobox', { name: 'Path' }).inputValue(), '/hello');
      await page.close();
    });
  }

  test('a path of 4,000 characters is not wider than the page, and the method keeps its distance from the path', async () => {
    const known = running.feed.traces.length;
    await fetch(`${running.url}/${'x'.repeat(4_000)}`);
    await fetch(`${running.url}/hello`, { method: 'OPTIONS' });
    await until(() => running.feed.traces.length === known + 2);
    for (const { key } of running.feed.traces.slice(0, 2)) {
      const page = await open(`/x-ray/requests/${key}`);
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 1280);
      assert.equal(
        await page.evaluate(`[...document.querySelectorAll('.trips .method')]
          .filter((method) => method.scrollWidth > method.clientWidth).length`),
        0,
      );
      await page.close();
    }
  });

  test('the list can be filtered and cleared, and the address of a request still leads to it', async () => {
    const page = await open();
    for (const path of ['/hello', '/tags', '/nope']) await fetch(running.url + path);
    const rows = page.locator('#trips a').filter({ visible: true });
    await rows.filter({ hasText: '/nope' }).first().waitFor();
    await page.getByRole('searchbox', { name: 'Filter the requests' }).fill('404 NOPE');
    assert.deepEqual([await rows.count(), /nope/.test(await rows.innerText())], [1, true]);
    await page.getByText(/^1 of \d+ shown$/).waitFor();
    await fetch(`${running.url}/hello`);
    await fetch(`${running.url}/nope`);
    await page.getByText(/^2 of \d+ shown$/).waitFor();
    const address = page.url();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.locator('#no-trips').waitFor();
    assert.equal(await page.locator('#trips li').count(), 0);
    assert.equal((await page.goto(address))?.status(), 200);
    await page.close();
  });

  test('a message does not cover the links to the next page', async () => {
    const page = await open('/chapters/01-hello-route/');
    await page.evaluate(
      `window.trellis.say('All steps pass.'); document.querySelector('.way-on').scrollIntoView({ block: 'end' })`,
    );
    const covered = await page.evaluate(`[...document.querySelectorAll('.way-on a')].filter((link) => {
      const [a, b] = [link.getBoundingClientRect(), document.querySelector('.toast').getBoundingClientRect()];
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    }).length`);
    assert.equal(covered, 0);
    await page.close();
  });

  test('at 1024 × 768, the opened request begins in the upper half', async () => {
    const page = await open();
    await fetch(`${running.url}/hello`);
    await page.locator('.trip').waitFor();
    await page.setViewportSize({ width: 1024, height: 768 });
    const top = await page.locator('.trip-panel').evaluate((panel) => panel.getBoundingClientRect().top);
    assert.ok(top < 384, `at ${top}`);
    await page.close();
  });

  test('a request that runs has a row, a stream its bytes so far, and one that fails halfway is not green', async () => {
    const { path, write } = running.repository;
    const name = join(running.chapter.src, 'hello.controller.ts').slice(path.length + 1);
    const text = readFileSync(join(path, name), 'utf8');
    const slow = `{ method: 'GET', path: '/slow', handler: () => new Promise<string>((resolve) => { finish = resolve; }) },`;
    const finishing = `{ method: 'GET', path: '/finish', handler: () => finish('done') },`;
    const stream = `{ method: 'GET', path: '/stream', handler: (ctx) => ctx.stream(pieces()) },`;
    const pieces = `async function* pieces() { yield '123'; await new Promise<string>((resolve) => { finish = resolve; }); throw new Error('the disk is gone'); }`;
    write(
      name,
      `let finish: (text: string) => void = () => {};\n${text.replace('return [', `return [${slow}${finishing}${stream}`)}\n${pieces}\n`,
    );
    await until(() => running.feed.program?.routes.some((route) => route.path === '/slow') ?? false);
    const { url } = running.feed.program!;
    const page = await open();
    const response = fetch(`${url}/slow`);
    await page.locator('#pending', { hasText: '/slow' }).getByText('running').waitFor();
    await page.locator('.trip-verdict', { hasText: 'is running.' }).waitFor();
    assert.deepEqual(await violations(page, `document.querySelector('.x-ray')`), []);
    await fetch(`${url}/finish`);
    await response;
    await page.locator('#trips', { hasText: '/slow' }).waitFor();
    assert.equal(await page.locator('#pending li').count(), 0);

    const streamed = fetch(`${url}/stream`).then((sent) => sent.text());
    await page.locator('#pending', { hasText: 'being sent, 3 bytes' }).waitFor();
    await fetch(`${url}/finish`);
    await assert.rejects(streamed);
    await page.locator('#trips a', { hasText: 'failed halfway, 3 bytes' }).click();
    await page.locator('.trip.is-bad', { hasText: 'failed halfway: the disk is gone.' }).waitFor();
    await page.close();
    write(name, text);
  });
});
