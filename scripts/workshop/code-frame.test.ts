import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import test from 'node:test';
import { root } from './chapters.ts';
import { Run } from './check/run.ts';
import { codeFrame } from './code-frame.ts';
import { startupCause } from './run/startup-cause.ts';
import { programOf, testFolder, writeProgram } from './test-folder.fixture.ts';

test('a code frame marks the line and the column, and has two lines before and after', () => {
  const text = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`).join('\n');
  assert.equal(
    codeFrame(text, 9, 5, 'Not here'),
    '   7 │ line 7\n   8 │ line 8\n>  9 │ line 9\n     │      ^ Not here\n  10 │ line 10\n  11 │ line 11',
  );
  assert.equal(codeFrame('one\ntwo', 1, 0, 'No'), '> 1 │ one\n    │ ^ No\n  2 │ two');
});

test('a syntax error is shown as a code frame, without the internals of Node', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(folder.path, programOf(''));
  writeFileSync(join(src, 'main.ts'), 'const routes = [\n  { a: 1 }\n  { b: 2 },\n];\n');
  const run = new Run(src);
  t.after(() => run.end());
  const { failure } = await run.result({ step: 1, name: 'starts', body: async (app) => void (await app.get('/')) });
  const file = relative(root, join(src, 'main.ts')).split(sep).join('/');
  assert.equal(
    failure?.place,
    `${file}:3:3\n\n  1 │ const routes = [\n  2 │   { a: 1 }\n> 3 │   { b: 2 },\n    │   ^ Expected "]" but found "{"\n  4 │ ];\n  5 │`,
  );
  assert.match(String(failure?.cause), /^a syntax error\./);
});

test('a file that an editor saved as UTF-16 is told from a syntax error', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(folder.path, programOf(''));
  writeFileSync(join(src, 'main.ts'), '\uFEFFconst a = 1;\n', 'utf16le');
  const run = new Run(src);
  t.after(() => run.end());
  const { failure } = await run.result({ step: 1, name: 'starts', body: async (app) => void (await app.get('/')) });
  assert.match(String(failure?.cause), /^the file is not saved as UTF-8\./);
});

const outputs: [string, RegExp][] = [
  ["SyntaxError: The requested module './x.ts' does not provide an export named 'Y'", /does not export/],
  ["Cannot find module '/r/chapters/05-injection/src/posts/gone.ts' imported from /r/x.ts", /npm run reset 05/],
  [
    "Cannot find module '/r/chapters/05-injection/src/main.ts' imported from /r/x.mjs",
    /^main\.ts is missing\. npm run reset 05/,
  ],
  ["Error [ERR_UNSUPPORTED_DIR_IMPORT]: Directory import '/r/src/posts' is not supported", /names a folder/],
  ["Cannot find package 'expres' imported from /r/x.ts", /package/],
];
for (const [output, cause] of outputs)
  test(`the cause of: ${output}`, () => assert.match(startupCause(output) ?? '', cause));
