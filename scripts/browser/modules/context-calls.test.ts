import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transform } from 'esbuild';
import { compile, type Transform } from './compile.ts';
import { originOf } from './compiled.ts';
import { adapt } from './context-calls.ts';

const cases: Record<string, [code: string, adapted: string]> = {
  'an await restores the context': [
    'async () => { await a; }',
    'async () => { let $saved = $context.get(); $context.after($saved = $context.get(), await a); }',
  ],
  'an arrow function without a block has no variable': [
    'async () => (await a).b;',
    'async () => ($context.after($context.get(), await a)).b;',
  ],
  'a catch and a finally restore it too': [
    'async function f() { try { await a; } catch { b(); } finally { c(); } }',
    'async function f() { let $saved = $context.get(); try { $context.after($saved = $context.get(), await a); } catch { $context.set($saved); b(); } finally { $context.set($saved); c(); } }',
  ],
  'a function that does not wait is left alone': [
    'function f() { try { a(); } catch { b(); } }',
    'function f() { try { a(); } catch { b(); } }',
  ],
  'a nested function has a variable of its own': [
    'async () => { const b = async () => { await c; }; };',
    'async () => { const b = async () => { let $saved = $context.get(); $context.after($saved = $context.get(), await c); }; };',
  ],
  'imports at run time and import.meta belong to the module': [
    'import(a); import.meta.url;',
    '$module.import(a); $module.meta.url;',
  ],
};

for (const [name, [code, adapted]] of Object.entries(cases)) test(name, () => assert.equal(adapt(code).code, adapted));

test('names the imports and exports of a module', () => {
  const { code, imports, exports } = adapt(
    `import a, { b as c } from 'x'; export { c as d }; export class E {} export const { f, g: [h] } = a; await a;`,
  );
  assert.deepEqual(
    imports.map(({ specifier, names, start, end }) => [
      specifier,
      names.map(({ name }) => name),
      code.slice(start, end),
    ]),
    [['x', ['default', 'b'], "'x'"]],
  );
  assert.deepEqual(exports, ['d', 'E', 'f', 'h']);
});

test('a place in the code leads to its place in the source', async () => {
  const source =
    'interface A {}\nexport async function f(a: A) {\n  await a; await g(a as A);\n}\ndeclare const g: any;\n';
  const compiled = await compile(transform as unknown as Transform, '/src/a.ts', source);
  const lines = compiled.code.split('\n');
  const line = lines.findIndex((each) => each.includes('g(a)'));
  const origin = originOf(compiled, { line: line + 1, column: lines[line]!.indexOf('g(a)') + 1 });
  assert.deepEqual(origin, { line: 3, column: 18 });
});
