import assert from 'node:assert/strict';
import test from 'node:test';
import { createApp } from '../app.ts';
import { module } from '../core/module.ts';
import { serve } from '../fixtures/serve.ts';
import type { Route } from '../routing/route.ts';
import type { Context } from './context.ts';
import { defaultLimits, type Limits } from './defaults.ts';

for (const name of Object.keys(defaultLimits) as (keyof Limits)[]) {
  test(`limits.${name} is a number: NaN, a negative one or none at all would switch it off`, () => {
    for (const limit of [undefined, Number.NaN, -1, '5' as never]) {
      const options = { limits: { [name]: limit } };
      assert.throws(() => createApp(module('EmptyModule'), options), {
        name: 'RangeError',
        message: `limits.${name} is ${limit}. A limit is a number: 0 or more, or Infinity for no limit.`,
      });
    }
  });

  test(`limits.${name}: Infinity means no limit, and a fraction is a limit like any other`, async (t) => {
    for (const limit of [Number.POSITIVE_INFINITY, 2 ** 40, 1_000.5]) {
      const warnings: Error[] = [];
      const listen = (warning: Error) => warnings.push(warning);
      process.on('warning', listen);
      t.after(() => process.off('warning', listen));
      const handler = async (ctx: Context) => (await ctx.request.body()).length;
      const app = await serve(t, [{ method: 'POST', path: '/', handler }], { limits: { [name]: limit } });
      assert.equal((await app.post('/', 'hello')).body, 5);
      const connection = await app.connect();
      assert.equal((await connection.request('POST /', ['Content-Length: 5'], 'hello').read()).body, '5');
      connection.destroy();
      await app.stop();
      assert.deepEqual(warnings, []);
    }
  });

  test(`limits.${name}: 0 means nothing at all, and is refused if no request could meet it`, async (t) => {
    const routes: Route[] = [{ method: 'GET', path: '/', handler: () => 'hello' }];
    const serving = serve(t, routes, { limits: { [name]: 0 } });
    if (['body', 'grace', 'cleanup', 'drain'].includes(name)) {
      assert.equal((await (await serving).get('/')).body, 'hello');
    } else {
      const message = `limits.${name} is 0, which no request could meet. For no limit, write Infinity.`;
      await assert.rejects(serving, { name: 'RangeError', message });
    }
  });
}
