import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp, module } from 'trellis';

class Books {
  routes() {
    return [
      { method: 'GET' as const, path: '/books', handler: () => 'all' },
      { path: '/books', children: [{ method: 'GET' as const, path: '/new', handler: () => 'new' }] },
    ];
  }
}

async function statuses(prefix: string, paths: string[]): Promise<Record<string, number>> {
  const app = createApp(module('Books', { declarations: [Books] }), { prefix });
  const url = await app.listen(0);
  try {
    const pairs = paths.map(async (path) => [path, (await fetch(url + path)).status]);
    return Object.fromEntries(await Promise.all(pairs));
  } finally {
    await app.stop();
  }
}

for (const prefix of ['/shop', 'shop'])
  test(`with the prefix ${prefix}, every route is below /shop, and only there`, async () => {
    const expected = { '/shop/books': 200, '/shop/books/new': 200, '/books': 404, '/books/new': 404, '/shop': 404 };
    assert.deepEqual(await statuses(prefix, Object.keys(expected)), expected);
  });
