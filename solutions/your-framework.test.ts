import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deferred } from '../framework/fixtures/deferred.ts';
import { HttpServer } from './28-your-framework/src/framework/server.ts';

/** Trellis's own test files about what the framework of Part V does as well. All of them run in one process. */
const files = [
  'core/container',
  'core/inject',
  'core/lifecycle',
  'dto/field',
  'http/context',
  'http/cookies',
  'http/target',
  'platforms/api',
  'routing/chain',
  'routing/router.random',
  'routing/router',
];

/** Where the same code lives in the framework of Part V. */
const places: Record<string, string[]> = {
  'app.ts': ['app.ts'],
  'core/container.ts': ['container.ts'],
  'core/inject.ts': ['inject.ts'],
  'core/module.ts': ['module.ts'],
  'dto/field.ts': ['field.ts', 'validate.ts'],
  'http/body.ts': ['body.ts'],
  'http/cookies.ts': ['cookies.ts'],
  'http/errors.ts': ['http-error.ts', 'validate.ts'],
  'http/target.ts': ['target.ts', 'escapes.ts'],
  'routing/chain.ts': ['chain.ts'],
  'routing/path.ts': ['path.ts'],
  'routing/route.ts': ['route.ts'],
  'routing/router.ts': ['router.ts'],
  'routing/tree.ts': ['tree.ts'],
};

const framework = new URL('../framework/', import.meta.url).href;
const own = new URL('./28-your-framework/src/framework/', import.meta.url).href;

/** What the test files import by name, and the framework of Part V doesn't have. */
const additions: Record<string, string> = {
  'app.ts': `import { createApp as create } from '${own}app.ts';
    export const createApp = (root, { overrides = [], ...options } = {}) =>
      create({ ...root, declarations: [...root.declarations, ...overrides] }, options);`,
  'core/inject.ts': 'export const token = (name) => ({ [name]: class {} })[name];',
  'dto/field.ts': 'export const schemaOf = undefined;',
};

/** Tests of features that Part V leaves out. Each is named in the chapter that leaves it out, or is an extra safeguard of ours. */
const outside = [
  // Routes can't be removed, and matches aren't cached.
  /remove/,
  /^Resolution order: exact path match/,
  /^no route: allowed lists/,
  /^a route may come and go/,
  /^adding a group is all or nothing/,
  /^routes returns every route without its groups/,
  /^params have no prototype and cannot be changed: the cache/,
  /^the cache never changes an answer/,
  // No wildcards in the middle of a path.
  /^a wildcard in the middle matches/,
  /^among wildcards, the longest part before the star wins/,
  // The messages are shorter.
  /^two equal routes: adding fails and names both/,
  /^chain: calling next\(\) twice throws, and names the middleware/,
  /^add takes middleware instances without a container/,
  /^a middleware class in a route that is neither declared/,
  /^provide\(token, Class\) builds the class for/,
  /^@inject\(undefined\) is refused/,
  /^a constructor that throws on purpose/,
  /^a property that a body cannot have is refused/,
  /^a class without @field is refused as a DTO/,
  /^a failing onStart stops the services that were started/,
  /is refused where it is written: 500, and the reason in the log$/,
  // No lazy tokens, no overrides, no cache and no key-value store.
  /^@inject takes \(\) => Class/,
  /^@inject on a class or a method/,
  /^@inject without parentheses/,
  /^a field that is declared again in a child/,
  /^dependencies are known before anything is built/,
  /^overrides replace the provider/,
  /^an override may inject/,
  /^get finds a token wherever/,
  /^Log, Clock, Cache, KeyValue and Database/,
  /^a failing onStart, and a failing onStop on the way back/,
  /^hooks may be synchronous, and may throw anything/,
  // No forms, no redirects, no maps of parameters, no returned maps with a status.
  /^numbers and booleans in a form/,
  /^the schema of a DTO is compiled once for each source/,
  /^an instance made by hand/,
  /^SetValue is an equivalent setter/,
  /^Request\(\)\.Params\(\), Queries\(\), Headers\(\)/,
  /^redirect /,
  /^returned maps: /,
  /^a returned /,
  /^methods that set the response return the context/,
  /^stream sends the content of a stream/,
  /^a stream that is replaced by another response/,
  /^a stream has the content type it was given/,
  /^a stream that fails before it is sent/,
  /^a cookie with \{"domain"/,
  /^a cookie that would say more than it means is refused: \["a",\{/,
  // Nothing is refused because of its length, or because PostgreSQL can't store it.
  /^a parameter has at most 1,024 characters/,
  /^the target \/(a\/b)?%00c? is malformed/,
  /is 400: PostgreSQL can't store its value$/,
  // Query parameters beyond the thousandth are ignored, which is what chapter 24 says.
  /^a thousand parameters are parsed, one more is 400/,
  /^the cost of a query grows with its length/,
  /^a repeated parameter may have an empty name/,
];

test("the framework of chapter 28 passes Trellis's own tests of what it has", { timeout: 120_000 }, async () => {
  const results = await run();
  const failed = results.filter(({ passed, name }) => !passed && !outside.some((pattern) => pattern.test(name)));
  assert.deepEqual(
    failed.map(({ name }) => name),
    [],
    'If the framework of Part V leaves this feature out on purpose, add the test to the list above.',
  );
  const passed = results.filter((result) => result.passed).length;
  assert.ok(passed >= 250, `only ${passed} of ${results.length} tests passed`);
});

test('a refused client that never closes its half of the connection loses it', { timeout: 20_000 }, async (t) => {
  const server = new HttpServer({ body: 1_000, requestTimeout: 30_000, grace: 100 }, () => {});
  const port = await server.listen(0, '127.0.0.1');
  t.after(() => server.stop());
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).resume();
  client.write('not HTTP\r\n\r\n');
  await once(client, 'end');

  // A connection that the server still has would take every byte.
  const writing = setInterval(() => client.write('.'), 100);
  t.after(() => clearInterval(writing));
  const [error] = await once(client, 'error');

  assert.match(error.code, /^(EPIPE|ECONNRESET)$/);
});

test('the framework of chapter 28 stops as soon as its running requests are done', { timeout: 20_000 }, async () => {
  const limits = { body: 1, requestTimeout: 30_000, grace: 15_000 };
  let respond = (): unknown => undefined;
  const arrived = deferred();
  const server = new HttpServer(limits, (_incoming, outgoing) => {
    respond = () => outgoing.end('done');
    arrived.resolve();
  });
  const port = await server.listen(0, '127.0.0.1');
  const agent = new Agent({ keepAlive: true });
  const request = get({ port, agent });
  await arrived.promise;
  const started = performance.now();
  const stopped = server.stop();
  respond();
  const [response] = await once(request, 'response');
  response.resume();
  await stopped;
  agent.destroy();
  // Node keeps an idle connection for five seconds.
  assert.ok(performance.now() - started < 4_000);
});

interface Result {
  readonly name: string;
  readonly passed: boolean;
}

async function run(): Promise<Result[]> {
  const imports = files.map((file) => `await import(${JSON.stringify(`${framework}${file}.test.ts`)});`).join('\n');
  const hooks = `import { register } from 'node:module'; register(${JSON.stringify(dataUrl(resolveHook()))});`;
  const args = [
    '--import',
    'tsx',
    '--import',
    dataUrl(hooks),
    '--test-reporter=tap',
    '--input-type=module',
    '-e',
    imports,
  ];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  // The environment of a test runner would make the child report to it in another format.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd, env, timeout: 100_000, killSignal: 'SIGKILL' as const, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, args, options).catch((error) => error);
  return [...stdout.matchAll(/^(not )?ok \d+ - (.*)$/gm)].map(([, not, name]) => ({ name, passed: not === undefined }));
}

/** Whatever a test file, or the client it uses, imports from Trellis, it gets from the framework of Part V instead. */
function resolveHook(): string {
  return `
    const places = ${JSON.stringify(places)};
    const additions = ${JSON.stringify(additions)};
    export async function resolve(specifier, context, next) {
      const found = await next(specifier, context);
      const isTest = /(\\.test|testing|fixtures\\/serve)\\.ts$/.test(context.parentURL ?? '');
      const place = found.url.startsWith('${framework}') ? found.url.slice('${framework}'.length) : '';
      if (!isTest || places[place] === undefined) return found;
      const lines = places[place].map((file) => 'export * from ' + JSON.stringify('${own}' + file) + ';');
      const source = [...lines, additions[place] ?? ''].join('');
      return { url: 'data:text/javascript,' + encodeURIComponent(source), format: 'module', shortCircuit: true };
    }`;
}

function dataUrl(source: string): string {
  return `data:text/javascript,${encodeURIComponent(source)}`;
}
