import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, withoutBrowser } from './browser.fixture.ts';
import { type RunningChapter, runningChapter, until } from './running-chapter.fixture.ts';

describe('the form and the list of X-ray, in a browser', { skip: withoutBrowser }, () => {
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
});
