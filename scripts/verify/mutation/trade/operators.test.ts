import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mutate } from '../mutants.ts';
import { tradeMutantsOf } from './operators.ts';

/** The mistakes that are planted in a source. */
const mistakesIn = (source: string) => tradeMutantsOf('a.ts', source).map((mutant) => mutate(source, mutant));

const inMethod = (...lines: string[]) => `class A {\n  async f(ctx: Context) {\n${lines.join('\n')}\n  }\n}\n`;

/** A source, and some of its mutants: one rule each. */
const planted: [rule: string, source: string, ...mutants: string[]][] = [
  ['an await is dropped', inMethod('const a = await b();'), inMethod('const a = b();')],
  [
    'an outage is swallowed',
    inMethod('return this.db.all`select a from b`;'),
    inMethod('return this.db.all`select a from b`.catch((): any => undefined);'),
  ],
  ['a catch swallows', 'try { a(); } catch (error) { b(error); }\n', 'try { a(); } catch {}\n', '{ a(); }\n'],
  ['a finally is left out', 'try { a(); } catch { b(); } finally { c(); }\n', 'try { a(); } catch { b(); }\n'],
  ['a transaction is left out', 'db.transaction(async (tx) => tx.b());\n', '(async (tx) => tx.b())(db);\n'],
  ['a lock is left out', 'locks.run(key, () => b());\n', '(() => b())();\n'],
  ['two neighbours change places if one of them waits', inMethod('a();', 'await b();'), inMethod('await b();', 'a();')],
  [
    'a local that is used after an await becomes a field',
    inMethod('const a = b();', 'await c();', 'return { a, d: a.e };'),
    'class A {\n  shared_a: any;\n  async f(ctx: Context) {\nthis.shared_a = b();\nawait c();\nreturn { a: this.shared_a, d: this.shared_a.e };\n  }\n}\n',
  ],
  [
    'outside of a class, it becomes a variable of the module',
    'async function f() {\n  const a = b();\n  await c();\n  return a;\n}\n',
    'async function f() {\n  shared_a = b();\n  await c();\n  return shared_a;\n}\n\nvar shared_a: any;\n',
  ],
  [
    'each condition of a where is left out in turn',
    'db.run`delete from a where b = ${c} and d between ${e} and ${f}`;\n',
    'db.run`delete from a where d between ${e} and ${f}`;\n',
    'db.run`delete from a where b = ${c}`;\n',
  ],
  [
    'a where with one condition is left out',
    'db.get`select * from a where b = ${c} limit 1`;\n',
    'db.get`select * from a  limit 1`;\n',
  ],
  ['every column is selected', 'db.get`select a, b from c`;\n', 'db.get`select * from c`;\n'],
  [
    'an order or a limit is left out',
    'db.all`select * from a order by b desc limit ${c}`;\n',
    'db.all`select * from a  limit ${c}`;\n',
    'db.all`select * from a order by b desc `;\n',
    'db.all`select * from a order by b asc limit ${c}`;\n',
  ],
  ['an update forgets a column', 'db.run`update a set b = ${c}, d = 1`;\n', 'db.run`update a set b = ${c}`;\n'],
  [
    'a table loses a constraint',
    'db.run`create table a (b text not null references c (d))`;\n',
    'db.run`create table a (b text  references c (d))`;\n',
    'db.run`create table a (b text not null )`;\n',
  ],
  ['a hash is skipped or cut', 'f(digest(a));\n', 'f(a);\n', 'f(digest(a).slice(0, 8));\n'],
  [
    'a hash made with a chain of calls is skipped',
    "f(createHash('sha256').update(a).digest('hex'));\n",
    'f(a);\n',
    "f(createHash('sha256').update(a).digest('hex').slice(0, 8));\n",
  ],
  ['a random id can be guessed', 'f(randomUUID());\n', 'f(String(Math.random()));\n', 'f(randomUUID().slice(0, 8));\n'],
  [
    'a secret is printed',
    'function f(a: string, password: string) {\n  b();\n}\n',
    "function f(a: string, password: string) { console.log('debug', password);\n  b();\n}\n",
  ],
  [
    'a comparison in constant time looks at the beginning only',
    'f(timingSafeEqual(a, b));\n',
    'f(String(a).slice(0, 8) === String(b).slice(0, 8));\n',
  ],
  ['a status is exchanged', 'ctx.status(401);\n', 'ctx.status(403);\n'],
  [
    'a cookie loses an attribute',
    "f(name, { httpOnly: true, sameSite: 'lax' });\n",
    "f(name, { sameSite: 'lax' });\n",
    'f(name, { httpOnly: true });\n',
  ],
  ['a group loses a middleware', 'const a = { middlewares: [B, C] };\n', 'const a = { middlewares: [C] };\n'],
  [
    'a route leaves its group, or has a twin outside of it',
    "const a = [{ path: '/b', middlewares: [C], children: [{ method: 'PUT', path: '/:id', handler }] }];\n",
    "const a = [{ path: '/b', middlewares: [C], children: [] }, { method: 'PUT', path: '/b/:id', handler }, ];\n",
    "const a = [{ path: '/b', middlewares: [C], children: [{ method: 'PUT', path: '/:id', handler }] }, { method: 'PATCH', path: '/b/:id', handler }, ];\n",
  ],
  [
    'the client says who it is',
    "f(ctx.get<string>('user_id'));\n",
    "f(((ctx.header('X-User-Id') as any) || ctx.get<string>('user_id')));\n",
  ],
  [
    'a credential is accepted in the URL',
    'f(ctx.cookie(name));\n',
    "f((ctx.cookie(name) || ctx.query('credential')));\n",
  ],
  ['everything else goes with it', 'f({ a: b.a });\n', 'f({ a: b.a, ...(b as any) });\n'],
  ['a key loses a part', 'f(`a:${b}:${c}`);\n', 'f(`a::${c}`);\n', 'f(`a:${b}:`);\n'],
  ['an equality becomes a prefix', 'f(a === b);\n', 'f(a.startsWith(b));\n'],
  ['a prefix becomes a part', 'f(a.startsWith(b));\n', 'f(a.includes(b));\n'],
  ['a default is left out', 'f((a = 1) => b ?? c);\n', 'f((a) => b ?? c);\n', 'f((a = 1) => b);\n'],
  ['a condition is always true, or never', 'if (a) b = c;\n', 'if (true) b = c;\n', 'if (false) b = c;\n'],
  ['a normalisation is left out', 'f(a.trim().toLowerCase());\n', 'f(a.toLowerCase());\n', 'f(a.trim());\n'],
];
for (const [rule, source, ...mutants] of planted) {
  test(rule, () => {
    const found = mistakesIn(source);
    for (const mutant of mutants) assert.ok(found.includes(mutant), `${mutant} is not among:\n${found.join('')}`);
  });
}

const kept: [rule: string, source: string, mutant: string][] = [
  ['an await after return changes nothing outside of a try', inMethod('return await a();'), inMethod('return a();')],
  [
    'a local that is only used before an await is nobody else’s',
    inMethod('const a = b();', 'await c(a);'),
    'class A {\n  shared_a: any;\n  async f(ctx: Context) {\nthis.shared_a = b();\nawait c(this.shared_a);\n  }\n}\n',
  ],
  [
    'a statement stays after the one that it needs',
    inMethod('const a = await b();', 'c(a);'),
    inMethod('c(a);', 'const a = await b();'),
  ],
  [
    'the order of a value that is computed at once seldom matters',
    inMethod('const a = b();', 'await c();'),
    inMethod('await c();', 'const a = b();'),
  ],
  [
    'the context is the response, whether it is returned or not',
    inMethod('return ctx.json(a);'),
    inMethod('void (ctx.json(a));'),
  ],
  [
    'nor at the end of a try or a catch',
    inMethod('try {', 'return ctx.json(a);', '} catch {', 'return ctx.json(b);', '}'),
    inMethod('try {', 'return ctx.json(a);', '} catch {', 'void (ctx.json(b));', '}'),
  ],
  ['an object is never falsy', 'f(a ?? []);\n', 'f(a || []);\n'],
  ['the words of a log line are free', inMethod("this.log.info('a');"), inMethod("this.log.info('');")],
  ["a message isn't a key", 'throw new Error(`a ${b}`);\n', 'throw new Error(`a `);\n'],
];
for (const [rule, source, mutant] of kept) {
  test(rule, () => assert.ok(!mistakesIn(source).includes(mutant), mutant));
}

test('mutants are distinct', () => {
  const found = mistakesIn("if (a && b) f(c ?? '');\n");
  assert.equal(new Set(found).size, found.length);
});

test('the change is shown in one line, without the lines that stay', () => {
  const source = 'db.run`\n  delete from a\n  where b = ${c}\n    and d = ${e}`;\n';
  const changes = tradeMutantsOf('a.ts', source).map(({ line, change }) => `${line}: ${change}`);
  assert.ok(changes.includes('3: where b = ${c} and d = ${e}`;  →  where b = ${c}`;'), changes.join('\n'));
});
