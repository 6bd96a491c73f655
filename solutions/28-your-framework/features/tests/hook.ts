import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Any, started } from './started.ts';

const routes = [
  { method: 'GET', path: '/posts/:id', handler: (ctx: Any) => ctx.param('id') },
  { method: 'POST', path: '/posts', handler: (ctx: Any) => ctx.status(201).json({}) },
  {
    method: 'GET',
    path: '/broken',
    handler: () => {
      throw new Error('broken');
    },
  },
];

test('each response is reported once, whatever it is, and a hook that throws disturbs nothing', async (t) => {
  const reports: object[] = [];
  const url = await started(t, routes, {}, (app) => {
    app.onResponse(() => {
      throw new Error('a broken hook');
    });
    app.onResponse(({ method, path, status }: Record<string, unknown>) => reports.push({ method, path, status }));
  });
  assert.equal((await fetch(`${url}/posts/7?page=2`)).status, 200);
  assert.equal((await fetch(`${url}/posts`, { method: 'POST' })).status, 201);
  assert.equal((await fetch(`${url}/unknown`)).status, 404);
  assert.equal((await fetch(`${url}/broken`)).status, 500);
  for (let i = 0; i < 100 && reports.length < 4; i++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.deepEqual(reports, [
    { method: 'GET', path: '/posts/7', status: 200 },
    { method: 'POST', path: '/posts', status: 201 },
    { method: 'GET', path: '/unknown', status: 404 },
    { method: 'GET', path: '/broken', status: 500 },
  ]);
});
