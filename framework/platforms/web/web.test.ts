import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readMarkup } from '../../fixtures/markup.ts';
import { serve } from '../../fixtures/serve.ts';
import {
  type Context,
  field,
  type Handler,
  type Html,
  HttpError,
  html,
  type Route,
  type WebOptions,
  web,
} from '../../index.ts';

const attack = '"><script>alert(1)</script>';

test('the serializer renders what a handler returns', async (t) => {
  const serialize = (data: unknown, ctx: Context) =>
    html`<h1>${ctx.query('q')}: ${(data as { title: string }).title}</h1>`;
  const { client } = await servePage(t, { serialize }, () => ({ title: attack }));
  const response = await client.get('/?q=found');
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.deepEqual(readMarkup(response.text), [
    { element: 'h1', attributes: {} },
    { text: `found: ${attack}` },
    { end: 'h1' },
  ]);
});

test('a serializer may be asynchronous, and may return markup as a string', async (t) => {
  const serialize = async (data: unknown) => `<p>${await Promise.resolve(data)}</p>`;
  const { client } = await servePage(t, { serialize }, () => 7);
  const response = await client.get('/');
  assert.equal(response.text, '<p>7</p>');
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.equal(response.headers.get('content-length'), '8');
});

test('a serializer may redirect', async (t) => {
  const serialize = (data: unknown, ctx: Context) => ctx.redirect((data as { to: string }).to, 303);
  const { client } = await servePage(t, { serialize }, () => ({ to: '/posts/1' }));
  const response = await client.post('/', 'title=x');
  assert.deepEqual([response.status, response.headers.get('location'), response.text], [303, '/posts/1', '']);
});

test('html from a handler is sent as it is, with the status that the handler set', async (t) => {
  const serialize = () => assert.fail('called for html');
  const { client } = await servePage(t, { serialize }, async (ctx) => {
    ctx.status(409);
    return html`<p>taken</p>`;
  });
  const response = await client.get('/');
  assert.deepEqual([response.status, response.text], [409, '<p>taken</p>']);
});

test('responses that a handler sends itself do not reach the serializer', async (t) => {
  const serialize = () => assert.fail('called for a response');
  const { client, handle } = await servePage(t, { serialize }, (ctx) => ctx.json({ a: 1 }));
  assert.deepEqual((await client.get('/')).body, { a: 1 });
  handle.now = (ctx) => ctx.redirect('/elsewhere');
  assert.equal((await client.get('/')).headers.get('location'), '/elsewhere');
  handle.now = () => undefined;
  assert.equal((await client.get('/')).status, 204);
});

test('a content type that the handler set is kept', async (t) => {
  const { client } = await servePage(t, {}, (ctx) => {
    ctx.response.setHeader('content-type', 'application/rss+xml');
    return '<rss/>';
  });
  assert.equal((await client.get('/')).headers.get('content-type'), 'application/rss+xml');
});

test('the returned status objects mean the same as on the API platform', async (t) => {
  const serialize = (data: unknown) => html`<p>${JSON.stringify(data)}</p>`;
  const { client, handle } = await servePage(t, { serialize }, () => ({ _status: 201, data: [1] }));
  const created = await client.get('/');
  assert.deepEqual([created.status, created.text], [201, '<p>[1]</p>']);
  handle.now = () => ({ _status: 202, data: html`<b>as it is</b>` });
  assert.deepEqual([(await client.get('/')).status, (await client.get('/')).text], [202, '<b>as it is</b>']);
  handle.now = () => ({ error: 'Post not found', status: 404 });
  const missing = await client.get('/');
  assert.equal(missing.status, 404);
  assert.match(missing.text, /<p>Post not found<\/p>/);
  handle.now = () => ({ error: 'Post not found', status: 404, title: 'data' });
  assert.equal((await client.get('/')).status, 200);
});

test('without a serializer, markup is sent and data is a clear error', async (t) => {
  const { client, handle, failures } = await servePage(t, {}, () => '<p>hello</p>');
  assert.equal((await client.get('/')).text, '<p>hello</p>');
  handle.now = () => ({ title: 'x' });
  assert.equal((await client.get('/')).status, 500);
  assert.match(
    failures()[0]!,
    /GET \/: the handler returned data, and web\(\) has no serializer for it\. Return html`…` or ctx\.json\(data\)/,
  );
});

test('a serializer that returns no page is a clear error', async (t) => {
  const results: [unknown, RegExp][] = [
    [
      undefined,
      /GET \/: serialize returned undefined instead of a page\. Return html`…`, a string of markup, or ctx\.redirect/,
    ],
    [Promise.resolve(null), /serialize returned null/],
    [{}, /serialize returned an object/],
    [3, /serialize returned number/],
  ];
  for (const [result, message] of results) {
    const { client, failures } = await servePage(t, { serialize: () => result as Html }, () => 1);
    assert.equal((await client.get('/')).status, 500);
    assert.match(failures()[0]!, message);
  }
  const failing = await servePage(t, { serialize: () => Promise.reject(new Error('no such view')) }, () => 1);
  assert.equal((await failing.client.get('/')).status, 500);
  assert.match(failing.failures()[0]!, /no such view/);
});

test('errors are pages', async (t) => {
  const { client, handle, failures } = await servePage(t, {}, () => {
    throw new HttpError(404, `No ${attack}`);
  });
  const thrown = await client.get('/');
  assert.equal(thrown.status, 404);
  assert.equal(thrown.headers.get('content-type'), 'text/html; charset=utf-8');
  const tokens = readMarkup(thrown.text);
  assert.ok(tokens.some((token) => 'text' in token && token.text === `No ${attack}`));
  assert.ok(!tokens.some((token) => 'element' in token && token.element === 'script'));

  const missing = await client.get('/nowhere');
  assert.equal(missing.status, 404);
  assert.match(missing.text, /<title>404 Not Found<\/title>/);
  assert.equal(missing.text.match(/Not Found/g)?.length, 2, 'the reason once in the title, once in the page');

  handle.now = () => {
    throw new Error('password of the database');
  };
  const failed = await client.get('/');
  assert.equal(failed.status, 500);
  assert.match(failed.text, /<h1>Internal Server Error<\/h1>/);
  assert.doesNotMatch(failed.text, /password/);
  assert.match(failures()[0]!, /password of the database/);

  const malformed = await client.get('/%ZZ');
  assert.equal(malformed.status, 400);
  assert.match(malformed.text, /<h1>Bad Request<\/h1>/);
});

test('an error page links to the start page, even below a path that a proxy has removed', async (t) => {
  const { client } = await servePage(t, {}, () => 1);
  for (const path of ['/nope', '/nope/', '/a/b/nope?back=/x/y', '/a//nope', '/a/b/', '/%zz/b']) {
    const { text } = await client.get(path);
    const [, href = ''] = /<a href="([^"]*)">Back to the start page/.exec(text) ?? [];
    assert.equal(new URL(href, `https://example.com/shop${path}`).href, 'https://example.com/shop/', path);
  }
});

test('an application can define its own error pages', async (t) => {
  const errorPage = (status: number, message: string, ctx: Context) =>
    html`<p>${status} ${message} ${ctx.request.path}</p>`;
  const { client } = await servePage(t, { errorPage }, () => 1);
  assert.equal((await client.get('/<b>')).text, '<p>404 Not Found /&lt;b&gt;</p>');
});

test('an error page that fails still gets a response', async (t) => {
  for (const errorPage of [
    () => {
      throw new Error('no template');
    },
    (async () => html`<p>late</p>`) as unknown as () => Html,
  ]) {
    const { client, failures } = await servePage(t, { errorPage }, () => 1);
    const response = await client.get('/nowhere');
    assert.deepEqual([response.status, response.text], [500, 'Internal Server Error']);
    assert.match(failures().at(-1)!, /no template|errorPage returned a promise instead of a page/);
  }
});

test('a program that asks for JSON gets its errors as JSON, a browser gets pages', async (t) => {
  const { client } = await servePage(t, {}, () => html`<p>ok</p>`);
  const cases: [string, string][] = [
    ['application/json', 'application/json; charset=utf-8'],
    ['application/json, */*;q=0.5', 'application/json; charset=utf-8'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html; charset=utf-8'],
    ['application/json, text/html', 'text/html; charset=utf-8'],
    ['*/*', 'text/html; charset=utf-8'],
  ];
  for (const [accept, type] of cases) {
    const response = await client.get('/nowhere', { accept });
    assert.deepEqual([response.status, response.headers.get('content-type')], [404, type]);
    assert.equal(response.headers.get('vary'), 'Accept');
    if (type.includes('json')) assert.deepEqual(response.body, { error: 'Not Found' });
  }
});

class CommentDTO {
  @field('required') text!: string;
  @field('integer,min=1') stars!: number;
  @field('number') weight!: number;
  @field('boolean') subscribe!: boolean;
}

test('the fields of a form are bound like a body, and the first of repeated fields wins', async (t) => {
  const { client } = await servePage(t, {}, async (ctx) => ctx.json(await ctx.bind(CommentDTO)));
  const form = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };
  const sent = 'text=Tom+%26+J%C3%A9r%C3%B4me&text=second&stars=5&weight=1.5&subscribe=on&extra=1&__proto__=x';
  const bound = await client.post('/', sent, form);
  assert.deepEqual(bound.body, { text: 'Tom & Jérôme', stars: 5, weight: 1.5, subscribe: true });
  const unchecked = await client.post('/', 'text=x', form);
  assert.deepEqual(unchecked.body, { text: 'x', stars: 0, weight: 0, subscribe: false });
  for (const refused of ['', 'text=', 'text=x&stars=many', 'text=x&stars=-1', 'stars=1']) {
    const response = await client.post('/', refused, form);
    assert.equal(response.status, 400, refused);
    assert.match(response.text, /<p>Invalid request<\/p>/);
  }
});

test('a JSON body can be bound as well as a form', async (t) => {
  const { client } = await servePage(t, {}, async (ctx) => ctx.json(await ctx.bind(CommentDTO)));
  assert.equal((await client.post('/', { text: 'x', stars: 2 })).body.stars, 2);
  assert.equal((await client.post('/', { text: 'x', stars: '2' })).status, 400, 'JSON has numbers of its own');
});

test('HEAD is GET without the page', async (t) => {
  const { client } = await servePage(t, {}, () => html`<p>ok</p>`);
  const response = await client.send('HEAD', '/');
  assert.deepEqual([response.status, response.text, response.headers.get('content-length')], [200, '', '9']);
  assert.equal((await client.send('HEAD', '/nowhere')).status, 404);
});

/** Serves one page, whose handler can be replaced while it runs. */
async function servePage(t: TestContext, options: WebOptions, first: Handler) {
  const handle = { now: first };
  const handler: Handler = (ctx) => handle.now(ctx);
  const routes: Route[] = [
    { method: 'GET', path: '/', handler },
    { method: 'POST', path: '/', handler },
  ];
  const client = await serve(t, routes, { platform: web(options) });
  return { client, handle, failures: () => client.log.at('error').map(({ fields }) => String(fields.error)) };
}
