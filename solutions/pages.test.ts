import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { html } from 'trellis';
import { launchBrowser, violations, withoutBrowser } from '../scripts/site/browser.fixture.ts';
import { Passwords } from './18-web-pages/src/auth/passwords.ts';
import { PagesModule } from './18-web-pages/src/pages/pages.module.ts';
import { pagesOptions } from './18-web-pages/src/pages/pages.options.ts';
import { PostsService } from './18-web-pages/src/posts/posts.service.ts';
import { UsersService } from './18-web-pages/src/users/users.service.ts';
import { type Solution, startSolution } from './solution.fixture.ts';

// What chapter 18 says of browsers, in a browser.

const cook = { email: 'cook@example.com', password: 'basil and salt', name: 'The cook' };

describe('the blog in a browser', { skip: withoutBrowser }, () => {
  let browser: Browser;
  let blog: Solution;
  let author: string;
  before(async () => {
    [browser, blog] = await Promise.all([
      launchBrowser(),
      startSolution(PagesModule, { BCRYPT_COST: '4' }, pagesOptions),
    ]);
    const hash = await blog.app.get(Passwords).hash(cook.password);
    author = (await blog.app.get(UsersService).create({ ...cook, hash })).id;
  });
  after(async () => {
    await browser?.close();
    await blog?.stop();
  });

  test('without a script: sign in, write, publish, sign out', async () => {
    const { page, complaints } = await open({ javaScriptEnabled: false });
    await page.goto(`${blog.url}/my-posts`);
    await page.getByLabel('Email').fill(cook.email);
    await page.getByLabel('Password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByLabel('Email').inputValue(), cook.email);
    assert.equal(await page.getByLabel('Password').inputValue(), '');
    await signIn(page);

    await page.getByRole('link', { name: 'My posts' }).click();
    await page.getByRole('link', { name: 'Write' }).click();
    await page.getByLabel('Title').fill('Soup "with" <basil>');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await page.getByText('Text is required.').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Soup "with" <basil>');
    await page.getByLabel('Text').fill('\nAdd more.\nAnd more.');
    await page.getByRole('button', { name: 'Keep as a draft' }).click();
    await page.waitForURL(`${blog.url}/my-posts`);
    await page.reload();
    assert.equal(await page.getByRole('listitem').count(), 1, 'a reload writes nothing');
    await page.getByRole('button', { name: 'Publish Soup "with" <basil>' }).click();
    await page.waitForURL(/\/posts\//);
    assert.equal(await page.locator('h1').innerText(), 'Soup "with" <basil>');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    assert.deepEqual(
      complaints.filter((line) => !line.includes('401') && !line.includes('422')),
      [],
    );
    await page.context().close();
  });

  for (const bypassCSP of [false, true]) {
    test(`a script in a post stays text, ${bypassCSP ? 'also without' : 'with'} the policy`, async () => {
      const attack = '<script>document.title = "taken"</script><img src="x" onerror="document.title = \'taken\'">';
      const posts = blog.app.get(PostsService);
      const { id } = await posts.create({ title: attack, content: attack }, author);
      await posts.publish(id);
      const { page, complaints } = await open({ bypassCSP });
      for (const path of ['/', `/posts/${id}`]) {
        await page.goto(blog.url + path, { waitUntil: 'load' });
        assert.ok((await page.locator('main').innerText()).includes(attack), `${path} shows what was typed`);
        assert.equal(await page.locator('main script, main img').count(), 0);
        assert.notEqual(await page.title(), 'taken');
      }
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  test('a form on another port of the same machine gets the cookie along, and is refused', async () => {
    const evil = createServer((_, response) => {
      const form = html`<form method="post" action="${blog.url}/my-posts">
        <input name="title" value="Pills"><input name="content" value="Cheap"><button>Look at the cats</button></form>`;
      response.setHeader('content-type', 'text/html').end(form.toString());
    }).listen(0, '127.0.0.1');
    await once(evil, 'listening');
    const { page } = await open();
    try {
      await page.goto(`${blog.url}/auth/sign-in`);
      await signIn(page);
      await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
      const answered = page.waitForResponse(`${blog.url}/my-posts`);
      await page.getByRole('button').click();
      const answer = await answered;
      assert.match((await answer.request().allHeaders()).cookie ?? '', /session_id=/, 'SameSite is no help here');
      assert.equal(answer.status(), 403);
      const titles = (await blog.app.get(PostsService).byAuthor(author)).map(({ title }) => title);
      assert.ok(!titles.includes('Pills'), 'nothing was written');
    } finally {
      await page.context().close();
      evil.closeAllConnections();
      evil.close();
    }
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing, ${colorScheme}`, async () => {
      const { page } = await open({ colorScheme });
      await page.goto(blog.url);
      assert.deepEqual(await violations(page), []);
      await page.goto(`${blog.url}/auth/sign-in`);
      assert.deepEqual(await violations(page), []);
      await signIn(page);
      await page.goto(`${blog.url}/my-posts/new`);
      await page.getByRole('button', { name: 'Keep as a draft' }).click();
      await page.getByRole('alert').waitFor();
      assert.deepEqual(await violations(page), []);
      await blog.app.get(PostsService).create({ title: 'A draft', content: 'Of something' }, author);
      await page.goto(`${blog.url}/my-posts`);
      assert.deepEqual(await violations(page), []);
      await page.goto(`${blog.url}/nowhere`);
      assert.deepEqual(await violations(page), []);
      await page.context().close();
    });
  }

  /** A window with nothing remembered, and everything that the browser complains about in it. */
  async function open(
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    return { page, complaints };
  }

  async function signIn(page: Page): Promise<void> {
    await page.getByLabel('Email').fill(cook.email);
    await page.getByLabel('Password').fill(cook.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
  }
});

test('in production no other host can set the cookie that the token of the sign-in form is made from', () => {
  // The name is chosen when the file is loaded, so this needs a process of its own.
  const script = `
    import { start } from 'trellis/testing';
    import { PagesModule } from './solutions/18-web-pages/src/pages/pages.module.ts';
    import { pagesOptions } from './solutions/18-web-pages/src/pages/pages.options.ts';
    const { get, stop } = await start(PagesModule, pagesOptions);
    console.log((await get('/auth/sign-in')).headers.get('set-cookie'));
    await stop();
  `;
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: 'memory:' };
  const cwd = join(import.meta.dirname, '..');
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  assert.match(stdout, /^__Host-form_id=[0-9a-f-]{36}; Path=\/; HttpOnly; Secure; SameSite=Lax$/m, stderr);
});
