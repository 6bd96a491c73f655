import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Check } from '../check/check-definition.ts';
import { type CheckResult, runChecks } from '../check/run.ts';
import { examine, examineApplication } from './examiners.ts';
import { api } from './fixtures/api.ts';

const fixtures = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** Those of the chosen checks that fail after the edits. */
async function examined(
  t: TestContext,
  edits: readonly (readonly [string, string])[] = [],
  chosen = /./,
): Promise<CheckResult[]> {
  let source = await readFile(join(fixtures, 'main.ts'), 'utf8');
  for (const [before, after] of edits) {
    assert.ok(source.includes(before), `main.ts contains ${before}`);
    source = source.replace(before, () => after);
  }
  // Inside of the repository, so that the program finds the framework.
  const src = await mkdtemp(join(fixtures, '.src-'));
  t.after(() => rm(src, { recursive: true, force: true }));
  await writeFile(join(src, 'main.ts'), source);
  const checks: Check[] = [];
  examine((name, body, options) => checks.push({ step: 1, name, body, ...options }), api, 1);
  examineApplication((name, body, options) => checks.push({ step: 1, name, body, ...options }), api, anyone);
  const results = await runChecks(
    checks.filter(({ name }) => chosen.test(name)),
    src,
  );
  return results.filter(({ failure }) => failure !== undefined);
}

/** Those that serve to prepare the others. */
const anyone = ['POST /tokens/:id'];

test('an application that keeps every rule passes', async (t) => {
  assert.deepEqual(await examined(t), []);
});

const breaches: Record<string, { edits: [string, string][]; check: RegExp; problem: RegExp }> = {
  'a local in a field': {
    edits: [
      [
        "const person = ctx.get<string>('person');\n    const notes",
        "this.person = ctx.get<string>('person');\n    const notes",
      ],
      ['where person = ${person}`;\n    return', 'where person = ${await this.later()}`;\n    return'],
      ['  all() {', '  person = "";\n  async later() { await this.db.get`select 1`; return this.person; }\n  all() {'],
    ],
    check: /^requests of several/,
    problem: /^4 users sent GET \/notes at the same time.*TRELLIS_SCHEDULE=\d+/,
  },
  'a dropped await': {
    edits: [['await this.db.transaction', 'void this.db.transaction']],
    check: /^requests of several|^if a store/,
    problem: /POST \/notes/,
  },
  'no authentication': {
    edits: [['middlewares: [TokenAuth],', '']],
    check: /^every caller/,
    problem: /./,
  },
  'a where without the owner': {
    edits: [[' and person = ${person}`', '`']],
    check: /^every caller/,
    problem: /Expected status 404, got 204/,
  },
  'a scheme that nobody compares': {
    edits: [["scheme !== 'Token' || ", '']],
    check: /^every caller/,
    problem: /Expected status 401, got 200/,
  },
  'an identity from the query string': {
    edits: [["ctx.set('person', person.id)", "ctx.set('person', ctx.query('user_id') || person.id)"]],
    check: /^only the credential/,
    problem: /Expected/,
  },
  'an identity from a header': {
    edits: [["ctx.set('person', person.id)", "ctx.set('person', ctx.header('X-User-Id') || person.id)"]],
    check: /^only the credential/,
    problem: /Expected/,
  },
  'a catch that swallows': {
    edits: [['values (${randomUUID()}, ${id})`;', 'values (${randomUUID()}, ${id})`.catch(() => undefined);']],
    check: /^if a store/,
    problem: /Expected a 5xx when this call fails: Database.run: insert into changes/,
  },
  'a catch that hides the cause': {
    edits: [
      [
        'return this.db.all`select text from notes`;',
        "return this.db.all`select text from notes`.catch(() => { throw new HttpError(500, 'Sorry'); });",
      ],
    ],
    check: /^if a store/,
    problem: /Expected the cause in the log/,
  },
  'no transaction': {
    edits: [
      ['await this.db.transaction(async (tx) => {', 'await (async (tx) => {'],
      ['    });\n    this.log', '    })(this.db);\n    this.log'],
    ],
    check: /^if a store/,
    problem: /POST \/notes failed, and has changed the table notes/,
  },
  'a token in the log': {
    edits: [["'A token was issued.'", '`Issued ${token.slice(0, 13)}`']],
    check: /^secrets appear/,
    problem: /A token is in the log/,
  },
  'a password that is stored': {
    edits: [['${digest(password)}', '${password}']],
    check: /^secrets appear/,
    problem: /A password is in the database/,
  },
  'a digest that is cut': {
    edits: [["digest('hex');", "digest('hex').slice(0, 40);"]],
    check: /^secrets appear/,
    problem: /a part of the digest of a token/,
  },
  'a query for each entry': {
    edits: [
      [
        '    return notes;',
        '    for (const { id } of notes) await this.db.get`select text from notes where id = ${id}`;\n    return notes;',
      ],
    ],
    check: /^new entries/,
    problem: /Expected \d+ calls to the stores/,
  },
  'a crash because of a value': {
    edits: [
      [
        'const id = randomUUID();\n    const person',
        "if (text === '__proto__') throw new Error('a bug');\n    const id = randomUUID();\n    const person",
      ],
    ],
    check: /^unusual input/,
    problem: /no 5xx/,
  },
  'a variable outside of the classes': {
    edits: [
      [
        'class Notes implements',
        '// As a module that both applications import.\nconst ids: { text: string }[] = ((globalThis as any).ids ??= []);\n\nclass Notes implements',
      ],
      ['return this.db.all`select text from notes`;', 'return ids;'],
      [
        "const person = ctx.get<string>('person');\n    await",
        "ids.push({ text });\n    const person = ctx.get<string>('person');\n    await",
      ],
    ],
    check: /^two applications/,
    problem: /nothing of another application/,
  },
  'people in the memory of the process': {
    edits: [
      ['class TokenAuth implements', 'const people = new Map<string, string>();\n\nclass TokenAuth implements'],
      [
        'await this.db.get<{ id: string }>`select id from people where token = ${digest(token)}`',
        '{ id: people.get(token) ?? "" }',
      ],
      ['person === undefined) throw', "person.id === '') throw"],
      ["this.log.info('A token was issued.');", "people.set(token, ctx.param('id'));"],
    ],
    check: /^data and credentials/,
    problem: /Expected status 20\d, got 401/,
  },
  'a field that lasts while the body arrives': {
    edits: [
      [
        'const { text } = await ctx.bind(NoteDTO);',
        "this.person = ctx.get<string>('person');\n    const { text } = await ctx.bind(NoteDTO);",
      ],
      [
        "const id = randomUUID();\n    const person = ctx.get<string>('person');",
        'const id = randomUUID();\n    const person = this.person;',
      ],
      ['  all() {', "  person = '';\n\n  all() {"],
    ],
    check: /^requests of several/,
    problem: /^4 users sent POST \/notes at the same time, and afterwards/,
  },
  'an id that occurs twice': {
    edits: [['const id = randomUUID();\n    const person', 'const id = String(Date.now());\n    const person']],
    check: /^every entry/,
    problem: /./,
  },
  'a note in the log': {
    edits: [["'note created', { id }", "'note created', { id, text }"]],
    check: /^the log has what/,
    problem: /POST \/notes writes into the log what a user has sent/,
  },
  'a line that is missing in the log': {
    edits: [["this.log.info('note created', { id });", '']],
    check: /^the log has what/,
    problem: /the line "note created"/,
  },
  'a route too many': {
    edits: [
      [
        "{ method: 'GET', path: '/all'",
        "{ method: 'GET', path: '/debug', handler: this.all },\n      { method: 'GET', path: '/all'",
      ],
    ],
    check: /^the application has exactly/,
    problem: /GET \/debug/,
  },
  'a cause that is only a message': {
    edits: [
      [
        'return this.db.all`select text from notes`;',
        "return this.db.all`select text from notes`.catch((error) => { throw new HttpError(500, 'Sorry', { cause: error.message }); });",
      ],
    ],
    check: /^if a store/,
    problem: /Expected the error itself in the log, with its stack/,
  },
  'the error message of a store in a response': {
    edits: [
      [
        'return this.db.all`select text from notes`;',
        'return this.db.all`select text from notes`.catch((error) => { throw new HttpError(500, error.message, { cause: error }); });',
      ],
    ],
    check: /^if a store/,
    problem: /Expected a response without the error message of the store/,
  },
  'a response that is kept': {
    edits: [
      ['    return notes;', '    this.kept[person] ??= notes;\n    return this.kept[person];'],
      ['  all() {', '  kept: Record<string, unknown> = {};\n  all() {'],
    ],
    check: /^new entries/,
    problem: /Expected the entries that were added/,
  },
  'a password in the response to its own request': {
    edits: [['json({ id })', 'json({ id, password })']],
    check: /^secrets appear/,
    problem: /A password is in the response to POST \/people/,
  },
  'an email in the log': {
    edits: [
      [
        "  @field('required') password!: string;",
        "  @field('required') password!: string;\n  @field() email!: string;",
      ],
      ['const { name, password } =', 'const { name, password, email } ='],
      [
        'return ctx.status(201).json({ id });',
        'this.log.info(`Hello ${email}`);\n    return ctx.status(201).json({ id });',
      ],
    ],
    check: /^secrets appear/,
    problem: /The log contains the email of a user/,
  },
  'a password hash in the log': {
    edits: [["'A token was issued.'", "'$2b$10$abcdefghijklmnopqrstuv'"]],
    check: /^secrets appear/,
    problem: /A password hash is in the log/,
  },
  'an id from the body': {
    edits: [
      ["  @field('required') password!: string;", "  @field('required') password!: string;\n  @field() id!: string;"],
      ['const { name, password } =', 'const { name, password, id: given } ='],
      [
        'const id = randomUUID();\n    await this.db.run`insert into people',
        'const id = given ? `${given}-` : randomUUID();\n    await this.db.run`insert into people',
      ],
    ],
    check: /^only the credential/,
    problem: /Expected the same response as without it/,
  },
  'a refusal after which the handler runs': {
    edits: [
      [
        "throw new HttpError(401, 'No token');",
        "{ ctx.set('person', ''); await next(); return ctx.status(401).json({ error: 'No token' }); }",
      ],
    ],
    check: /^every caller/,
    problem: /Expected nothing to change in the table notes/,
  },
  "somebody else's password": {
    edits: [
      [
        'const { name, password } = await ctx.bind(PersonDTO);',
        'this.sent = await ctx.bind(PersonDTO);\n    const { name } = this.sent;\n    await this.db.get`select 1`;',
      ],
      ['${digest(password)}', '${digest(this.sent!.password)}'],
      ['  all() {', '  sent?: PersonDTO;\n  all() {'],
    ],
    check: /^requests of several/,
    problem: /It is another password/,
  },
};

for (const [breach, { edits, check, problem }] of Object.entries(breaches)) {
  test(`${breach} is found`, async (t) => {
    const [first] = await examined(t, edits, check);
    assert.match(first?.name ?? 'no check fails', check);
    assert.match(first!.failure!.problem, problem);
  });
}
