import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { shareOf } from '../../../framework/fixtures/share.ts';
import { isThorough } from '../../../framework/fixtures/slow.ts';
import type { Check } from '../check/check-definition.ts';
import { type CheckResult, runChecks } from '../check/run.ts';
import type { Api, Way } from './api.ts';
import { examine, examineApplication } from './examiners.ts';
import { api } from './fixtures/api.ts';
import { type Breach, breaches, pageBreaches } from './fixtures/breaches.ts';
import { pagesApi } from './fixtures/pages-api.ts';

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Those of the chosen checks that fail after the edits. */
async function examined(t: TestContext, api: Api, edits: Breach['edits'] = [], chosen = /./): Promise<CheckResult[]> {
  const { program = 'main.ts' } = api;
  let source = await readFile(join(fixtures, program), 'utf8');
  for (const [before, after] of edits) {
    assert.ok(source.includes(before), `${program} contains ${before}`);
    source = source.replace(before, () => after);
  }
  // Inside of the repository, so that the program finds the framework.
  const src = await mkdtemp(join(fixtures, '.src-'));
  t.after(() => rm(src, { recursive: true, force: true }));
  await writeFile(join(src, program), source);
  const checks: Check[] = [];
  examine((name, body, options) => checks.push({ step: 1, name, body, ...options }), api, 1);
  examineApplication((name, body, options) => checks.push({ step: 1, name, body, ...options }), api, anyone);
  const results = await runChecks(
    checks.filter(({ name }) => chosen.test(name)),
    src,
  );
  return results.filter(({ failure }) => failure !== undefined);
}

test('where the contract requires the error message of the database, a response without it is found', async (t) => {
  const routes = api.routes.map((rules) =>
    rules.route === 'GET /all' ? { ...rules, storeErrors: 'shown' as const } : rules,
  );
  const strict = { ...api, routes };
  const [first] = await examined(t, strict, [], /^if a store/);
  assert.match(first!.failure!.problem, /Expected the error message of the database in the response/);
  const { edits } = breaches['the error message of a store in a response']!;
  assert.deepEqual(await examined(t, strict, edits, /^if a store/), []);
});

test('of two credentials, the first way decides', async (t) => {
  const { token } = api.ways as { token: Way };
  const cookieOf = (secret: string) => ({ Cookie: `token=${encodeURIComponent(`Token ${secret}`)}` });
  const cookie: Way = {
    ...token,
    async obtain(app, person) {
      const { secret } = await token.obtain(app, person);
      return { secret, headers: cookieOf(secret) };
    },
    invalid: { 'an old cookie': { headers: () => cookieOf('old'), refusal: { status: 401, error: 'Wrong token' } } },
  };
  const notes = api.routes.find(({ route }) => route === 'GET /notes')!;
  const both = { ...api, ways: { token, cookie }, routes: [{ ...notes, ways: ['token', 'cookie'] }] };
  const header = "ctx.header('Authorization')";
  const first = [[header, `(${header} || ctx.cookie('token'))`]] as const;
  assert.deepEqual(await examined(t, both, first, /^every caller/), []);
  const closed = "if (scheme === '')";
  const refuses = `if (ctx.cookie('token').endsWith('old')) throw new HttpError(401, 'Wrong token');\n    ${closed}`;
  const [found] = await examined(t, both, [...first, [closed, refuses]], /^every caller/);
  assert.match(String(found!.failure!.cause), /a valid token and also an old cookie, which decided/);
});

test('a value that ends the program is named, although others are sent at the same time', async (t) => {
  // The first of its group takes longer than the last one needs to end the program.
  const bug = `if (text === '__proto__') await new Promise((done) => setTimeout(done, 100));
    if (text.startsWith('../')) queueMicrotask(() => { throw new Error('a bug'); });
    const id = randomUUID();`;
  const [first] = await examined(
    t,
    api,
    [['const id = randomUUID();\n    const person', `${bug}\n    const person`]],
    /^unusual/,
  );
  assert.match(first!.failure!.problem, /The program ended|crashed|stopped/);
  assert.equal(first!.failure!.request!.body, '{"text":"../../etc/passwd"}');
});

/** Those that serve to prepare the others. */
const anyone = ['POST /tokens/:id', 'POST /admins/:id'];

for (const [kind, keeping, breaking] of [
  ['an application', api, breaches],
  ['an application with pages', pagesApi, pageBreaches],
] as const) {
  test(`${kind} that keeps every rule passes`, async (t) => {
    assert.deepEqual(await examined(t, keeping), []);
  });

  const all = Object.entries(breaking);
  for (const [breach, { edits, check, problem, cause }] of isThorough ? all : shareOf(all, 3)) {
    test(`${breach} is found`, async (t) => {
      const [first] = await examined(t, keeping, edits, check);
      assert.match(first?.name ?? 'no check fails', check);
      assert.match(first!.failure!.problem, problem);
      if (cause !== undefined) assert.match(String(first!.failure!.cause), cause);
    });
  }
}
