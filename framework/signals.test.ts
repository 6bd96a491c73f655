import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Child, runProgram } from './fixtures/child.ts';
import { RawConnection } from './fixtures/raw-connection.ts';
import { skipSlow } from './fixtures/slow.ts';

interface Running {
  child: Child;
  url: string;
  /** Has sent its request and waits for the answer. */
  busy: RawConnection;
  /** Was answered before and is kept for more. */
  idle: RawConnection;
  /** Never sent a byte. */
  unused: RawConnection;
}

async function startBusy(t: TestContext, env: Record<string, string> = {}): Promise<Running> {
  const child = runProgram(t, 'shutdown-app.ts', env);
  const url = (await child.says('listening')).replace('localhost', '127.0.0.1');
  const [busy, idle, unused] = await Promise.all([url, url, url].map((address) => RawConnection.open(address)));
  t.after(() => {
    for (const connection of [busy, idle, unused]) connection?.destroy();
  });
  assert.ok(busy && idle && unused);
  assert.equal((await idle.request('GET /hello').read()).headers.connection, 'keep-alive');
  busy.request('GET /slow');
  await child.says('arrived');
  return { child, url, busy, idle, unused };
}

// Windows knows no SIGTERM: a process that gets one is simply gone.
const skip = process.platform === 'win32' || skipSlow('starts many programs', import.meta.filename);

// Each test inherits the limit: another runtime may never write the line that a test waits for.
describe('signals', { concurrency: true, skip, timeout: 120_000 }, () => {
  test('a promise that fails and was never awaited is logged with its place, and the server goes on', async (t) => {
    const { child, url, idle } = await startBusy(t);
    assert.equal((await idle.request('GET /forgotten').read()).body, '"answered"');
    assert.equal((await idle.request('GET /hello').read()).status, 200);
    await child.logs(/A promise was rejected and nothing handled it\. Is an await missing\?/);
    await child.logs(/nobody waits for this/);
    await child.logs(/SlowController\.forgotten/);
    assert.equal((await fetch(`${url}/hello`)).status, 200);
  });

  test('shutdown: SIGTERM stops accepting, finishes what runs, stops the services in reverse, exits 0', async (t) => {
    const { child, url, busy, idle, unused } = await startBusy(t);
    await t.test('log: on stderr, so that commands can print results on stdout', async () => {
      assert.deepEqual(child.stdout, [`listening ${url.replace('127.0.0.1', 'localhost')}`, 'arrived']);
      await child.logs(/Listening on http:\/\/localhost:\d+/);
    });
    child.kill('SIGTERM');
    await Promise.all([idle.ended(), unused.ended()]);
    await assert.rejects(RawConnection.open(url), { code: 'ECONNREFUSED' });
    assert.deepEqual(child.stdout.slice(2), [], 'services run as long as requests do');
    child.tell('release');
    const answer = await busy.read();
    assert.equal(answer.body, '"finished"');
    assert.equal(answer.headers.connection, 'close');
    assert.equal(await busy.ended(), true);
    assert.deepEqual(await child.exit, { code: 0, signal: null });
    assert.deepEqual(child.stdout.slice(2), ['stopped Second', 'stopped First']);
  });

  test('shutdown: signals within half a second count as one', async (t) => {
    const { child, busy, idle } = await startBusy(t);
    child.kill('SIGINT');
    child.kill('SIGTERM');
    await idle.ended();
    child.tell('release');
    assert.equal((await busy.read()).body, '"finished"');
    assert.deepEqual(await child.exit, { code: 0, signal: null });
  });

  test('shutdown: a signal half a second after the first ends at once, even if there was one in between', async (t) => {
    const { child, busy, idle } = await startBusy(t);
    child.kill('SIGINT');
    await idle.ended();
    await wait(275);
    child.kill('SIGINT');
    await wait(275);
    child.kill('SIGINT');
    assert.deepEqual(await child.exit, { code: 1, signal: null });
    await assert.rejects(busy.read());
    assert.deepEqual(child.stdout.slice(2), [], 'at once');
  });

  test('shutdown: when the grace period is over, connections are cut, and the services still stop', async (t) => {
    const { child, busy } = await startBusy(t, { GRACE: '50' });
    child.kill('SIGTERM');
    await assert.rejects(busy.read());
    assert.deepEqual(await child.exit, { code: 0, signal: null });
    assert.deepEqual(child.stdout.slice(2), ['stopped Second', 'stopped First']);
  });

  test('shutdown: an application that fails to stop does not cut off another one in the same process', async (t) => {
    const { child, busy, idle } = await startBusy(t, { SECOND_APP: 'yes' });
    child.kill('SIGTERM');
    await idle.ended();
    child.tell('release');
    assert.equal((await busy.read()).body, '"finished"');
    assert.deepEqual(await child.exit, { code: 1, signal: null });
  });

  test('shutdown: a service that fails to stop is logged, the others stop, and the exit code tells', async (t) => {
    const { child } = await startBusy(t, { GRACE: '50', FAIL_TO_STOP: 'yes' });
    child.kill('SIGTERM');
    assert.deepEqual(await child.exit, { code: 1, signal: null });
    assert.deepEqual(child.stdout.slice(2), ['stopped Second', 'stopped First']);
    assert.match(child.stderr(), /Second\.onStop\(\) failed: it does not want to/);
  });
});
