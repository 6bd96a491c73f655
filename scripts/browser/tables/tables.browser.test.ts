import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { isThorough } from '../../../framework/fixtures/slow.ts';
import { withoutBrowser } from '../../site/browser.fixture.ts';
import { differences } from './differences.ts';
import { runTables, tableFiles } from './tables.ts';

const chosen = isThorough ? tableFiles : shareOf(tableFiles, 3);

test('the HTTP tests of the framework pass on the stand-ins as in Node', {
  skip: withoutBrowser(import.meta.filename),
}, async (t) => {
  const results = Object.entries(await runTables(chosen)).flatMap(([file, own]) =>
    own.map((result) => ({ ...result, title: `${file}: ${result.name}` })),
  );
  const failed = results.filter(({ problem }) => problem !== undefined);
  const expected = Object.keys(differences).filter((title) => chosen.includes(title.split(': ')[0]!));
  t.diagnostic(`${results.length} tests of ${chosen.length} files: ${failed.length} different, as explained`);
  for (const title of expected) t.diagnostic(`${title}: ${differences[title]}`);
  const problems = failed.map(({ title, problem }) => `${title}\n  ${problem}`).join('\n');
  assert.deepEqual(failed.map(({ title }) => title).sort(), expected.sort(), problems);
  assert.ok(results.length > chosen.length, `only ${results.length} tests ran`);
});
