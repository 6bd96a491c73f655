import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { differences, files } from './tables.cases.ts';

test('the tests of the framework pass through app.fetch as through a port', { timeout: 120_000 }, async () => {
  const runner = fileURLToPath(new URL('through-fetch.fixture.ts', import.meta.url));
  const paths = files.map((file) => new URL(`../${file}`, import.meta.url).href);
  const tap = await outputOf(['--import', 'tsx', '--test-reporter', 'tap', runner, ...paths]);
  const failed = [...tap.matchAll(/^ *not ok \d+ - (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(failed.sort(), Object.keys(differences).sort(), tap.slice(-10_000));
  const passed = [...tap.matchAll(/^ *ok \d+ - /gm)].length;
  assert.ok(passed > 400, `only ${passed} tests ran`);
});

function outputOf(args: string[]): Promise<string> {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const options = { env, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (_, stdout, stderr) => resolve(stdout + stderr)),
  );
}
