import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { testFolder, writeProgram } from '../test-folder.ts';
import { withBundle } from './program-bundle.ts';

/** A folder with these files, and a second program beside the first. */
function programs(t: TestContext, files: Record<string, string>): string {
  const folder = testFolder();
  t.after(() => folder.remove());
  return writeProgram(folder.path, new Map(Object.entries({ 'cli.ts': '', ...files })));
}

test('a bundled program reads its assets where they stand, and its stack leads to the sources', async (t) => {
  const src = programs(t, {
    'main.ts':
      "import { HttpError } from 'trellis';\nimport { place, told } from './parts/told.ts';\n\ntold(place, HttpError);",
    'parts/told.ts': [
      'interface Told {}',
      '',
      'export class Teller implements Told {}',
      'export const place: string = import.meta.url;',
      '',
      'export function told(...parts: unknown[]): void {',
      "  console.log(JSON.stringify([...parts.map(String), Teller.name, new Error('here').stack]));",
      '}',
    ].join('\n'),
  });
  const { stdout } = await withBundle(src, (folder) => {
    assert.notEqual(folder, src);
    return promisify(execFile)(process.execPath, [join(folder, 'main.mjs')]);
  });
  const [place, , name, stack] = JSON.parse(stdout) as string[];
  assert.equal(place, pathToFileURL(join(src, 'parts', 'told.ts')).href);
  assert.equal(name, 'Teller');
  assert.ok(stack?.includes(`${join(src, 'parts', 'told.ts')}:7:`), stack);
  assert.ok(stack?.includes(`${join(src, 'main.ts')}:4:`), stack);
});

const plain: Record<string, Record<string, string>> = {
  'a name that no file exports': {
    'main.ts': "import { Post } from './post.ts';",
    'post.ts': 'export interface Post {}',
  },
  'a name that the framework does not export': { 'main.ts': "import { Context } from 'trellis';" },
  'a package that is not there': { 'main.ts': "import 'trellis-nowhere';" },
  'a file that is not there': { 'main.ts': "import './nowhere.ts';" },
  'a typing error': { 'main.ts': 'const = 1;' },
  'files that import each other': {
    'main.ts': "import './a.ts';",
    'a.ts': "import { b } from './b.ts';\nexport const a = () => b;",
    'b.ts': "import { a } from './a.ts';\nexport const b = () => a;",
  },
};

for (const [what, files] of Object.entries(plain)) {
  test(`${what}: the program stays as it is, to say so itself`, async (t) => {
    const src = programs(t, files);
    assert.equal(await withBundle(src, async (folder) => folder), src);
  });
}

test('a single program stays as it is, unless its checks start it often', async (t) => {
  const folder = testFolder();
  t.after(() => folder.remove());
  const src = writeProgram(folder.path, new Map([['main.ts', '']]));
  assert.equal(await withBundle(src, async (given) => given), src);
  assert.notEqual(await withBundle(src, async (given) => given, Promise.resolve(true)), src);
});
