import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../http/context.ts';
import type { Handler, Middleware, Next } from '../routing/route.ts';
import { recorder } from './recorder.fixture.ts';
import type { Step } from './step.ts';
import { tracedChain } from './traced-chain.ts';

const ctx = {} as Context;

test('tracedChain records every layer, its depth and its outcome', async () => {
  class Timer {
    async handle(_: Context, next: Next) {
      return await next();
    }
  }
  class Guard {
    handle(given: Context, next: Next) {
      return given === ctx ? next() : 'stopped';
    }
  }
  const layers = [new Timer(), new Guard()];
  assert.deepEqual(await traced(layers, async () => 'answer'), [
    'middleware Timer, depth 0, continued',
    'middleware Guard, depth 1, continued',
    'handler PostsController.show, depth 2, returned',
  ]);
  assert.deepEqual(await traced(layers, () => 'answer', {} as Context), [
    'middleware Timer, depth 0, continued',
    'middleware Guard, depth 1, stopped',
  ]);
});

test('tracedChain records which layer threw, synchronously or later, and which ones passed the error on', async () => {
  const pass = { handle: (_: Context, next: Next) => next() };
  class Rescue {
    async handle(_: Context, next: Next) {
      try {
        return await next();
      } catch {
        return 'rescued';
      }
    }
  }
  const rescued = 'middleware Rescue, depth 0, continued';
  const handlers: Handler[] = [
    () => {
      throw new Error('sync');
    },
    () => Promise.reject(new Error('async')),
  ];
  for (const handler of handlers) {
    const steps = await traced([new Rescue(), pass], handler);
    assert.deepEqual(steps, [
      rescued,
      'middleware a middleware, depth 1, passed on',
      'handler PostsController.show, depth 2, threw',
    ]);
  }
  const throws = {
    handle(_: Context, next: Next) {
      next();
      throw new Error('mine');
    },
  };
  assert.deepEqual(await traced([new Rescue(), throws], () => 'answer'), [
    rescued,
    'middleware a middleware, depth 1, threw',
    'handler PostsController.show, depth 2, returned',
  ]);
});

test('tracedChain measures time: a step ends after it began, and an outer one after the inner ones', async () => {
  const outer = { handle: async (_: Context, next: Next) => await next() };
  const record = recorder();
  await tracedChain([outer], async () => 'answer', 'x', record)(ctx);
  const [middleware, handler] = record.steps as [Step, Step];
  assert.ok(middleware.at >= 0 && handler.at >= middleware.at);
  assert.ok(handler.ms >= 0 && middleware.at + middleware.ms >= handler.at + handler.ms);
});

const lost = ', It called next() and did not return the result: the response from further in was lost.';

test('A middleware that forgets to return next() gives 204, and a note in the trace explains why', async () => {
  class Forgetful {
    handle(_: Context, next: Next) {
      next();
    }
  }
  class ForgetfulLater {
    async handle(_: Context, next: Next) {
      await next();
    }
  }
  class Careless {
    async handle(_: Context, next: Next) {
      next();
    }
  }
  for (const forgetful of [new Forgetful(), new ForgetfulLater(), new Careless()]) {
    for (const handler of [() => 'answer', async () => 'answer', () => null, () => false]) {
      const [first] = await traced([forgetful], handler);
      assert.equal(first, `middleware ${forgetful.constructor.name}, depth 0, continued${lost}`);
    }
  }
});

test('no response counts as lost if there was none, or if it is on the context', async () => {
  const forgetful = {
    async handle(_: Context, next: Next) {
      await next();
    },
  };
  const swallow = {
    async handle(_: Context, next: Next) {
      await Promise.resolve(next()).catch(() => undefined);
    },
  };
  const pass = { handle: (_: Context, next: Next) => next() };
  const cases: [Middleware, Handler][] = [
    [forgetful, () => undefined],
    [forgetful, async () => undefined],
    [forgetful, (given) => given],
    [forgetful, async (given) => given],
    [swallow, () => Promise.reject(new Error('swallowed'))],
    [pass, () => undefined],
    [pass, async () => undefined],
  ];
  for (const [layer, handler] of cases) {
    const [first] = await traced([layer], handler);
    assert.equal(first, 'middleware a middleware, depth 0, continued');
  }
});

test('a middleware that does not call next() stops the chain, even if it returns nothing', async () => {
  assert.deepEqual(await traced([{ handle: () => undefined }], () => assert.fail()), [
    'middleware a middleware, depth 0, stopped',
  ]);
});

async function traced(middlewares: Middleware[], handler: Handler, given = ctx): Promise<string[]> {
  const record = recorder();
  await tracedChain(middlewares, handler, 'PostsController.show', record)(given);
  return record.steps.map(({ kind, name, depth, outcome, note }) =>
    [`${kind} ${name}`, `depth ${depth}`, outcome, note].filter(Boolean).join(', '),
  );
}
