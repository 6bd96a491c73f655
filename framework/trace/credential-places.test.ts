import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { inject } from '../core/inject.ts';
import { serve } from '../fixtures/serve.ts';
import type { Context } from '../http/context.ts';
import { web } from '../platforms/web/web.ts';
import type { Route } from '../routing/route.ts';
import { Database } from '../services/database.ts';
import type { Client } from '../testing.ts';
import { requests } from './channel.ts';
import type { RequestTrace } from './request-trace.ts';

/** Listens to the channel until the test is over. */
function record(t: TestContext): RequestTrace[] {
  const traces: RequestTrace[] = [];
  const listener = (event: unknown) => void traces.push(event as RequestTrace);
  requests.subscribe(listener);
  t.after(() => requests.unsubscribe(listener));
  return traces;
}

/** Routes that get a credential from a client, issue one, or have nothing to do with any. */
function routes(issued: () => string): Route[] {
  const respond = (handler: (ctx: Context) => unknown) => handler;
  return [
    { method: 'GET', path: '/', handler: () => 'nothing' },
    { method: 'POST', path: '/', handler: async (ctx) => (await ctx.request.body()).length },
    { method: 'GET', path: '/reset/:token', handler: () => 'nothing' },
    { method: 'GET', path: '/echo/:word', handler: (ctx) => ({ word: ctx.param('word'), q: ctx.query('q') }) },
    { method: 'GET', path: '/cookie', handler: respond((ctx) => void ctx.setCookie('remember', issued())) },
    { method: 'GET', path: '/session-cookie', handler: respond((ctx) => void ctx.setCookie('session_id', issued())) },
    { method: 'GET', path: '/header', handler: (ctx) => void ctx.response.setHeader('x-auth-token', issued()) },
    {
      method: 'GET',
      path: '/location',
      handler: (ctx) => ctx.redirect(`/a?b=1&token=${encodeURIComponent(issued())}`),
    },
    { method: 'GET', path: '/json', handler: () => ({ list: [{ user: { refresh_token: issued() } }] }) },
    { method: 'GET', path: '/link', handler: () => ({ link: `https://a.example/reset?token=${issued()}` }) },
    { method: 'GET', path: '/long', handler: () => ({ api_key: issued(), text: 'word '.repeat(60_000) }) },
    { method: 'GET', path: '/context', handler: (ctx) => void ctx.set('token', issued()) },
    { method: 'GET', path: '/context-object', handler: (ctx) => void ctx.set('session', { id: issued() }) },
    { method: 'GET', path: '/context-field', handler: (ctx) => void ctx.set('user', { name: 'Ada', pw: issued() }) },
  ];
}

const formOf = (name: string, value: string) => {
  const form = new FormData();
  form.set(name, value);
  return form;
};

/** Requests that show a credential to the program, or get one from it. */
const places: [place: string, send: (app: Client, secret: string) => Promise<unknown>][] = [
  ['a bearer token', (app, secret) => app.get('/', { authorization: `Bearer ${secret}` })],
  ['a header without a scheme', (app, secret) => app.get('/', { authorization: secret })],
  ['a misspelled scheme', (app, secret) => app.get('/', { authorization: `Baerer ${secret}` })],
  [
    'a password for basic authentication',
    (app, secret) => app.get('/', { authorization: `Basic ${Buffer.from(`ada:${secret}`).toString('base64')}` }),
  ],
  ['a digest', (app, secret) => app.get('/', { authorization: `Digest username="ada", response="${secret}"` })],
  ['a cookie', (app, secret) => app.get('/', { cookie: `theme=dark; session=${encodeURIComponent(secret)}` })],
  ['a cookie without a name', (app, secret) => app.get('/', { cookie: secret })],
  ['an API key', (app, secret) => app.get('/', { 'x-api-key': secret })],
  ['a header with a secret name', (app, secret) => app.get('/', { 'x-acme-auth': secret })],
  ['a link in a header', (app, secret) => app.get('/', { referer: `https://a.example/?token=${secret}` })],
  ['a query', (app, secret) => app.get(`/?access_token=${secret}`)],
  ['a path parameter', (app, secret) => app.get(`/reset/${secret}`)],
  ['a malformed target', (app, secret) => app.get(`/%ZZ?password=${secret}`)],
  ['a field of a body', (app, secret) => app.post('/', { user: [{ password: secret }] })],
  ['an array of a body', (app, secret) => app.post('/', { tokens: [1, secret] })],
  ['a body that ends too early', (app, secret) => app.post('/', `{"password":"${secret}`)],
  ['a form', (app, secret) => app.post('/', new URLSearchParams({ pin_code: secret }))],
  ['a form with files', (app, secret) => app.post('/', formOf('pw', secret))],
  ['a cookie of the response', (app) => app.get('/session-cookie')],
  ['a cookie with a random value', (app) => app.get('/cookie')],
  ['a header of the response', (app) => app.get('/header')],
  ['a redirect', (app) => app.get('/location')],
  ['a field of the response', (app) => app.get('/json')],
  ['a link of the response', (app) => app.get('/link')],
  ['a long response', (app) => app.get('/long')],
  ['the context', (app) => app.get('/context')],
  ['an object in the context', (app) => app.get('/context-object')],
  ['a field of an object in the context', (app) => app.get('/context-field')],
];

test('a credential that was seen in one place is masked in every other', async (t) => {
  const traces = record(t);
  let secret = '';
  const platforms = [
    await serve(
      t,
      routes(() => secret),
    ),
    await serve(
      t,
      routes(() => secret),
      { platform: web() },
    ),
  ];
  for (const app of platforms) {
    for (const [place, send] of places) {
      for (const value of [randomUUID(), `Zk3-${randomBytes(9).toString('base64url')}`]) {
        // Only a random value is a credential without a name.
        if (place === 'a cookie with a random value' && value.length < 36) continue;
        secret = value;
        traces.length = 0;
        await send(app, value);
        await app.get(`/echo/${value}?q=${value.slice(3, 14)}&${value}=1`, {
          'user-agent': `a ${value}`,
          'x-other': value,
        });
        await app.post('/', { title: `about${value}it`, [value]: [value.slice(0, 10)] });
        await app.post('/', `title: ${value}`);
        assert.equal(traces.length, 4);
        const shown = JSON.stringify(traces).toLowerCase();
        for (let at = 0; at + 8 <= value.length; at++) {
          const part = value.slice(at, at + 8).toLowerCase();
          assert.ok(!shown.includes(part), `${place}: ${part} of ${value} is in ${JSON.stringify(traces, null, 1)}`);
        }
      }
    }
  }
});

test('what a request shows before it turns out to be a credential is masked as well', async (t) => {
  const traces = record(t);
  const session = randomUUID();
  class SessionsController {
    @inject(Database) readonly db!: Database;
    routes(): Route[] {
      return [{ method: 'POST', path: '/sessions', handler: this.create }];
    }
    async create(ctx: Context) {
      ctx.set('current', session);
      ctx.set(`cache:${session}`, 1);
      // Built by hand, as no program should.
      const text = Object.assign([`select '${session}' as id`], { raw: [] }) as unknown as TemplateStringsArray;
      await this.db.all(text);
      await this.db
        .all(Object.assign([`select ${session}`], { raw: [] }) as unknown as TemplateStringsArray)
        .catch(() => {});
      ctx.setCookie('session_id', session);
      throw new Error(`session ${session} is not finished`);
    }
  }
  const app = await serve(t, [], { declarations: [SessionsController] });
  await app.post('/sessions');
  assert.deepEqual(
    traces[0]?.steps.filter(({ kind }) => kind !== 'handler').map(({ name, value, note }) => value ?? note ?? name),
    ['"•••"', '1', "select '•••' as id", traces[0]?.steps.at(-1)?.note],
  );
  assert.equal(traces[0]?.error, 'session ••• is not finished');
  assert.doesNotMatch(JSON.stringify(traces), new RegExp(session.slice(9, 18)));
});

test('what readers need stays as it is, although it is near to a credential', async (t) => {
  const traces = record(t);
  const [post, user] = ['01936b1c-7a2f-7c3d-9e4f-5a6b7c8d9e0f', randomUUID()];
  const app = await serve(t, [
    {
      method: 'POST',
      path: '/posts/:id',
      handler: async (ctx) => {
        await ctx.request.body();
        ctx.set('session', { id: 'a digest', user_id: user, user_agent: 'curl/8.5.0', created_at: '2026-11-15' });
        ctx.set('api_key', { id: post, name: 'robot of Ada', scope: 'write' });
        ctx.set('user_id', user);
        ctx.setCookie('flash', 'Your post was published');
        ctx.setCookie('last_visited', `/posts/${post}`);
        return { id: post, token_type: 'Bearer', expires_in: 86_400, email: 'ada@example.com', user: { id: user } };
      },
    },
  ]);
  const basic = Buffer.from('ada@example.com:password').toString('base64');
  const headers = {
    authorization: `Basic ${basic}`,
    cookie: 'theme=solarized-dark; lang=en-US',
    'user-agent': 'curl/8.5.0',
  };
  const body = {
    title: 'About notifications',
    password: 'password',
    key: 'notifications',
    refresh_token: post,
    otp: 123,
  };
  await app.get(`/posts/${post.slice(2)}?id=${post}0&last=${post}x`);
  traces.length = 0;
  for (let round = 0; round < 2; round++) await app.post(`/posts/${post}?page=123`, body, headers);
  const [first, second] = traces as [RequestTrace, RequestTrace];
  assert.deepEqual([second.path, second.resolution?.params], [`/posts/${post}`, { id: post }]);
  assert.equal(
    second.request.body,
    '{"title":"About notifications","password":"•••","key":"•••","refresh_token":"•••","otp":"•••"}',
  );
  assert.equal(
    second.answer?.body,
    `{"id":"${post}","token_type":"Bearer","expires_in":86400,"email":"ada@example.com","user":{"id":"${user}"}}`,
  );
  assert.equal(second.request.headers['user-agent'], 'curl/8.5.0');
  assert.equal(second.request.query.page, '123');
  assert.equal(second.steps.find(({ name }) => name === 'user_id')?.value, `"${user}"`);
  assert.deepEqual({ ...second, ...times }, { ...first, ...times }, 'nothing is hidden only the second time');
});

const times = { id: 0, startedAt: '', ms: 0, steps: [], resolution: undefined };
