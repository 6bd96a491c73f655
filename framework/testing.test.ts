import assert from 'node:assert/strict';
import test from 'node:test';
import { createApp } from './app.ts';
import { module, provide } from './core/module.ts';
import { RecordingLog } from './fixtures/recording-log.ts';
import type { Context } from './http/context.ts';
import type { Route } from './routing/route.ts';
import { Log } from './services/log/log.ts';
import { start } from './testing.ts';

class EchoController {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/text', handler: (ctx) => ctx.send('text') },
      { method: 'GET', path: '/bytes', handler: (ctx) => ctx.send(Uint8Array.of(0, 255, 128, 10)) },
      {
        method: 'GET',
        path: '/problem',
        handler(ctx) {
          ctx.response.setHeader('content-type', 'application/problem+json');
          return ctx.json({ title: 'Not now' });
        },
      },
      { method: 'GET', path: '/away', handler: (ctx) => ctx.redirect('/text') },
      ...(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
        method,
        path: '/echo',
        handler: this.echo,
      })),
    ];
  }

  async echo(ctx: Context) {
    const { request } = ctx;
    return {
      method: request.method,
      type: ctx.header('content-type'),
      tag: ctx.header('x-tag'),
      body: String(await request.body()),
    };
  }
}

const EchoModule = module('EchoModule', { declarations: [EchoController] });
const options = () => ({ overrides: [provide(Log, { value: new RecordingLog() })] });

test('start: listens when the promise resolves, and no longer when stop() resolves', async () => {
  const client = await start(EchoModule, options());
  assert.match(client.url, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await client.get('/text')).status, 200);
  await client.stop();
  await assert.rejects(client.get('/text'), { message: 'fetch failed' });
});

test('start: many at once, each on a port of its own', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => start(EchoModule, options())));
  assert.equal(new Set(clients.map(({ url }) => url)).size, 20);
  const answers = await Promise.all(clients.map((client) => client.get('/text')));
  assert.ok(answers.every(({ status }) => status === 200));
  await Promise.all(clients.map((client) => client.stop()));
});

test('start: takes an application as well, and returns it', async () => {
  const app = createApp(EchoModule, options());
  const client = await start(app);
  assert.equal(client.app, app);
  await client.stop();
});

test('start: an application that fails to start rejects', async () => {
  class Broken {
    onStart() {
      throw new Error('no');
    }
  }
  await assert.rejects(
    start(module('BrokenModule', { declarations: [Broken] }), options()),
    /Broken\.onStart\(\) failed: no/,
  );
});

test('a response has the bytes of its body, even if they are not text', async (t) => {
  const client = await start(EchoModule, options());
  t.after(() => client.stop());
  const { bytes, text } = await client.get('/bytes');
  assert.deepEqual([...bytes], [0, 255, 128, 10]);
  assert.equal(text, '\0\ufffd\ufffd\n');
});

test('an object is sent as JSON, strings and bytes as they are, and headers are added', async (t) => {
  const client = await start(EchoModule, options());
  t.after(() => client.stop());
  const headers = { 'x-tag': 'one' };
  const json = { type: 'application/json', tag: 'one', body: '{"a":1}' };
  assert.deepEqual((await client.post('/echo', { a: 1 }, headers)).body, { method: 'POST', ...json });
  assert.deepEqual((await client.put('/echo', { a: 1 }, headers)).body, { method: 'PUT', ...json });
  assert.deepEqual((await client.send('PATCH', '/echo', { a: 1 }, headers)).body, { method: 'PATCH', ...json });
  assert.deepEqual((await client.get('/echo', headers)).body, { method: 'GET', type: '', tag: 'one', body: '' });
  assert.deepEqual((await client.delete('/echo', headers)).body, { method: 'DELETE', type: '', tag: 'one', body: '' });
  assert.equal((await client.post('/echo', '{broken')).body.body, '{broken');
  assert.equal((await client.post('/echo', Buffer.from('bytes'))).body.body, 'bytes');
  assert.equal((await client.post('/echo', [], { 'content-type': 'text/csv' })).body.type, 'text/csv');
});

test('the body of a response is parsed if its content type is JSON, and a string otherwise', async (t) => {
  const client = await start(EchoModule, options());
  t.after(() => client.stop());
  const text = await client.get('/text');
  assert.equal(text.text, 'text');
  assert.equal(text.body, undefined);
  assert.deepEqual((await client.get('/problem')).body, { title: 'Not now' });
  const head = await client.send('HEAD', '/echo');
  assert.equal(head.status, 200);
  assert.equal(head.body, undefined);
  const away = await client.get('/away');
  assert.equal(away.status, 302, 'redirects are not followed');
  assert.equal(away.headers.get('location'), '/text');
});

test('forms are sent as forms, with the content type that fetch chooses', async (t) => {
  const client = await start(EchoModule, options());
  t.after(() => client.stop());
  const form = new FormData();
  form.append('photo', new Blob(['pixels']), 'dent.jpg');
  const { type, body } = (await client.post('/echo', form)).body;
  assert.match(type, /^multipart\/form-data; boundary=/);
  assert.match(body, /filename="dent\.jpg".*pixels/s);
  const fields = (await client.put('/echo', new URLSearchParams({ title: 'A b' }))).body;
  assert.deepEqual([fields.type.split(';')[0], fields.body], ['application/x-www-form-urlencoded', 'title=A+b']);
});
