import assert from 'node:assert/strict';
import { METHODS } from 'node:http';
import test from 'node:test';
import { serve } from '../fixtures/serve.ts';
import { methods, type Route } from '../routing/route.ts';
import { rareMethods } from './methods.ts';

test('a route may have any method that Node accepts, except CONNECT', () => {
  const ours: string[] = [...methods, ...rareMethods, 'CONNECT'];
  assert.deepEqual(
    METHODS.filter((method) => !ours.includes(method)),
    [],
  );
});

test('a rare method reaches its route, and Allow lists it after the usual ones', async (t) => {
  const handler: Route['handler'] = (ctx) => ctx.request.method;
  const app = await serve(t, [
    { method: 'PROPFIND', path: '/files/*', handler },
    { method: 'GET', path: '/files/*', handler },
    { method: 'REPORT', path: '/other', handler },
  ]);
  assert.equal((await app.send('PROPFIND', '/files/a')).body, 'PROPFIND');
  const refused = await app.send('LOCK', '/files/a');
  assert.equal(refused.status, 404);
  assert.equal(refused.headers.get('allow'), 'GET, OPTIONS, HEAD, PROPFIND');
});
