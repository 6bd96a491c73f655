import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, violations, withoutBrowser } from '../browser.fixture.ts';
import { blogRoutes, json, post, type ScriptedProgram, scriptedProgram } from './scripted-program.fixture.ts';

/** A token that the page can read, with the signature of nobody. */
const token = `e30.${Buffer.from(JSON.stringify({ user_id: 'u1', email: 'ada@example.com' })).toString('base64url')}.x`;

describe('your blog, when something is wrong with the program', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let program: ScriptedProgram;
  let page: Page;
  before(async () => {
    [browser, program] = await Promise.all([launchBrowser(), scriptedProgram()]);
    page = await program.site.newPage(browser, { viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(10_000);
    await page.goto(`${program.site.url}/blog/`);
  });
  after(async () => {
    await browser?.close();
    await program?.stop();
  });
  beforeEach(async () => {
    // Nothing of the test before: neither its address nor its token.
    await page.evaluate('sessionStorage.clear()');
    await page.goto('about:blank');
    program.received.length = 0;
    program.respond = (_, response) => json(response, 200, [post('1')]);
    await program.listens();
  });

  const open = (hash = '') => page.goto(`${program.site.url}/blog/${hash}`);
  const problem = () => page.getByRole('alert').innerText();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  test('a response that can’t be shown is explained, and the request can be tried again', async () => {
    const cases: [status: number, body: unknown, headers: Record<string, string>, expected: RegExp][] = [
      [500, { error: 'no such table: posts' }, {}, /failed with 500\s+no such table: posts\. X-ray shows where/],
      [429, { error: 'Slow down' }, { 'retry-after': '30' }, /Too many requests[\s\S]*Try again in 30 seconds\./],
      [429, {}, {}, /Try again in a while\./],
      [403, { error: 'Forbidden' }, {}, /responded with 403\s+Forbidden\./],
      [200, { posts: [] }, {}, /isn’t an array\s+GET \/posts should return an array of posts.*\{"posts":\[\]\}/],
      [200, null, {}, /Your program returned null/],
    ];
    let [status, body, headers, expected] = cases[0]!;
    program.respond = (_, response) => json(response, status, body, headers);
    await open();
    for ([status, body, headers, expected] of cases) {
      await press('Try again');
      await page.getByRole('alert').getByText(expected).waitFor();
    }
    program.respond = (_, response) => json(response, 200, [post('1')]);
    await press('Try again');
    await page.getByRole('link', { name: 'Post 1' }).waitFor();
  });

  test('invalid JSON is quoted as text', async () => {
    program.respond = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<img src=x>[');
    await open();
    assert.match(await problem(), /isn’t JSON\s+Your program sent text\/html: <img src=x>\[/);
    assert.deepEqual(await violations(page), []);
  });

  test('entries that aren’t posts are left out, and fields of other types are shown as text', async () => {
    const odd = { id: 7, title: null, content: ['a'], created_at: 'never', author: 'Ada', published: 1 };
    program.respond = (_, response) => json(response, 200, [null, 'text', [], odd]);
    await open();
    await page.getByText('One post, served').waitFor();
    assert.match(await page.locator('.blog-entry').innerText(), /^Untitled\s+a\s+1 min read$/);
  });

  test('an id that is not text for an address, and a post without an id, spoil nothing', async () => {
    program.respond = ({ url }, response) =>
      json(
        response,
        200,
        url === '/posts' ? [post('\ud800'), post('', { title: 'No id' })] : post('a', { content: '  indented' }),
      );
    await open();
    await page.getByRole('heading', { name: 'No id' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'No id' }).count(), 0);
    await page.locator('.blog-entry a').first().click();
    await page.getByRole('heading', { level: 1, name: 'Post a' }).waitFor();
    assert.equal(program.received.at(-1)?.url, '/posts/%EF%BF%BD');
    assert.equal(await page.locator('.blog-prose p').textContent(), '  indented');
  });

  test('the link that skips to the text keeps the address of the post', async () => {
    program.respond = (_, response) => json(response, 200, post('1'));
    await open('#/posts/1');
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
    await page.getByRole('link', { name: 'Skip to the text' }).press('Enter');
    assert.equal(new URL(page.url()).hash, '#/posts/1');
    assert.equal(await page.evaluate('document.activeElement.id'), 'main-text');
  });

  test('a slow program: the page says so, and shows the request that is under way', async () => {
    let release = () => {};
    program.respond = (_, response) => {
      release = () => json(response, 200, [post('1')]);
    };
    await page.clock.install();
    await open();
    await page.locator('#blog-trips li').waitFor();
    await page.clock.fastForward(3_000);
    await page.getByText('Your program hasn’t responded yet.').waitFor();
    assert.match(await page.locator('#blog-trips').innerText(), /GET\s*\/posts\s*waiting/);
    assert.deepEqual(await violations(page), []);
    release();
    await page.getByRole('link', { name: 'Post 1' }).waitFor();
    assert.equal(await page.locator('#blog-notice').innerText(), '');
    await page.clock.resume();
  });

  test('500 posts: 20 at a time, and the focus goes to the first new one', async () => {
    const posts = Array.from({ length: 500 }, (_, index) => post(String(index)));
    program.respond = (_, response) => json(response, 200, posts);
    await open();
    await page.getByText('500 posts, served').waitFor();
    assert.equal(await page.locator('.blog-entry').count(), 20);
    await press('Older posts');
    assert.equal(await page.locator('.blog-entry').count(), 40);
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Post 20');
    assert.equal(program.received.length, 1, 'they were all in one response');
  });

  test('a list in pages: the Link header leads on', async () => {
    program.respond = ({ url }, response) =>
      url === '/posts'
        ? json(response, 200, [post('new')], { link: '</posts?after=1>; rel="next"' })
        : json(response, 200, [post('old')]);
    await open();
    await press('Older posts');
    await page.getByRole('link', { name: 'Post old' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Older posts' }).isHidden(), true);
  });

  test('versions of an API: the newest is used if nothing else is there', async () => {
    const routes = [{ path: '/api/v2/posts' }, { path: '/api/v2/posts/:id' }];
    await program.listens(routes.map(({ path }) => ({ method: 'GET', path, handler: '' })));
    program.respond = ({ url }, response) =>
      json(response, 200, { data: url?.endsWith('/1') ? post('1') : [post('1')] });
    await open();
    await page.getByRole('link', { name: 'Post 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
    assert.equal(program.received.at(-1)?.url, '/api/v2/posts/1');
  });

  test('the program stops: the post stays on the screen, and the page continues when it is back', async () => {
    await open();
    await page.getByRole('link', { name: 'Post 1' }).waitFor();
    await program.ends();
    await page.getByText('Your program has stopped. The terminal of chapter 11 says why.').waitFor();
    assert.equal(await page.getByRole('link', { name: 'Post 1' }).isVisible(), true);
    await page.getByRole('link', { name: 'Post 1' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your program isn’t listening' }).waitFor();
    assert.deepEqual(await violations(page), []);
    program.respond = (_, response) => json(response, 200, post('1'));
    await program.listens();
    await page.getByRole('heading', { level: 1, name: 'Post 1' }).waitFor();
  });

  test('a post that is gone', async () => {
    program.respond = (_, response) => json(response, 404, { error: 'Post not found' });
    await open('#/posts/..%2f..%2fauth');
    await page.getByRole('heading', { level: 1, name: 'There is no such post' }).waitFor();
    assert.equal(program.received.at(-1)?.url, '/posts/..%2F..%2Fauth');
  });

  test('a server that reports no routes and has no posts', async () => {
    await program.listens([]);
    program.respond = (_, response) => json(response, 404, { error: 'Not Found' });
    await open();
    await page.getByRole('heading', { level: 1, name: 'Your program has no posts yet' }).waitFor();
  });

  async function signIn(): Promise<void> {
    program.respond = ({ url }, response) => json(response, 200, url === '/auth/login' ? { token } : [post('1')]);
    await open('#/sign-in');
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('basil and salt');
    await press('Sign in');
    await page.getByText('You are signed in as ada@example.com.').waitFor();
  }

  test('a token that a restart has made invalid: what was written survives the new sign-in', async () => {
    await signIn();
    await page.getByRole('link', { name: 'Write', exact: true }).click();
    await page.getByLabel('Title').fill('Soup');
    await page.getByLabel('Text').fill('Leeks.');
    await program.listens();
    await page.getByText('Your program has restarted. What you have typed is still here.').waitFor();
    program.respond = (_, response) => json(response, 401, { error: 'Invalid token' });
    await press('Publish');
    await page.getByText('Your program no longer accepts your token: “Invalid token”.').waitFor();
    assert.equal(await page.evaluate('sessionStorage.getItem("blog-session")'), null);
    program.respond = (_, response) => json(response, 200, { token });
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password').fill('basil and salt');
    await press('Sign in');
    await page.getByText('This is what you had written and not saved.').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Soup');
    assert.equal(await page.getByLabel('Text').inputValue(), 'Leeks.');
  });

  test('a failed save keeps the text, and says that the account may be gone after a restart', async () => {
    await signIn();
    await program.listens();
    await page.getByRole('link', { name: 'Write', exact: true }).click();
    await page.getByLabel('Title').fill('Soup');
    program.respond = (_, response) => json(response, 500, { error: 'FOREIGN KEY constraint failed' });
    await press('Save as draft');
    assert.match(await problem(), /FOREIGN KEY constraint failed\.[\s\S]*sign out, and register again\.$/m);
    await program.ends();
    await page.getByText('Your program has stopped.').waitFor();
    await press('Save as draft');
    await page.getByText('Your program didn’t respond').waitFor();
    assert.equal(await page.getByLabel('Title').inputValue(), 'Soup');
  });

  test('a route that isn’t implemented yet, and a program that registers users but has no login', async () => {
    await program.listens(blogRoutes.filter(({ path }) => path !== '/auth/login'));
    program.respond = (_, response) => json(response, 501, { error: 'Not Implemented' });
    await open('#/register');
    await press('Register');
    await page.getByText('The route responds with 501, Not Implemented: chapter 08 adds the rest.').waitFor();
    program.respond = (_, response) => json(response, 201, { id: 'u1', name: 'Ada' });
    await press('Register');
    const note = page.getByText('You are registered. Your program has no POST /auth/login: chapter 09 adds it.');
    await note.waitFor();
    assert.equal(await page.getByRole('alert').count(), 0);
  });

  test('without routes to write, nothing to write with is offered', async () => {
    await program.listens(blogRoutes.filter(({ method }) => method === 'GET'));
    await open();
    await page.getByRole('link', { name: 'Post 1' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Write', exact: true }).count(), 0);
    assert.match(
      await page.locator('#blog-missing').innerText(),
      /Your program has no POST \/posts: chapter 04 adds it\./,
    );
  });
});
