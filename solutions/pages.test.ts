import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { html } from 'trellis';
import { launchBrowser, violations, withoutBrowser } from '../scripts/site/browser.fixture.ts';
import { allChapters } from '../scripts/workshop/chapters.ts';
import { isolation } from '../scripts/workshop/run/isolation.ts';
import { Program } from '../scripts/workshop/run/program.ts';
import { withFolder } from '../scripts/workshop/scratch-folder.ts';
import { solutionAt } from '../scripts/workshop/starters.ts';
import { Passwords } from './19-web-pages/src/auth/passwords.ts';
import { SessionsService } from './19-web-pages/src/auth/sessions.service.ts';
import { PagesModule } from './19-web-pages/src/pages/pages.module.ts';
import { pagesOptions } from './19-web-pages/src/pages/pages.options.ts';
import { PostsService } from './19-web-pages/src/posts/posts.service.ts';
import { UsersService } from './19-web-pages/src/users/users.service.ts';
import { type Solution, startSolution } from './solution.fixture.ts';

// What chapter 19 says about browsers, in a real browser.

const cook = { email: 'cook@example.com', password: 'basil and salt', name: 'The cook' };
const chapter = allChapters().find(({ number }) => number === '19')!;

/** A post for each place in a page: what it contains, and what a reader does to start the script. */
const payloads: { place: string; title: string; content: string; start(page: Page): Promise<unknown> }[] = [
  {
    place: 'text',
    title: '<img src="x" onerror="document.title = \'taken\'">',
    content: 'Nothing.',
    start: (page) => page.waitForLoadState('networkidle'),
  },
  {
    place: 'an attribute',
    title: 'A tooltip',
    content: '" onmouseover="document.title = \'taken\'',
    start: (page) => page.getByRole('link', { name: 'A tooltip' }).hover(),
  },
  {
    place: 'a URL',
    title: 'A link',
    content: "javascript:void(document.title='taken')",
    start: async (page) => {
      await page.getByRole('link', { name: 'A link' }).click();
      await page.locator('.content a').click();
    },
  },
];

describe('the pages of chapter 19 in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
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
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.getByText('Text is required.').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Soup "with" <basil>');
    await page.getByLabel('Text').fill('\nAdd more.\nhttps://soup.example/more');
    await page.getByRole('button', { name: 'Save as draft' }).click();
    await page.waitForURL(`${blog.url}/my-posts`);
    assert.equal(await page.getByRole('status').innerText(), 'Your draft is saved.');
    await page.reload();
    assert.equal(await page.getByRole('listitem').count(), 1, 'a reload writes nothing');
    assert.equal(await page.getByRole('status').count(), 0, 'the notice is shown once');
    await page.getByRole('button', { name: 'Publish Soup "with" <basil>' }).click();
    await page.waitForURL(/\/posts\//);
    assert.equal(await page.locator('h1').innerText(), 'Soup "with" <basil>');
    assert.equal(await page.locator('.content a').getAttribute('href'), 'https://soup.example/more');

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    await page.goBack();
    assert.equal(await page.getByRole('button', { name: 'Sign out' }).count(), 0, '"back" shows no private page');
    assert.deepEqual(
      complaints.filter((line) => !/\b(401|422)\b/.test(line)),
      [],
    );
    await page.context().close();
  });

  for (const { place, title, content, start } of payloads) {
    test(`a script in ${place} runs in the starter, and neither after step 1 nor in the solution`, async () => {
      const isTaken = async (url: string, patience = 300) => {
        const { page } = await open();
        await register(page, url);
        await write(page, url, { title, content });
        await page.goto(url);
        await start(page);
        // A script runs a moment after the click that starts it.
        const taken = page.waitForFunction("document.title === 'taken'", undefined, { timeout: patience });
        const isIt = await taken.then(
          () => true,
          () => false,
        );
        await page.context().close();
        return isIt;
      };
      assert.equal(await withPages(0, (url) => isTaken(url, 10_000)), true, 'the starter is vulnerable');
      assert.equal(
        await withPages(1, (url) => isTaken(url)),
        false,
        'without a strict policy, escaping alone is enough',
      );
      assert.equal(await isTaken(blog.url), false);
    });
  }

  test('registering ends the session that the browser had', async () => {
    const { page } = await open();
    await page.goto(`${blog.url}/auth/sign-in`);
    await signIn(page);
    const sessionId = (await page.context().cookies()).find(({ name }) => name === 'session_id')!.value;
    assert.ok(await blog.app.get(SessionsService).find(sessionId));
    await page.goto(`${blog.url}/auth/register`);
    await page.getByLabel('Name').fill('The gardener');
    await page.getByLabel('Email').fill('gardener@example.com');
    await page.getByLabel('Password').fill('sunflower seeds');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await page.waitForURL(`${blog.url}/`);
    assert.equal(await blog.app.get(SessionsService).find(sessionId), undefined);
  });

  test('the policy stops a script that got into a page anyway', async () => {
    const inject = async (url: string) => {
      const { page } = await open();
      await page.goto(url);
      await page.evaluate(`
        const script = document.createElement('script');
        script.textContent = 'document.title = "taken"';
        document.body.append(script);
      `);
      const found = await page.title();
      await page.context().close();
      return found === 'taken';
    };
    assert.equal(await withPages(1, inject), true, 'the policy of the starter allows it');
    assert.equal(await inject(blog.url), false);
  });

  test('the browser keeps the style, and asks whether it has changed', async () => {
    const { page } = await open();
    await page.goto(blog.url);
    const again = page.waitForResponse(`${blog.url}/public/style.css`);
    await page.reload();
    assert.equal((await again).status(), 304);
    await page.context().close();
  });

  test('a form on another port gets the cookie along, works before step 5, and is refused after it', async () => {
    const forge = async (url: string) => {
      const evil = createServer((_, response) => {
        const form = html`<form method="post" action="${url}/my-posts">
          <input name="title" value="Pills"><input name="content" value="Cheap"><button>Look at the cats</button></form>`;
        response.setHeader('content-type', 'text/html').end(form.toString());
      }).listen(0, '127.0.0.1');
      await once(evil, 'listening');
      const { page } = await open();
      try {
        await register(page, url);
        await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}`);
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await page.getByRole('button').click();
        const answer = await answered;
        assert.match((await answer.request().allHeaders()).cookie ?? '', /session_id=/, 'SameSite does not help here');
        await page.goto(`${url}/my-posts`);
        return { status: answer.status(), isWritten: (await page.getByText('Pills').count()) > 0 };
      } finally {
        await page.context().close();
        evil.closeAllConnections();
        evil.close();
      }
    };
    assert.deepEqual(await withPages(4, forge), { status: 303, isWritten: true });
    assert.deepEqual(await forge(blog.url), { status: 403, isWritten: false });
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`axe finds nothing, and no page is wider than a phone, ${colorScheme}`, async () => {
      const { page } = await open({ colorScheme, viewport: { width: 390, height: 844 } });
      const look = async (path: string) => {
        if (path !== '') await page.goto(blog.url + path);
        assert.deepEqual(await violations(page), [], page.url());
        const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
        assert.ok(width <= 390, `${page.url()} is ${width} pixels wide`);
      };
      await look('/');
      await look('/auth/register');
      await look('/auth/sign-in');
      await signIn(page);
      await page.goto(`${blog.url}/my-posts/new`);
      await page.getByRole('button', { name: 'Save as draft' }).click();
      await page.getByRole('alert').waitFor();
      await look('');
      const described = await page.getByLabel('Title').getAttribute('aria-describedby');
      assert.equal(await page.locator(`#${described}`).innerText(), 'Title is required.');
      await blog.app.get(PostsService).create({ title: 'A draft', content: 'Of something' }, author);
      await look('/my-posts');
      await look('/nowhere');
      await page.context().close();
    });
  }

  /** A window with nothing remembered, and everything that the browser complains about in it. */
  async function open(options: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
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

/** The program as of a step, in a process of its own. */
function withPages<T>(step: number, work: (url: string) => Promise<T>): Promise<T> {
  return withFolder(solutionAt(chapter, step), async (src) => {
    const env = { ...isolation(), NODE_ENV: 'development', BCRYPT_COST: '4', PORT: '0', HOST: '127.0.0.1' };
    const program = new Program({ src, env });
    try {
      return await work((await program.listening()).url.replace('localhost', '127.0.0.1'));
    } finally {
      await program.kill();
    }
  });
}

async function register(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/auth/register`);
  await page.getByLabel('Name').fill('Mallory');
  await page.getByLabel('Email').fill(`mallory-${Math.random()}@example.com`);
  await page.getByLabel('Password').fill('leeks and potatoes');
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

async function write(page: Page, url: string, { title, content }: { title: string; content: string }): Promise<void> {
  await page.goto(`${url}/my-posts/new`);
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill(content);
  await page.getByRole('button', { name: 'Save as draft' }).click();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.waitForURL(/\/posts\//);
}

test('in production no other host can set the cookie that the token of the sign-in form is made from', () => {
  // The name is chosen when the file is loaded, so this needs a process of its own.
  const script = `
    import { start } from 'trellis/testing';
    import { PagesModule } from './solutions/19-web-pages/src/pages/pages.module.ts';
    import { pagesOptions } from './solutions/19-web-pages/src/pages/pages.options.ts';
    const { get, stop } = await start(PagesModule, pagesOptions);
    console.log((await get('/auth/sign-in')).headers.get('set-cookie'));
    await stop();
  `;
  const env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: 'memory:' };
  const cwd = join(import.meta.dirname, '..');
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
  assert.match(stdout, /^__Host-form_id=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/m, stderr);
});
