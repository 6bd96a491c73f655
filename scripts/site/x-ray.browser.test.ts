import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import jwt from 'jsonwebtoken';
import type { Browser, Locator, Page } from 'playwright-core';
import { isThorough } from '../../framework/fixtures/slow.ts';
import { launchBrowser, violations, withoutBrowser } from './browser.fixture.ts';
import { type RunningChapter, runningChapter, startSolved, until } from './running-chapter.fixture.ts';
import type { StartedSite } from './started-site.fixture.ts';
import { summaryOf } from './x-ray-summary.ts';

const secrets = {
  password: 'basil-and-salt-9',
  cookie: 'c00kie-of-the-cook',
  key: 'blog_4f6a9c0d2b1e8f7a',
  queried: 'queried-token-1',
  signing: 'a-secret-of-32-bytes-for-signing',
};

describe('the X-ray of chapter 10, in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  let browser: Browser;
  let running: RunningChapter;
  before(async () => {
    process.env.JWT_SECRET = secrets.signing;
    [browser, running] = await Promise.all([launchBrowser(), runningChapter('10-bearer-auth')]);
  });
  after(async () => {
    delete process.env.JWT_SECRET;
    await browser?.close();
    await running?.stop();
  });

  async function open(path = '/x-ray/', options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
    const page = await running.site.newPage(browser, { viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(20_000);
    await page.goto(running.site.url + path);
    return page;
  }

  const ask = (path: string, options: RequestInit = {}) => fetch(running.url + path, options);
  const textOf = async (part: Locator) => (await part.innerText()).replace(/\s+/g, ' ');
  /** Opens the newest request whose line contains these words. The previous request stays open until it has loaded. */
  const openTrip = async (page: Page, words: RegExp) => {
    const id = await page.locator('#trips a').filter({ hasText: words }).first().getAttribute('data-trip');
    await page.locator(`#trips [data-trip="${id}"]`).click();
    return textOf(page.locator(`.trip[data-id="${id}"]`));
  };

  test('requests appear as they come, newest first: a matched route, with why it won and where it is defined', async () => {
    const page = await open();
    await page.getByText('Chapter 10: Middleware and bearer authentication listens on').waitFor();
    await ask('/posts');
    await ask('/posts/first');
    await page.locator('#trips a').filter({ hasText: '/posts/first' }).waitFor();
    assert.match(await page.locator('#trips li').first().innerText(), /\/posts\/first/);
    const text = await openTrip(page, /\/posts\/first/);
    assert.match(text, /^GET \/posts\/first 404 PostsController\.show responded with 404 Not Found: /);
    assert.match(
      text,
      /GET \/posts\/:id → PostsController\.show .* pattern route: every segment matches, and no exact path does/,
    );
    assert.match(text, /Parameters: id = "first"/);
    assert.match(text, /handler PostsController\.show returned posts\.controller\.ts:\d+/);
    assert.match(text, /query select .* where id = \? .*0 rows posts\.service\.ts:\d+/);
    const place = await page.locator('.layer-handler .place').first().getAttribute('href');
    const [, file, line] = /^vscode:\/\/file\/(.+):(\d+)$/.exec(place ?? '') ?? [];
    const code = readFileSync(decodeURI(process.platform === 'win32' ? file! : `/${file}`), 'utf8').split('\n');
    assert.match(code[Number(line) - 1]!, /async show\(ctx/);
    await page.close();
  });

  test('a cache hit, a stopped chain, a refused body and a 500', async () => {
    const page = await open();
    await ask('/posts/again');
    await ask('/posts/again');
    await page.locator('#trips a').filter({ hasText: 'from the cache' }).waitFor();
    assert.match(await openTrip(page, /from the cache/), /\/posts\/:id → PostsController\.show from the cache/);

    await ask('/admin/drafts');
    await page.locator('#trips a').filter({ hasText: 'stopped by BearerAuth' }).waitFor();
    const stopped = await openTrip(page, /stopped by BearerAuth/);
    assert.match(
      stopped,
      /^GET \/admin\/drafts 401 Stopped by BearerAuth: Missing authorization\. The request has no Authorization header\./,
    );
    assert.match(stopped, /authorization was not sent/);
    assert.match(stopped, /middleware BearerAuth stopped .*bearer-auth\.ts:\d+/);
    assert.match(
      await page.locator('.frame .is-here').innerText(),
      /\d+\s*if \(header === ''\) return .*Missing authorization/,
    );
    assert.match(stopped, /AdminController\.drafts never ran/);
    assert.match(stopped, /401 .*"error":"Missing authorization"/);

    const body = JSON.stringify({ email: 'cook@', password: secrets.password });
    await ask('/auth/register', { method: 'POST', body });
    await page.locator('#trips a').filter({ hasText: 'RegisterDTO refused' }).waitFor();
    const refused = await openTrip(page, /RegisterDTO refused/);
    assert.match(
      refused,
      /bind RegisterDTO refused .*email must be an email address, name is required auth\.dto\.ts:\d+/,
    );
    assert.match(refused, /400 RegisterDTO refused the body: email must be an email address, name is required\./);
    assert.match(refused, /Request \{"email":"cook@","password":"•••"\}/);
    assert.match(await page.locator('.frame .is-here').innerText(), /email/);

    await ask('/posts/nothing', { method: 'PUT', body: '{"title":"x"}' });
    await page.locator('#trips a').filter({ hasText: '500' }).waitFor();
    const failed = await openTrip(page, /500/);
    assert.match(failed, /handler PostsController\.update threw/);
    assert.match(failed, /500 .*record not found/);
    await page.close();
  });

  test('why a token was rejected, which the response does not say', async () => {
    const user = JSON.stringify({ email: 'token@example.com', password: secrets.password, name: 'A token' });
    await ask('/auth/register', { method: 'POST', body: user });
    const { token } = (await (await ask('/auth/login', { method: 'POST', body: user })).json()) as { token: string };
    const [head, claims, signature = ''] = token.split('.');
    const encoded = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url');
    const unsigned = `${encoded({ alg: 'none' })}.${claims}.`;
    const altered = `${head}.${encoded({ user_id: 'another', exp: 9e9 })}.${signature}`;
    const old = jwt.sign({ user_id: 'u', email: 'e', exp: 1_767_323_045 }, secrets.signing);
    const incomplete = jwt.sign({ user_id: 'u', exp: 9e9 }, secrets.signing);
    const reasons: [sent: string, reason: RegExp][] = [
      ['nonsense', /^Stopped by BearerAuth: Invalid token\. The token is not a well-formed JWT\.$/],
      [unsigned, /The token has no signature\./],
      [altered, /The signature does not match: /],
      [old, /The token expired at 2026-01-02 03:04:05 UTC\./],
      [incomplete, /The signature and the expiry of the token are valid, so another check rejected it\./],
    ];
    // At the same time: each request has a reason of its own.
    const paths = await Promise.all(
      reasons.map(async ([sent], index) => {
        const path = `/admin/drafts?number=${index}`;
        const response = await ask(path, { headers: { authorization: `Bearer ${sent}` } });
        assert.deepEqual(await response.json(), { error: 'Invalid token' });
        return path;
      }),
    );
    const traceOf = (index: number) =>
      running.feed.traces.find(
        ({ request }) => request.query.number === String(index) && request.headers.authorization,
      );
    await until(() => paths.every((_, index) => traceOf(index) !== undefined));
    for (const [index, [sent, reason]] of reasons.entries()) {
      const trace = traceOf(index)!;
      assert.match(summaryOf(trace).text, reason);
      assert.doesNotMatch(JSON.stringify(trace), new RegExp(sent.replaceAll('.', '\\.')));
    }
    await ask('/admin/drafts?number=9', { headers: { authorization: `Bearer ${token}` } });
    await until(() => traceOf(9) !== undefined);
    assert.equal(traceOf(9)!.token, undefined, 'only for a token that was rejected');
  });

  test('on a phone, six requests fit into the list, and the way of the open one into a line', async () => {
    for (let count = 0; count < 8; count++) await ask('/admin/drafts');
    const page = await open('/x-ray/', { viewport: { width: 390, height: 844 } });
    const rows = await page.locator('#trips').evaluate((list) => {
      const { bottom } = list.getBoundingClientRect();
      return [...list.children].filter((row) => row.getBoundingClientRect().bottom <= bottom).length;
    });
    assert.ok(rows >= 6, `${rows} rows`);
    const way = page.locator('.way li');
    assert.deepEqual(await way.allTextContents(), ['/admin/drafts', 'BearerAuth', 'AdminController.drafts', '401']);
    const boxes = await Promise.all((await way.all()).map((part) => part.boundingBox()));
    assert.equal(new Set(boxes.map((box) => box!.y)).size, 1, 'one line');
    assert.ok(boxes.every((box) => box!.width > 24 && box!.x + box!.width < 390));
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 390);
    await page.close();
  });

  test('by keyboard: the arrows move, Enter opens, and the tab key meets the list once', async () => {
    const page = await open();
    await ask('/posts/keyboard');
    await page.locator('#trips a').filter({ hasText: '/posts/keyboard' }).waitFor();
    assert.equal(await page.locator('#trips a[tabindex="0"]').count(), 1);
    await page.locator('#trips a').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    const focused = await page.evaluate('document.activeElement.dataset.trip');
    assert.equal(focused, await page.locator('#trips a').nth(1).getAttribute('data-trip'));
    await page.keyboard.press('Enter');
    await page.locator(`.trip[data-id="${focused}"]`).waitFor();
    assert.equal(await page.locator('#trips [aria-current="true"]').getAttribute('data-trip'), focused);
    await page.close();
  });

  test('Send: register, log in, and write with the token of the last login, which no page ever sees', async () => {
    const page = await open();
    const send = async (method: string, path: string, body: object, status: number) => {
      await page.locator('[name=method]').selectOption(method);
      await page.locator('[name=path]').fill(path);
      await page.locator('[name=body]').fill(JSON.stringify(body));
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.locator('#sent', { hasText: `Got ${status}.` }).waitFor();
    };
    const user = { email: 'gardener@example.com', password: secrets.password, name: 'The cook' };
    await send('POST', '/auth/register', user, 201);
    await page.getByText('Headers and credentials').click();
    await page.getByText('Nothing yet. Log in with this form').waitFor();
    await send('POST', '/auth/login', user, 200);
    await page.getByLabel('Authorization: Bearer <TOKEN>').check();
    await page.locator('[name=headers]').fill(`X-API-Key: ${secrets.key}\nCookie: session=${secrets.cookie}`);
    await send('POST', `/posts?token=${secrets.queried}`, { title: 'Soup', content: 'Basil.' }, 201);
    const text = await textOf(page.locator('.trip', { has: page.locator('h2', { hasText: 'POST /posts' }) }));
    assert.match(text, /middleware BearerAuth continued/);
    assert.match(text, /set user_email = "gardener@example\.com"/);
    assert.match(text, /bind CreatePostDTO accepted .*Fields: title, content/);

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    await page.locator('#sent', { hasText: 'Copied.' }).waitFor();
    const curl = (await page.evaluate('navigator.clipboard.readText()')) as string;
    assert.match(curl, /^curl -i -X POST .*-H 'Authorization: Bearer <TOKEN>'/);
    assert.ok(curl.includes(running.url.slice(-5)), curl);
    assert.doesNotMatch(curl, /eyJ/);

    await page.locator('[name=headers]').fill('nonsense');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('#sent', { hasText: '"nonsense" is not a header' }).waitFor();
    await page.close();
  });

  test('new requests open by themselves, Back leads to the one before, and every address can be loaded again', async () => {
    const page = await open();
    await ask('/posts/one');
    await page.locator('.trip h2', { hasText: '/posts/one' }).waitFor();
    await ask('/posts/two');
    await page.locator('.trip h2', { hasText: '/posts/two' }).waitFor();
    await page.locator('#trips a').filter({ hasText: '/posts/one' }).first().click();
    await page.locator('.trip h2', { hasText: '/posts/one' }).waitFor();
    await ask('/posts/three');
    await page.locator('#trips a').filter({ hasText: '/posts/three' }).waitFor();
    assert.match(await page.locator('.trip h2').innerText(), /\/posts\/one/, 'what was chosen stays');
    await page.getByLabel('Open new ones').check();
    await ask('/posts/four');
    await page.locator('.trip h2', { hasText: '/posts/four' }).waitFor();
    await page.getByLabel('Open new ones').uncheck();
    await page.goBack();
    await page.locator('.trip h2', { hasText: '/posts/two' }).waitFor();
    await page.reload();
    await page.locator('.trip h2', { hasText: '/posts/two' }).waitFor();
    assert.match((await running.site.get(new URL(page.url()).pathname)).headers.get('cache-control') ?? '', /no-store/);
    const gone = await page.goto(`${running.site.url}/x-ray/requests/99-1`);
    assert.equal(gone?.status(), 404);
    await page.getByText('This request is no longer kept').waitFor();
    assert.ok((await page.locator('#trips li').count()) > 2, 'it is still X-ray');
    await page.close();
  });

  test('a request that was opened can be changed in the form and sent again', async () => {
    await ask('/posts?page=2');
    const page = await open();
    await page.locator('.trip h2', { hasText: '/posts' }).waitFor();
    await page.getByRole('button', { name: 'Edit and send' }).click();
    const field = page.getByRole('combobox', { name: 'Path' });
    assert.equal(await field.inputValue(), '/posts?page=2');
    await field.fill('/edited');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.trip h2', { hasText: '/edited' }).waitFor();
    await page.close();
  });

  test('a request that was opened can be copied as a picture', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy as picture' }).click();
    await page.getByText('Copied as a picture.').waitFor();
    const type = await page.evaluate('navigator.clipboard.read().then(([item]) => item.types[0])');
    assert.equal(type, 'image/png');
    await page.close();
  });

  test('a command in a chapter can be sent from the page', async () => {
    const page = await open('/chapters/10-bearer-auth/');
    const figure = page
      .locator('figure[data-language="sh"]', { hasText: 'curl -i http://localhost:3000/admin/drafts' })
      .first();
    await figure.getByRole('button', { name: 'Send to your running chapter' }).click();
    await page.locator('.sent', { hasText: '401 Stopped by BearerAuth: Missing authorization.' }).waitFor();
    assert.deepEqual(await violations(page, `document.querySelector('.sent')`), []);
    await page.close();
  });

  test('what the text prints for a command is sent along, because it names values that later commands use', async () => {
    const page = await open('/chapters/10-bearer-auth/');
    const send = (words: string) =>
      page
        .locator('figure[data-language="sh"]', { hasText: words })
        .first()
        .getByRole('button', { name: 'Send to your running chapter' })
        .click();
    const sent = page.waitForRequest(/\/x-ray\/try$/);
    await send('/auth/register');
    assert.match((await sent).postDataJSON().printed, /^\{"id":"<COOK>",.*\n\{"token":"<TOKEN>"\}\s*$/);
    await page.locator('.sent', { hasText: '201' }).waitFor();
    await send('curl -H "Authorization: Bearer <TOKEN>" http://localhost:3000/admin/drafts');
    await page.locator('.sent', { hasText: 'AdminController.drafts responded with 200' }).waitFor();
    await page.close();
  });

  test('the application as a map: pointing at a class marks what it needs and what needs it, and draws the lines', async () => {
    const page = await open();
    const module = page.getByRole('region', { name: 'PostsModule' });
    assert.match(await textOf(module), /PostsModule imports AuthModule .*PostsController ?, controller/);
    const marked = (look: string) => page.locator(`.part.is-${look} a`).filter({ visible: true }).allInnerTexts();
    await module.getByRole('link', { name: 'PostsService' }).hover();
    assert.deepEqual(await marked('chosen'), ['PostsService']);
    assert.deepEqual((await marked('needed')).sort(), ['Database', 'Log']);
    assert.deepEqual((await marked('needing')).sort(), ['AdminController', 'PostsController']);
    assert.equal(await page.locator('.edges g').count(), 4);
    const facts = page.getByRole('status').filter({ hasText: 'Needed by' });
    assert.match(
      await textOf(facts),
      /^PostsService service, in PostsModule, exported, number \d+ in the startup order posts\.service\.ts:\d+ Needs .*Database.* Needed by .*PostsController/,
    );
    await page.getByRole('heading', { name: 'The application' }).hover();
    assert.equal(await page.locator('.edges g').count(), 0);
    await page.close();
  });

  test('the map by keyboard: one tab stop, the arrows follow its lines, and what was reached is announced', async () => {
    const page = await open();
    assert.equal(await page.locator('#picture .part-head a[tabindex="0"]').count(), 1);
    await page.locator('#picture .part-head a', { hasText: 'PostsController' }).focus();
    const last = await page.locator('#picture .part-head a').last().innerText();
    const chosen = () => page.locator('#picture .part-head [aria-current="true"]').innerText();
    assert.equal(await chosen(), 'PostsController');
    for (const [key, reached] of [
      ['ArrowRight', 'PostsService'],
      ['ArrowLeft', 'PostsController'],
      ['ArrowUp', 'PostsService'],
      ['ArrowDown', 'PostsController'],
      ['End', last],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await page.evaluate('document.activeElement.textContent'), reached, key);
      assert.equal(await chosen(), reached);
      assert.match(await page.locator('#map-facts').innerText(), new RegExp(`^${reached}`));
      assert.ok(await page.evaluate('document.activeElement.getBoundingClientRect().bottom < innerHeight'), 'in view');
    }
    await page.locator('#map-facts .needed-by a').first().click();
    assert.equal(await page.evaluate('document.activeElement.textContent'), await chosen());
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#picture .is-chosen').count(), 0);
    await page.close();
  });

  test('predict: wrong, then right, judged by the learner’s own program, with the layer that shows it', async () => {
    const page = await open('/chapters/10-bearer-auth/');
    const question = page.locator('.predict', { hasText: 'Who stops this request?' });
    await question.getByLabel('nobody').check();
    await question.getByRole('button').click();
    await question.getByText('Not quite.').waitFor();
    assert.match(
      await question.locator('.predict-verdict').innerText(),
      /Your program says BearerAuth, and you said nobody/,
    );
    await question.getByLabel('BearerAuth').check();
    await question.getByRole('button').click();
    await question.getByText('Right.').waitFor();
    assert.match(await textOf(question.locator('.layer')), /middleware BearerAuth stopped .*bearer-auth\.ts/);
    await question.getByRole('link', { name: 'See the whole request' }).click();
    await page.locator('.trip h2', { hasText: 'POST /posts' }).waitFor();
    await page.close();
  });

  test('no accessibility violation, light and dark, wide and narrow, and nothing wider than a phone', async () => {
    const id = running.feed.traces.find(({ steps }) => steps.some(({ kind }) => kind === 'query'))!.key;
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of isThorough ? [1280, 390] : [colorScheme === 'light' ? 1280 : 390]) {
        for (const path of ['/x-ray/', `/x-ray/requests/${id}`, '/chapters/10-bearer-auth/']) {
          const page = await open(path, { colorScheme, viewport: { width, height: 900 }, bypassCSP: true });
          await page.evaluate('for (const details of document.querySelectorAll(".trip details")) details.open = true');
          const found = await violations(page, `document.querySelector('.predict') ?? document`);
          assert.deepEqual(found, [], `${path} ${colorScheme} ${width}`);
          assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, path);
          await page.close();
        }
      }
    }
  });

  test('without scripts: a plain list, and each request as a page', async () => {
    const page = await open('/x-ray/', { javaScriptEnabled: false });
    assert.ok((await page.locator('#trips li').count()) > 5);
    assert.equal(await page.locator('#send').isVisible(), false, 'what needs a script is not offered');
    await page.locator('#trips a').first().click();
    await page.locator('.trip h2').waitFor();
    await page.close();
  });

  test('a password, a token, a cookie and an API key never appear in a page, a stream, a file or the terminal', async () => {
    const headers = { cookie: `session=${secrets.cookie}`, 'x-api-key': secrets.key, authorization: 'Bearer please' };
    const stream = listen(running.site, '/x-ray/stream');
    await until(() => stream.text.includes('event: program'));
    await ask(`/posts/streamed?password=${secrets.password}&q=${secrets.key}`, { headers });
    await until(() => stream.text.includes('/posts/streamed'));
    stream.end();
    const texts = [stream.text, running.terminal.join('\n'), (await running.site.get('/x-ray/')).text];
    for (const { key } of running.feed.traces) texts.push((await running.site.get(`/x-ray/requests/${key}`)).text);
    const folder = join(running.repository.path, '.workshop');
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(folder, name)).isFile()) texts.push(readFileSync(join(folder, name), 'utf8'));
    }
    assert.ok(texts.length >= 5 && texts.join().includes('•••'), 'there is something to look through');
    for (const text of texts) {
      for (const [name, secret] of Object.entries(secrets))
        assert.ok(!text.includes(secret), `the ${name} appears in: ${text}`);
      assert.doesNotMatch(text, /eyJ[\w-]{10,}\./, 'a token');
      assert.doesNotMatch(text, /\$2b\$/, 'a hash');
    }
  });

  test('under load the last 200 requests are kept everywhere, and the omitted ones are counted', async () => {
    const page = await open();
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const already = running.feed.traces[0]!.id;
    const stream = listen(running.site, '/x-ray/stream');
    await until(() => countRows(stream.text) === running.feed.traces.length);
    const told = countRows(stream.text);
    const before = process.memoryUsage().heapUsed;
    const total = 2_000;
    await Promise.all(
      Array.from({ length: 20 }, async (_, worker) => {
        for (let count = 0; count < total / 20; count++) {
          const path = `/posts/load-${worker}-${count}`;
          await answered(running.url.replace('localhost', '127.0.0.1') + path, agent);
        }
      }),
    );
    agent.destroy();
    await until(() => running.feed.traces[0]!.id >= already + total);
    assert.equal(running.feed.traces.length, 200);
    assert.equal(running.feed.traces[0]!.id, already + total, 'the last one is among them');
    await until(() => countRows(stream.text) - told >= total);
    assert.equal(countRows(stream.text) - told, total, 'each was told, or counted as left out');
    stream.end();
    const grown = (process.memoryUsage().heapUsed - before) / 1e6;
    assert.ok(grown < 150, `${grown} MB`);
    await page
      .locator(`[data-trip$="-${already + total}"]`)
      .first()
      .waitFor();
    assert.equal(await page.locator('#trips li').count(), 200);
    await page.close();
  });

  test('a save empties the list of requests, and a crash shows that the program does not listen', async () => {
    const page = await open();
    const { path, write } = running.repository;
    const main = join(running.chapter.src, 'main.ts');
    const text = readFileSync(main, 'utf8');
    const name = main.slice(path.length + 1);
    write(name, `${text}\n`);
    await page.locator('#no-trips').waitFor();
    await until(() => running.feed.program !== undefined);
    await page.getByText('from before your last save').waitFor();
    await fetch(`${running.feed.program!.url}/posts/after-the-save`);
    await page.locator('#trips a').filter({ hasText: '/posts/after-the-save' }).waitFor();
    assert.equal(await page.locator('#trips li').count(), 1);
    write(name, 'throw new Error("mistake");\n');
    await page.getByText('is not listening; its terminal says why').waitFor();
    const question = await open('/chapters/10-bearer-auth/');
    await question.locator('.predict').first().getByLabel('nobody').check();
    await question.locator('.predict').first().getByRole('button').click();
    await question.getByText('Your program is not listening').waitFor();
    write(name, text);
    await page.getByText('listens on').waitFor();
    await page.close();
    await question.close();
  });
});

describe('the X-ray of two running chapters, in a browser', { skip: withoutBrowser(import.meta.filename) }, () => {
  test('shows the one that was used last, and goes back to the other one when that has ended', async () => {
    const [browser, running] = await Promise.all([launchBrowser(), runningChapter('01-hello-route')]);
    const second = await startSolved('02-paths', running.repository);
    try {
      const page = await running.site.newPage(browser);
      page.setDefaultTimeout(20_000);
      const isShown = (chapter: string) => page.getByText(`Chapter ${chapter} listens on`).waitFor();
      await page.goto(`${running.site.url}/x-ray/`);
      await isShown('02: Path parameters, query strings and wildcards');
      const { url } = running.feed.program!;
      await fetch(`${running.url}/hello`);
      await isShown('01: Routes and handlers');
      await page.locator('#trips a').filter({ hasText: '/hello' }).waitFor();
      await fetch(`${url}/greetings`);
      await isShown('02: Path parameters, query strings and wildcards');
      await page.locator('#trips a').filter({ hasText: '/greetings' }).waitFor();
      await second.runner.stop();
      await isShown('01: Routes and handlers');
    } finally {
      await browser.close();
      await second.runner.stop();
      await running.stop();
    }
  });
});

/** Collects the messages of a stream as they arrive. */
function listen({ url, cookie }: StartedSite, path: string): { text: string; end(): void } {
  const heard = { text: '', end: () => request.destroy() };
  const request = get(url + path, { agent: false, headers: { cookie } }, (response) => {
    response.setEncoding('utf8').on('data', (part: string) => {
      heard.text += part;
    });
    response.once('error', () => {});
  });
  return heard;
}

/** How many requests a stream has announced: the rows it sent, and those it reported as missed. */
function countRows(stream: string): number {
  const messages = stream.split('\n\n').slice(0, -1);
  return messages
    .filter((message) => message.startsWith('event: rows'))
    .map((message) => JSON.parse(message.slice(message.indexOf('data: ') + 6)) as { rows: string[]; missed: number })
    .reduce((sum, { rows, missed }) => sum + rows.length + missed, 0);
}

function answered(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
  });
}
