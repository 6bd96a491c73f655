import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

/** The test files that send requests, and need no connection of their own for most of them. */
const files = [
  '../app.test.ts',
  '../builtins.test.ts',
  '../dispatcher.test.ts',
  '../errors-option.test.ts',
  '../files/send-file.test.ts',
  '../http/bind-query.test.ts',
  '../http/body.test.ts',
  '../http/context.test.ts',
  '../http/cookies.test.ts',
  '../http/errors.test.ts',
  '../http/lengths.test.ts',
  '../middlewares/middlewares.test.ts',
  '../middlewares/use.test.ts',
  '../observe/response-summary.test.ts',
  '../platforms/api.test.ts',
  '../platforms/web/files/static-files.test.ts',
  '../platforms/web/web.test.ts',
  '../routing/rules.test.ts',
  '../streams/events.test.ts',
  '../streams/limited-body.test.ts',
  '../streams/streamable.test.ts',
  '../streams/uploads.test.ts',
  '../testing.test.ts',
  '../trace/request-trace.test.ts',
];

/** What a port has and `app.fetch` doesn't. The tests of these must fail, so that the list stays true. */
const differences = [
  // `fetch` decompresses what arrives on a socket.
  'a response of fetch can be passed on: what was decompressed is no longer declared as compressed',
  // The header belongs to a connection, which the server in front of `app.fetch` owns.
  'a body of 1 MiB is accepted, a byte more is 413 { "error": "Payload Too Large" }',
  // A port is closed. A request to `app.fetch` gets a 503.
  'start: listens when the promise resolves, and no longer when stop() resolves',
];

test('the tests of the framework pass through app.fetch as through a port', { timeout: 120_000 }, async () => {
  const runner = fileURLToPath(new URL('through-fetch.fixture.ts', import.meta.url));
  const paths = files.map((file) => new URL(file, import.meta.url).href);
  const tap = await outputOf(['--import', 'tsx', '--test-reporter', 'tap', runner, ...paths]);
  const failed = [...tap.matchAll(/^ *not ok \d+ - (.+)$/gm)].map(([, name]) => name);
  assert.deepEqual(failed.sort(), differences.toSorted(), tap.slice(-10_000));
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
