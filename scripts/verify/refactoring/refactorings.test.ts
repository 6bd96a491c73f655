import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Source } from '../../workshop/syntax/source.ts';
import { applySteps, rounds, stepsOf } from './refactorings.ts';

/** The file with one refactoring applied in every place, and the files that it adds. */
function refactored(name: string, text: string): string[] {
  const refactoring = rounds.flat().find((each) => each.name === name);
  assert.ok(refactoring, `a refactoring is missing: "${name}"`);
  const files = new Map([['a.ts', text]]);
  const result = applySteps(files, stepsOf(refactoring, files, ['a.ts']));
  for (const each of result.values()) new Source(each);
  return [...result.values()];
}

const cases: [name: string, before: string, after: string, added?: string][] = [
  [
    'throw instead',
    "import { A } from 'trellis';\nfunction f(ctx) {\n  return ctx.status(401).json({ error: 'No' });\n}\n",
    "import { A } from 'trellis';\nimport { HttpError as HttpError2 } from 'trellis';\nfunction f(ctx) {\n  throw new HttpError2(401, 'No');\n}\n",
  ],
  [
    'qualify columns',
    'db.run`delete from a where id = ${id} and b > ${c}`;\n',
    'db.run`delete from a where a.id = ${id} and a.b > ${c}`;\n',
  ],
  [
    'qualify columns',
    'db.run`update a set b = 1 where id = ${id}`;\n',
    'db.run`update a set b = 1 where a.id = ${id}`;\n',
  ],
  [
    'exchange operands',
    'db.run`delete from a where id = ${id} and b >= ${c}`;\n',
    'db.run`delete from a where ${id} = id and ${c} <= b`;\n',
  ],
  [
    'upper case',
    "db.all`select a from b where c = 'from' order by d`;\n",
    "db.all`SELECT a FROM b WHERE c = 'from' ORDER BY d`;\n",
  ],
  [
    'nest group',
    "const a = [{ path: '/b', middlewares: [C], children: [d] }];\n",
    "const a = [{ path: '', middlewares: [C], children: [{ path: '/b', children: [d] }] }];\n",
  ],
  [
    'reverse methods',
    'class A {\n  a = 1;\n\n  /** Two. */\n  two() {}\n\n  three() {}\n}\n',
    'class A {\n  a = 1;\n\n  three() {}\n\n  /** Two. */\n  two() {}\n}\n',
  ],
  ['reverse properties', 'f({ a: 1, b, c: 2 });\n', 'f({ c: 2, b, a: 1 });\n'],
  ['reverse declarations', 'f({ declarations: [A, B] });\n', 'f({ declarations: [B, A] });\n'],
  [
    'reverse imports',
    "import { a } from 'a';\nimport { b } from 'b';\n",
    "import { b } from 'b';\nimport { a } from 'a';\n",
  ],
  [
    'rename private',
    'class A {\n  #b = 1;\n  private c = this.#b;\n  d = this.c;\n}\n',
    'class A {\n  #b2 = 1;\n  private c2 = this.#b2;\n  d = this.c2;\n}\n',
  ],
  [
    'rename local',
    'function f(g: (a: string) => void) {\n  const a = 1;\n  return { a, b: a, c: d.a };\n}\n',
    'function f(g: (a: string) => void) {\n  const a2 = 1;\n  return { a: a2, b: a2, c: d.a };\n}\n',
  ],
  ['exchange sides', "f(a !== '');\n", "f('' !== a);\n"],
  ['chain then', 'await this.a(b);\n', 'await this.a(b).then((value) => value);\n'],
  ['concatenate', 'f(`a ${b}`, c`d ${e}`);\n', 'f(("a " + String(b) + ""), c`d ${e}`);\n'],
  [
    'arrow handler',
    'class A {\n  routes() {\n    return [{ handler: this.b }];\n  }\n  async b(ctx: Context) {\n    c();\n  }\n}\n',
    'class A {\n  routes() {\n    return [{ handler: this.b }];\n  }\n  b = async (ctx: Context) => {\n    c();\n  };\n}\n',
  ],
  [
    'arrow function',
    'export function f(a: string): string {\n  return a;\n}\n',
    'export const f = (a: string): string => {\n  return a;\n};\n',
  ],
  [
    'reverse attributes',
    'html`<input id="${a}" name="b" required><p class="c">d</p>`;\n',
    'html`<input required name="b" id="${a}" /><p class="c">d</p>`;\n',
  ],
  [
    'add log lines',
    "import { B, inject } from 'trellis';\nclass A {\n  @inject(B) b!: B;\n  c(ctx: Context) {\n  }\n}\n",
    "import { B, inject } from 'trellis';\nimport { Log as OneMoreLog } from 'trellis';\nclass A {\n  @inject(OneMoreLog) private readonly oneMoreLog!: OneMoreLog;\n  @inject(B) b!: B;\n  c(ctx: Context) {\n    this.oneMoreLog.info('One more line');\n  }\n}\n",
  ],
  ['other quotes', "f('a', 'b\"');\n", 'f("a", \'b"\');\n'],
  [
    'move functions',
    "import { b } from 'b';\nexport function f() {\n  return b;\n}\n",
    "import { b } from 'b';\nexport { f } from './moved-f-of-a.ts';\n",
    "import { b } from 'b';\nexport function f() {\n  return b;\n}\n",
  ],
];
for (const [name, before, ...after] of cases)
  test(`${name}: ${before.split('\n')[0]}`, () => assert.deepEqual(refactored(name, before), after));

const kept: [name: string, rule: string, text: string][] = [
  [
    'throw instead',
    'a try would catch it',
    "import 'trellis';\nfunction f(ctx) {\n  try {\n    return ctx.status(400).json({ error: 'a' });\n  } catch {}\n}\n",
  ],
  ['qualify columns', 'a table with another name keeps its columns', 'db.all`select * from a b where c = ${d}`;\n'],
  ['reverse properties', 'the order of two awaits matters', 'f({ a: await b(), c: await d() });\n'],
  ['reverse imports', 'an import for its effects stays first', "import 'a';\nimport { b } from 'b';\n"],
  ['arrow function', 'a constant isn’t hoisted', 'f();\nfunction f() {}\n'],
  ['move functions', 'what needs the rest of the file stays', 'const a = 1;\nfunction f() {\n  return a;\n}\n'],
];
for (const [name, rule, text] of kept) test(`${name}: ${rule}`, () => assert.deepEqual(refactored(name, text), [text]));

test('every refactoring has a case', () => {
  const tested = new Set(cases.map(([name]) => name));
  assert.deepEqual(
    rounds
      .flat()
      .map(({ name }) => name)
      .filter((name) => !tested.has(name)),
    [],
  );
});
