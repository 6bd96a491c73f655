import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { shareOf } from './fixtures/share.ts';
import { isThorough, skipSlow } from './fixtures/slow.ts';

const framework = dirname(fileURLToPath(import.meta.url));
const skip = skipSlow('runs the HTTP tests again', import.meta.filename);

/** An observer must not change what it observes, so every test of the request path has to pass with tracing on as well. */
const folders = ['http', 'protection', 'platforms', 'platforms/web', 'platforms/web/files'];
const files = ['app.test.ts', 'dispatcher.test.ts', ...folders.flatMap(testsIn)];

for (const file of isThorough ? files : shareOf(files, 4)) {
  test(`${file} passes while requests are traced`, { skip }, async () => {
    await assert.doesNotReject(runTraced(file));
  });
}

function testsIn(folder: string): string[] {
  return (
    readdirSync(join(framework, folder))
      // The table of misbehaviours runs both ways by itself.
      .filter((name) => /^[^.]+\.test\.ts$/.test(name) && name !== 'misbehaviour.test.ts')
      .map((name) => `${folder}/${name}`)
  );
}

/** Rejects with the output of the tests if one of them fails: at its end, the reporter lists the failures. */
async function runTraced(file: string): Promise<void> {
  const preload = new URL('./fixtures/tracing-on.ts', import.meta.url).href;
  // Set by `node --test`, it would make the child report to a parent that isn't there.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // What is slow is slow because it waits or repeats, with and without tracing.
  if (!isThorough) delete env.CI;
  const args = ['--test-reporter=spec', '--import', 'tsx', '--import', preload, join(framework, file)];
  await promisify(execFile)(process.execPath, args, { env }).catch(({ stdout, stderr }) => {
    throw new Error(`${stderr.slice(-1_000)}\n${stdout.slice(-4_000)}`);
  });
}
