import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context } from '../http/context.ts';
import { recorder } from '../trace/recorder.fixture.ts';
import { tracedChain } from '../trace/traced-chain.ts';
import { chain } from './chain.ts';
import type { Handler, Middleware, Next } from './route.ts';
import { Router } from './router.ts';
import { Tree } from './tree.ts';

const ctx = {} as Context;

/** Tracing must not change what happens: each of these rules holds for the plain chain and for the traced one. */
const chains: [string, (middlewares: Middleware[], handler: Handler) => Handler][] = [
  ['chain', chain],
  ['traced chain', (middlewares, handler) => tracedChain(middlewares, handler, 'a handler', recorder())],
];

for (const [name, compose] of chains) {
  test(`${name}: a middleware that forgets to return next() loses the response, but not the process`, async () => {
    const unhandled: unknown[] = [];
    const listen = (error: unknown) => unhandled.push(error);
    process.on('unhandledRejection', listen);
    try {
      const forgets = { handle: (_: Context, next: Next) => void next() };
      assert.equal(compose([forgets], () => Promise.reject(new Error('lost')))(ctx), undefined);
      // Node reports unhandled rejections before the next turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(unhandled, []);
    } finally {
      process.off('unhandledRejection', listen);
    }
  });

  test(`${name}: without middlewares, the handler gets the context, and its result is returned`, () => {
    const seen: unknown[] = [];
    const answer = compose([], (given) => {
      seen.push(given);
      return 'answer';
    })(ctx);
    assert.equal(answer, 'answer');
    assert.deepEqual(seen, [ctx]);
    assert.equal(seen[0], ctx);
  });

  test(`${name}: middlewares run in order, outermost first, and come back in reverse`, async () => {
    const steps: string[] = [];
    const layers = ['a', 'b', 'c'].map((letter) => ({
      handle(given: Context, next: Next) {
        assert.equal(given, ctx);
        steps.push(`${letter} in`);
        const value = next();
        steps.push(`${letter} out`);
        return value;
      },
    }));
    const answer = compose(layers, () => {
      steps.push('handler');
      return 'answer';
    })(ctx);
    assert.equal(answer, 'answer');
    assert.deepEqual(steps, ['a in', 'b in', 'c in', 'handler', 'c out', 'b out', 'a out']);
  });

  test(`${name}: a middleware that returns a response itself stops the chain`, () => {
    const reached: string[] = [];
    const guard = { handle: () => 'stopped' };
    const inner = { handle: (_: Context, next: Next) => reached.push('inner') && next() };
    assert.equal(compose([guard, inner], () => reached.push('handler'))(ctx), 'stopped');
    assert.deepEqual(reached, []);
  });

  test(`${name}: a middleware that returns the result of next() continues the chain`, () => {
    const pass = { handle: (_: Context, next: Next) => next() };
    assert.equal(compose([pass, pass, pass], () => 42)(ctx), 42);
  });

  test(`${name}: next() returns the result of the handler; a middleware may return something else`, () => {
    const double = { handle: (_: Context, next: Next) => (next() as number) * 2 };
    const addOne = { handle: (_: Context, next: Next) => (next() as number) + 1 };
    assert.equal(compose([double, addOne], () => 20)(ctx), 42);
    assert.equal(compose([addOne, double], () => 20)(ctx), 41);
  });

  test(`${name}: asynchronous handlers and middlewares work the same way`, async () => {
    const double = { handle: async (_: Context, next: Next) => ((await next()) as number) * 2 };
    const sync = { handle: (_: Context, next: Next) => next() };
    const late = {
      async handle(_: Context, next: Next) {
        await null;
        return next();
      },
    };
    assert.equal(await compose([sync, double, late, sync], async () => 21)(ctx), 42);
    assert.equal(await compose([double, late], () => 21)(ctx), 42);
    assert.equal(await compose([late, { handle: async () => 'stopped' }], () => assert.fail())(ctx), 'stopped');
  });

  test(`${name}: stays synchronous until a layer returns a promise`, () => {
    const pass = { handle: (_: Context, next: Next) => next() };
    assert.equal(compose([pass, pass], () => 'now')(ctx), 'now');
    assert.ok(compose([pass, pass], async () => 'later')(ctx) instanceof Promise);
  });

  test(`${name}: an error from an inner layer reaches the middlewares, which may return a response instead`, async () => {
    const rescue = {
      async handle(_: Context, next: Next) {
        try {
          return await next();
        } catch (error) {
          return `rescued from ${(error as Error).message}`;
        }
      },
    };
    const fail = () => {
      throw new Error('sync');
    };
    const reject = async () => {
      throw new Error('async');
    };
    assert.equal(await compose([rescue], fail)(ctx), 'rescued from sync');
    assert.equal(await compose([rescue], reject)(ctx), 'rescued from async');
    const pass = { handle: (_: Context, next: Next) => next() };
    assert.throws(() => compose([pass], fail)(ctx), /^Error: sync$/);
    await assert.rejects(async () => compose([pass], reject)(ctx), /^Error: async$/);
  });

  test(`${name}: a query that starts in then() runs once, however many middlewares surround the handler`, async () => {
    let runs = 0;
    // biome-ignore lint/suspicious/noThenProperty: this is what query builders return
    const query = { then: (done: (rows: string[]) => unknown) => Promise.resolve(done([`row ${++runs}`])) };
    const passes = { handle: (_: Context, next: Next) => next() };
    assert.deepEqual(await compose([passes, passes], () => query)(ctx), ['row 1']);
    assert.equal(runs, 1);
  });

  test(`${name}: calling next() twice throws, and names the middleware`, async () => {
    class Impatient {
      handle(_: Context, next: Next) {
        next();
        return next();
      }
    }
    class ImpatientLater {
      async handle(_: Context, next: Next) {
        await next();
        return next();
      }
    }
    let calls = 0;
    const run = (layer: Middleware) => compose([layer], () => ++calls);
    const message = (who: string) => ({ message: `${who} called next() twice. Call it once, and return its result.` });
    assert.throws(() => run(new Impatient())(ctx), message('Impatient'));
    await assert.rejects(async () => run(new ImpatientLater())(ctx), message('ImpatientLater'));
    const { handle } = Impatient.prototype;
    assert.throws(() => run({ handle })(ctx), message('a middleware'));
    assert.throws(() => run(Object.assign(Object.create(null), { handle }))(ctx), message('a middleware'));
    const [Nameless] = [class extends Impatient {}];
    assert.throws(() => run(new Nameless())(ctx), message('a middleware'));
    assert.equal(calls, 5, 'the handler runs once each time');
  });

  test(`${name}: next() may be called once per request, even in the same chain`, () => {
    const pass = { handle: (_: Context, next: Next) => next() };
    const run = compose([pass, pass], () => 'answer');
    for (let i = 0; i < 3; i++) assert.equal(run(ctx), 'answer');
  });

  test(`${name}: a middleware is called as a method, so it can use its fields`, () => {
    class Greeter {
      greeting = 'Hello';
      handle(_: Context, next: Next) {
        return `${this.greeting}, ${next()}`;
      }
    }
    assert.equal(compose([new Greeter()], () => 'reader')(ctx), 'Hello, reader');
  });
}

test('no named function is created per request: tsx would name each of them at run time, for a microsecond', () => {
  const namings = (code: object) => code.toString().match(/__name\(/g)?.length ?? 0;
  const named = () => {
    const inner = () => 'named';
    return inner;
  };
  assert.equal(namings(named), 1, 'this is how it shows');
  assert.equal(namings(chain), 0);
  // A class is named once, when it is defined.
  assert.equal(namings(Router), 1);
  assert.equal(namings(Tree), 1);
});
