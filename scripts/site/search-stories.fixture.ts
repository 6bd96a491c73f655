import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Browser, Page } from 'playwright-core';

const chapter01 = '/chapters/01-hello-route/';

/** How the dialog of the search behaves. */
export function searchStories(
  open: (path: string, options?: Parameters<Browser['newPage']>[0]) => Promise<Page>,
): void {
  test('on a phone, a button closes the search', async () => {
    const page = await open(chapter01, { viewport: { width: 390, height: 800 } });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    assert.equal(await page.getByRole('dialog').count(), 0);
    await page.close();
  });

  test('a click beside the search closes it, and the result under the pointer is the chosen one', async () => {
    const page = await open(chapter01);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Search' }).fill('route');
    const second = page.getByRole('option').nth(1);
    await second.hover();
    assert.equal(await second.getAttribute('aria-selected'), 'true');
    await page.mouse.click(5, 400);
    await second.waitFor({ state: 'hidden' });
    await page.close();
  });

  test('what is typed right after / is searched, although the index comes later', async () => {
    const page = await open(chapter01);
    let release = () => {};
    const typed = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/search*.js', async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.type('/routes');
    assert.equal(await page.getByRole('combobox', { name: 'Search' }).inputValue(), 'routes');
    release();
    await page.getByRole('option').first().waitFor();
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
}
