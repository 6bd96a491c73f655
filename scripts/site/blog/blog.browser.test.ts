import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, violations, withoutBrowser } from '../browser.fixture.ts';
import { type RunningChapter, runningChapter } from '../running-chapter.fixture.ts';

describe('your blog with the solutions of the chapters, in a browser', {
  skip: withoutBrowser(import.meta.filename),
}, () => {
  let browser: Browser;
  before(async () => {
    // A password takes seconds to hash otherwise.
    process.env.BCRYPT_COST = '4';
    browser = await launchBrowser();
  });
  after(async () => {
    delete process.env.BCRYPT_COST;
    await browser?.close();
  });

  async function open({ site }: RunningChapter): Promise<Page> {
    const page = await site.newPage(browser, { viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(15_000);
    await page.goto(`${site.url}/blog/`);
    return page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
  /** The requests that the page lists, newest first: method, path without ids, status. */
  const requests = async (page: Page) =>
    (await page.locator('#blog-trips li').allInnerTexts()).map((text) =>
      text
        .replace(/\s+/g, ' ')
        .replace(/\/[\w-]{36}/, '/:id')
        .replace(/ [\d.]+ m?s$/, ''),
    );
  async function register(page: Page, name = 'Ada'): Promise<void> {
    await page.getByRole('navigation', { name: 'Blog' }).getByRole('link', { name: 'Register' }).click();
    await heading(page, 'Register').waitFor();
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(`${name.replace(/\W/g, '')}@example.com`);
    await page.getByLabel('Password').fill('basil and salt');
    await press(page, 'Register');
    await page.getByText(`You are signed in as ${name}.`).waitFor();
  }
  async function write(page: Page, title: string, content: string, how: string): Promise<void> {
    await follow(page, 'Write');
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text').fill(content);
    await press(page, how);
    await heading(page, title).waitFor();
  }

  test('chapter 11: register, sign in, write a draft, find it, publish, read, edit and delete it', async (t) => {
    const running = await runningChapter('11-the-blog');
    t.after(() => running.stop());
    const page = await open(running);
    await page.getByText('Nothing is published yet').waitFor();

    await register(page);
    await page.setViewportSize({ width: 1024, height: 768 });
    const [toast, bar] = await Promise.all(['.toast', '#blog-nav'].map((part) => page.locator(part).boundingBox()));
    assert.ok(toast!.y > bar!.y + bar!.height, 'the message doesn’t cover the buttons');
    await page.setViewportSize({ width: 1280, height: 900 });
    assert.deepEqual(await requests(page), [
      'GET /posts 200',
      'POST /auth/login 200',
      'POST /auth/register 201',
      'GET /posts 200',
    ]);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Your blog', 'the heading has the focus');

    await write(page, 'Soup', 'Leeks.\n\nMore basil\nthan you think.', 'Save as draft');
    await page.getByText('Draft', { exact: true }).waitFor();
    assert.equal(await page.title(), 'Soup · Trellis');
    assert.deepEqual(await page.locator('.blog-prose p').allTextContents(), ['Leeks.', 'More basil\nthan you think.']);

    await follow(page, 'Posts');
    await page.getByText('Nothing is published yet').waitFor();
    await follow(page, 'My drafts');
    await heading(page, 'My drafts').waitFor();
    await follow(page, 'Soup');
    await press(page, 'Publish');
    await page.getByText('Published.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();

    await follow(page, 'Posts');
    await page.getByText('One post, served by the program you wrote.').waitFor();
    assert.deepEqual(await violations(page), [], 'the list');
    await follow(page, 'Soup');
    assert.match(await page.locator('.blog-byline').innerText(), /^A\s*Ada\s*\w+ \d+, \d{4}\s*1 min read$/);

    await follow(page, 'Edit');
    await page.getByLabel('Title').fill('Soup, again');
    assert.deepEqual(await violations(page), [], 'the editor');
    await press(page, 'Save');
    await heading(page, 'Soup, again').waitFor();
    assert.equal(await page.getByText('Draft', { exact: true }).count(), 0, 'it is still published');

    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await press(page, 'Delete');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Cancel');
    assert.deepEqual(await violations(page), [], 'the question');
    await press(page, 'Cancel');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Delete', 'the focus is back');
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing is published yet').waitFor();
    assert.deepEqual(await requests(page), ['GET /posts 200', 'DELETE /posts/:id 204', 'GET /posts/:id 200']);

    await page.locator('#blog-trips a').nth(1).click();
    await page.waitForURL(/\/x-ray\/requests\//);
    assert.match(await page.locator('.trip-head').innerText(), /^DELETE \/posts\//);
    await page.goBack();
    await press(page, 'Sign out');
    await page.getByText('You are signed out').waitFor();
    assert.equal(await page.evaluate('sessionStorage.getItem("blog-session")'), null);

    await follow(page, 'Sign in');
    await page.getByLabel('Email').fill('Ada@example.com');
    await page.getByLabel('Password').fill('wrong password');
    await press(page, 'Sign in');
    await page.getByRole('alert').getByText('invalid credentials').waitFor();
    assert.deepEqual(await violations(page), [], 'a failed sign-in');
    await page.getByLabel('Password').fill('basil and salt');
    await page.keyboard.press('Enter');
    await page.getByText('You are signed in as Ada@example.com.').waitFor();
    await page.context().close();
  });

  test('chapter 04: everybody writes and publishes, and what is missing is named with its chapter', async (t) => {
    const running = await runningChapter('04-controllers');
    t.after(() => running.stop());
    const page = await open(running);
    await page.getByText('Your program has no POST /auth/login yet: chapter 09 adds it.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Sign in' }).count(), 0);
    await write(page, 'Bread', 'Flour, water, salt.', 'Save as draft');
    await follow(page, 'Drafts');
    await heading(page, 'Drafts').waitFor();
    await follow(page, 'Bread');
    await press(page, 'Publish');
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    assert.deepEqual(await requests(page), [
      ...['GET /posts/:id 200', 'PUT /posts/:id 200', 'GET /posts/:id 200', 'GET /admin/drafts 200'],
      ...['GET /posts/:id 200', 'POST /posts 201', 'GET /posts 200'],
    ]);
    await page.goto(`${running.site.url}/blog/#/sign-in`);
    await page.getByRole('alert').getByText('Your program has no POST /auth/login yet').waitFor();
    await page.context().close();
  });

  test('chapter 16: authors open their drafts, which nobody else can', async (t) => {
    const running = await runningChapter('16-authorization');
    t.after(() => running.stop());
    const page = await open(running);
    await register(page, 'Ada');
    await write(page, 'Farewell', 'The restaurant closes in May.', 'Save as draft');
    await heading(page, 'Farewell').waitFor();
    assert.deepEqual((await requests(page)).slice(0, 3), [
      'GET /my-posts/:id 200',
      'GET /posts/:id 404',
      'POST /posts 201',
    ]);
    await press(page, 'Publish');
    await page.getByRole('button', { name: 'Unpublish' }).waitFor();
    await press(page, 'Unpublish');
    await page.getByRole('button', { name: 'Publish' }).waitFor();
    const draft = page.url();
    await press(page, 'Sign out');
    await page.getByText('You are signed out').waitFor();
    await page.goto(draft);
    await heading(page, 'There is no such post').waitFor();
    await page.context().close();
  });

  test('chapter 14: registering signs in, a post of somebody else can’t be edited here, and hostile words stay words', async (t) => {
    const running = await runningChapter('14-keys-and-refresh');
    t.after(() => running.stop());
    const page = await open(running);
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => dialogs.push(dialog.message()) && void dialog.dismiss());
    await page.getByText('Nothing is published yet').waitFor();
    await register(page, '<b>Eve</b>');
    assert.deepEqual((await requests(page)).slice(0, 2), ['GET /posts 200', 'POST /auth/register 201']);
    const title = '<img src=x onerror=alert(1)> & "quotes" </script><script>alert(2)</script>';
    await write(page, title, `<script>alert(3)</script>\n\n${'x'.repeat(3_000)}`, 'Publish');
    assert.equal(await heading(page, title).textContent(), title);
    assert.equal(await page.locator('#blog-view :is(img, script, b)').count(), 0);
    await write(page, 'Very long '.repeat(20).trim(), 'Short.', 'Publish');
    await follow(page, 'Posts');
    await page.getByText('2 posts, served').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
    }
    await page.setViewportSize({ width: 1280, height: 900 });

    await press(page, 'Sign out');
    await page.getByText('You are signed out').waitFor();
    assert.equal((await requests(page))[1], 'POST /auth/logout 204');
    await register(page, 'Ada');
    await page.getByRole('link', { name: title }).click();
    await heading(page, title).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Delete' }).count(), 0);
    assert.deepEqual(dialogs, []);
    await page.context().close();
  });
});
