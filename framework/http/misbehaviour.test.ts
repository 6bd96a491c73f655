import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type Served, serve } from '../fixtures/serve.ts';
import type { Route } from '../routing/route.ts';
import { requests } from '../trace/channel.ts';
import { bodyLimit, type HandlerCase, handlers, type Misbehaviour, misbehaviours } from './misbehaviour.cases.ts';
import { ignore } from './settle.ts';

/** What would have ended a process that doesn't listen for it, while the test was running. */
function endingsDuring(t: TestContext): unknown[] {
  const endings: unknown[] = [];
  const note = (error: unknown) => void endings.push(error);
  for (const event of ['uncaughtException', 'unhandledRejection']) {
    const others = process.listeners(event as 'uncaughtException');
    process.removeAllListeners(event);
    process.on(event, note);
    t.after(() => {
      process.removeAllListeners(event);
      for (const listener of others) process.on(event, listener);
    });
  }
  return endings;
}

/** The status of a response to a client that does everything right, or 0 if the connection is cut before its end. */
async function politely(app: Served, path: string): Promise<number> {
  const init = { method: 'POST', body: '"abc"', signal: AbortSignal.timeout(20_000) };
  try {
    const response = await fetch(`${app.url}${path}`, init);
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    if ((error as Error).name === 'TimeoutError') throw new Error(`no response within twenty seconds: ${path}`);
    return 0;
  }
}

const atOnce = 8;

/** Every client meets every handler of a group, a few handlers at a time. */
for (const [group, cases] of Object.entries(handlers)) {
  for (const how of ['untraced', 'traced']) {
    test(`no client can end the process, and the polite one gets its response: ${group}, ${how}`, async (t) => {
      if (how === 'traced') {
        requests.subscribe(ignore);
        t.after(() => requests.unsubscribe(ignore));
      }
      await meetAll(t, cases);
    });
  }
}

async function meetAll(t: TestContext, cases: readonly HandlerCase[]): Promise<void> {
  const endings = endingsDuring(t);
  const routes: Route[] = cases.map(({ handler }, index) => ({ method: 'POST', path: `/${index}`, handler }));
  const alive: Route = { method: 'GET', path: '/alive', handler: () => 'alive' };
  const app = await serve(t, [alive, ...routes], { limits: { body: bodyLimit, grace: 500, drain: 0 } });
  const meet = async ({ name, status }: HandlerCase) => {
    const path = `/${cases.findIndex((one) => one.name === name)}`;
    assert.equal(await politely(app, path), status, name);
    await Promise.all(Object.values(misbehaviours).map((misbehave) => visit(app, path, misbehave)));
    assert.equal(await politely(app, path), status, `${name}, after the others`);
  };
  for (let next = 0; next < cases.length; next += atOnce) {
    const now = cases.slice(next, next + atOnce);
    await Promise.all(now.map(meet));
    assert.deepEqual(endings, [], now.map(({ name }) => name).join(', or '));
  }
  assert.equal((await app.get('/alive')).body, 'alive');
  await app.stop();
  // What a handler left behind may still fail now.
  await wait(20);
  assert.deepEqual(endings, []);
}

async function visit(app: Served, path: string, misbehave: Misbehaviour): Promise<void> {
  const connection = await app.connect();
  await misbehave(path, connection);
  connection.destroy();
}
