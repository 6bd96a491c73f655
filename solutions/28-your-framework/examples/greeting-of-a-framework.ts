import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp, module } from 'trellis';

class Hello {
  routes() {
    return [{ method: 'GET' as const, path: '/hello', handler: () => 'Hello!' }];
  }
}

test('a handler returns a greeting', async (t) => {
  const app = createApp(module('Hello', { declarations: [Hello] }));
  const url = await app.listen(0);
  t.after(() => app.stop());

  const response = await fetch(`${url}/hello`);

  assert.equal(await response.json(), 'Hello!');
});
