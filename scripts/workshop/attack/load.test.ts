import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { attackOnMachine } from './attack.ts';
import { Load } from './load.ts';
import { Target } from './target.ts';

test('a load counts what was refused, what got no response and what was wrong, by phase', async (t) => {
  const server = createServer((request, response) => {
    if (request.url === '/broken') return request.socket.destroy();
    response.writeHead(Number(request.url!.slice(1)), { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let done = () => {};
  const firstRound = new Promise<void>((resolve) => {
    done = resolve;
  });
  const load = new Load(url, 1, async (client) => {
    for (const path of ['/200', '/503', '/broken', '/418']) await client.send(200, 'GET', path);
    assert.equal((await client.send([200, 401], 'GET', '/401')).status, 401);
    done();
  });
  await firstRound;
  await load.stop();
  assert.deepEqual([...load.tallies], [['before', { sent: 5, unavailable: 1, failed: 1, wrong: 1 }]]);
  assert.deepEqual(load.surprises, ['GET /418: 418 {}']);
  load.begin('after');
  assert.equal(load.current.sent, 0);
});

test('an attack that kills servers refuses to run without a machine of its own', () => {
  const chaos = attackOnMachine('chaos', { step: 1, title: 'x' }, () => Promise.resolve('blocked'));
  const stage = { target: new Target('http://127.0.0.1:1', () => {}), say: () => {} };
  assert.throws(() => chaos.run(stage), /needs a machine of its own/);
});
