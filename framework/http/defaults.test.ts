import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createHttpServer } from '../protection/limited-server.ts';
import { defaultLimits, defaultPort } from './defaults.ts';

test('the default limits are the ones that the reference documents', () => {
  const reference = readFileSync(new URL('../../docs/reference/api.md', import.meta.url), 'utf8');
  const section = reference.slice(reference.indexOf('### `Limits`')).split('\n### ')[0]!;
  const rows = [...section.matchAll(/^\| `(\w+)` \| ([\d,]+) \|$/gm)];
  const documented = rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]);
  assert.deepEqual(Object.fromEntries(documented), defaultLimits);
});

test('the default port is 3000', () => {
  assert.equal(defaultPort, 3000);
});

// Node looks for slow clients every 30 seconds, unless it is told otherwise.
for (const [headersTimeout, expected] of [
  [400, 100],
  [100, 50],
  [60_000, 1_000],
] as const) {
  test(`with ${headersTimeout} ms for the headers, slow clients are looked for every ${expected} ms`, () => {
    const server = createHttpServer({ ...defaultLimits, headersTimeout, requestTimeout: 60_000 });
    assert.equal((server as { connectionsCheckingInterval?: number }).connectionsCheckingInterval, expected);
  });
}
