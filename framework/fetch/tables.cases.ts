/** The test files that send requests, and need no connection of their own for most of them. Paths below `framework/`. */
export const files = [
  'app.test.ts',
  'builtins.test.ts',
  'dispatcher.test.ts',
  'errors-option.test.ts',
  'files/send-file.test.ts',
  'http/bind-query.test.ts',
  'http/body.test.ts',
  'http/context.test.ts',
  'http/cookies.test.ts',
  'http/errors.test.ts',
  'http/lengths.test.ts',
  'middlewares/middlewares.test.ts',
  'middlewares/use.test.ts',
  'observe/response-summary.test.ts',
  'platforms/api.test.ts',
  'platforms/web/files/static-files.test.ts',
  'platforms/web/web.test.ts',
  'routing/rules.test.ts',
  'streams/events.test.ts',
  'streams/limited-body.test.ts',
  'streams/streamable.test.ts',
  'streams/uploads.test.ts',
  'testing.test.ts',
  'trace/request-trace.test.ts',
];

/** What a port has and `app.fetch` doesn't, by test. These tests must fail, so that the list stays true. */
export const differences: Record<string, string> = {
  'a response of fetch can be passed on: what was decompressed is no longer declared as compressed':
    '`fetch` decompresses what arrives on a socket',
  'a body of 1 MiB is accepted, a byte more is 413 { "error": "Payload Too Large" }':
    '`Connection` belongs to the server in front of `app.fetch`',
  'start: listens when the promise resolves, and no longer when stop() resolves':
    'a port is closed; a request to `app.fetch` gets a 503',
};
