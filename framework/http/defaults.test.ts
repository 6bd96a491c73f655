import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { defaultLimits } from './defaults.ts';

test('the default limits are the ones that the reference documents', () => {
  const reference = readFileSync(new URL('../../docs/reference/api.md', import.meta.url), 'utf8');
  const section = reference.slice(reference.indexOf('### `Limits`')).split('\n### ')[0]!;
  const rows = [...section.matchAll(/^\| `(\w+)` \| ([\d,]+) \|$/gm)];
  const documented = rows.map(([, name, value]) => [name, Number(value?.replaceAll(',', ''))]);
  assert.deepEqual(Object.fromEntries(documented), defaultLimits);
});
