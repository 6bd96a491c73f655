import assert from 'node:assert/strict';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import { nameOfMiddleware } from '../routing/chain.ts';
import type { Middleware, Route } from '../routing/route.ts';
import { bodyLimit } from './body-limit.ts';
import { crossOriginProtection } from './cross-origin-protection.ts';
import { jsonOnly } from './json-only.ts';
import { requestId } from './request-id.ts';
import { pagePolicy, securityHeaders } from './security-headers.ts';

const routes: Route[] = [
  { method: 'GET', path: '/', handler: (ctx) => ctx.get('request_id') ?? 'read' },
  { method: 'POST', path: '/', handler: () => 'changed' },
  { method: 'DELETE', path: '/', handler: () => 'removed' },
];

const serveWith = (t: test.TestContext, ...middlewares: Middleware[]) => serve(t, routes, { middlewares });

test('securityHeaders: on every response, errors included', async (t) => {
  const app = await serveWith(t, securityHeaders());
  for (const path of ['/', '/unknown']) {
    const { headers } = await app.get(path);
    assert.equal(headers.get('content-security-policy'), "default-src 'none'; frame-ancestors 'none'");
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin');
    assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin');
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000');
  }
});

test('securityHeaders: a policy for pages, and HTTPS only', async (t) => {
  const app = await serveWith(t, securityHeaders({ contentSecurityPolicy: pagePolicy, hsts: 60 }));
  const { headers } = await app.get('/');
  assert.match(headers.get('content-security-policy') ?? '', /^default-src 'self'; form-action 'self'/);
  assert.equal(headers.get('strict-transport-security'), 'max-age=60', 'other hosts are not ours to promise for');
  const whole = await serveWith(t, securityHeaders({ hsts: 60, includeSubDomains: true }));
  assert.equal((await whole.get('/')).headers.get('strict-transport-security'), 'max-age=60; includeSubDomains');
});

test('securityHeaders: only NODE_ENV=development turns HTTPS only off', async (t) => {
  const before = process.env.NODE_ENV;
  t.after(() => {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  });
  for (const [value, sent] of Object.entries({ development: null, '': 'max-age=31536000', test: 'max-age=31536000' })) {
    process.env.NODE_ENV = value;
    const app = await serveWith(t, securityHeaders());
    assert.equal((await app.get('/')).headers.get('strict-transport-security'), sent, `NODE_ENV=${value}`);
  }
});

test('securityHeaders: those of a route replace those of the application', async (t) => {
  const ofPages = securityHeaders({ contentSecurityPolicy: pagePolicy });
  const page = { method: 'GET' as const, path: '/page', middlewares: [ofPages], handler: () => 'page' };
  const app = await serve(t, [...routes, page], { middlewares: [securityHeaders()] });
  assert.equal((await app.get('/page')).headers.get('content-security-policy'), pagePolicy);
  assert.notEqual((await app.get('/')).headers.get('content-security-policy'), pagePolicy);
});

test('crossOriginProtection: what other sites may not send, and programs may', async (t) => {
  const app = await serveWith(t, crossOriginProtection({ trusted: ['https://app.example.com'] }));
  const own = new URL(app.url).host;
  for (const [headers, status] of [
    [{ 'sec-fetch-site': 'cross-site' }, 403],
    [{ 'sec-fetch-site': 'same-site' }, 403],
    [{ 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, 200],
    [{ 'sec-fetch-site': 'same-origin' }, 200],
    [{ 'sec-fetch-site': 'none' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: `http://${own}` }, 200],
    [{}, 200],
  ] as [Record<string, string>, number][]) {
    for (const method of ['POST', 'DELETE']) {
      assert.equal((await app.send(method, '/', undefined, headers)).status, status, JSON.stringify(headers));
    }
    assert.equal((await app.get('/', headers)).status, 200, 'reading is for CORS to decide');
  }
});

test('jsonOnly: a body that is not declared as JSON is 415', async (t) => {
  const app = await serveWith(t, jsonOnly());
  for (const [type, status] of [
    ['application/json', 200],
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/merge-patch+json', 200],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['text/plain; application/json', 415],
    ['', 415],
  ] as [string, number][]) {
    const sent = await (await app.connect())
      .request('POST /', [`Content-Type: ${type}`, 'Content-Length: 2'], '{}')
      .read();
    assert.equal(sent.status, status, type);
  }
  assert.equal((await app.post('/')).status, 200, 'no body, no type');
});

test('requestId: one for each request, in the context and in the response; an id from a proxy is kept', async (t) => {
  const app = await serveWith(t, requestId());
  const [first, second] = [await app.get('/'), await app.get('/')];
  assert.match(first.body, /^[0-9a-f-]{36}$/);
  assert.equal(first.headers.get('x-request-id'), first.body);
  assert.notEqual(first.body, second.body);
  assert.equal((await app.get('/', { 'x-request-id': 'proxy-7' })).body, 'proxy-7');
  for (const forged of ['two words', 'x'.repeat(65), 'a"b']) {
    assert.notEqual((await app.get('/', { 'x-request-id': forged })).body, forged);
  }
});

test('jsonOnly: `except` lets requests through whose body is not read as JSON', async (t) => {
  const app = await serveWith(t, jsonOnly({ except: (ctx) => ctx.request.path === '/files' }));
  const form = { 'content-type': 'multipart/form-data; boundary=x' };
  assert.equal((await app.post('/files', '--x--', form)).status, 404, 'no route, but not refused either');
  const refused = await app.post('/', '--x--', form);
  assert.equal(refused.status, 415);
  assert.match(refused.body.error, /Content-Type: application\/json/);
});

test('every ready-made middleware has a name, for traces and `trellis routes`', () => {
  const all = [securityHeaders(), crossOriginProtection(), jsonOnly(), requestId(), bodyLimit(1)];
  const names = ['SecurityHeaders', 'CrossOriginProtection', 'JsonOnly', 'RequestId', 'BodyLimit'];
  assert.deepEqual(all.map(nameOfMiddleware), names);
});
