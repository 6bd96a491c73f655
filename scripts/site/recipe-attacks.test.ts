import assert from 'node:assert/strict';
import { createHook } from 'node:async_hooks';
import { EventEmitter, on } from 'node:events';
import { type TestContext, test } from 'node:test';
import { KeyValue, web } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { AccountsModule } from '../../docs/examples/accounts.ts';

/** Counts the digests that Node computes, and how many of them at the same time. */
function watchDigests(t: TestContext): { started: number; running: number; most: number } {
  const seen = { started: 0, running: 0, most: 0 };
  const running = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type !== 'SCRYPTREQUEST') return;
      running.add(id);
      seen.started++;
      seen.running = running.size;
      seen.most = Math.max(seen.most, running.size);
    },
    after(id) {
      if (running.delete(id)) seen.running = running.size;
    },
  }).enable();
  t.after(() => hook.disable());
  return seen;
}

function logIn({ url }: Client, name: string, signal?: AbortSignal): Promise<Response> {
  const headers = { accept: 'application/json' };
  return fetch(`${url}/login`, { method: 'POST', body: new URLSearchParams({ name, password: 'x' }), headers, signal });
}

test('accounts: a flood of logins computes two digests at a time, and most of it gets a 503 that leaves nothing behind', async (t) => {
  const client = await start(AccountsModule, { platform: web() });
  t.after(() => client.stop());
  const digests = watchDigests(t);
  const names = Array.from({ length: 100 }, (_, n) => `member ${n}`);
  const responses = await Promise.all(names.map((name) => logIn(client, name)));
  const refused = responses.filter(({ status }) => status === 503);
  assert.deepEqual([refused.length, digests.started, digests.most], [82, 18, 2]);
  assert.ok(refused.every(({ headers }) => headers.get('retry-after') === '1'));
  const keys = client.app.get(KeyValue);
  const counters = await Promise.all(names.map((name) => keys.get(`login:${name}`)));
  assert.equal(counters.filter((count) => count !== undefined).length, 18, 'a refused login is not an attempt');
});

test('accounts: logins whose clients have disconnected leave the queue', async (t) => {
  const client = await start(AccountsModule, { platform: web() });
  t.after(() => client.stop());
  const digests = watchDigests(t);
  const gone = new AbortController();
  const responses = new EventEmitter();
  let refused = 0;
  for (let n = 0; n < 100; n++) {
    logIn(client, `gone ${n}`, gone.signal).then(
      ({ status }) => responses.emit('response', status),
      () => {},
    );
  }
  for await (const [status] of on(responses, 'response')) {
    assert.equal(status, 503);
    if (++refused === 82) break;
  }
  gone.abort();
  const ada = async () => (await logIn(client, 'Ada')).status;
  // The server may not have noticed yet that they are gone.
  while ((await ada()) === 503);
  assert.ok(digests.started < 10, `${digests.started} digests were computed, most of them for clients that had gone`);
});
