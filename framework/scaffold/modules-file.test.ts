import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldersIn, importsModulesFile, linesByHand, modulesFile } from './modules-file.ts';

const header = modulesFile([]).split('\n').slice(0, 2).join('\n');

const files: [rule: string, folders: string[], text: string][] = [
  [
    'no modules',
    [],
    `${header}
import type { Module } from 'trellis';

export const featureModules: Module[] = [];
`,
  ],
  [
    'imports are sorted, whatever the order of the folders',
    ['posts', 'blog-posts', 'comments'],
    `${header}
import type { Module } from 'trellis';
import { BlogPostsModule } from './blog-posts/blog-posts.module.ts';
import { CommentsModule } from './comments/comments.module.ts';
import { PostsModule } from './posts/posts.module.ts';

export const featureModules: Module[] = [BlogPostsModule, CommentsModule, PostsModule];
`,
  ],
  [
    'a folder comes before one whose name it begins, and numbers are ordered by value',
    ['posts10', 'posts9', 'posts-old', 'posts'],
    `${header}
import type { Module } from 'trellis';
import { PostsModule } from './posts/posts.module.ts';
import { PostsOldModule } from './posts-old/posts-old.module.ts';
import { Posts9Module } from './posts9/posts9.module.ts';
import { Posts10Module } from './posts10/posts10.module.ts';

export const featureModules: Module[] = [PostsModule, PostsOldModule, Posts9Module, Posts10Module];
`,
  ],
  [
    'a list of more than 120 columns has one entry per line',
    ['first-of-four-long-names', 'fourth-of-four-long-names', 'second-of-four-long-names'],
    `${header}
import type { Module } from 'trellis';
import { FirstOfFourLongNamesModule } from './first-of-four-long-names/first-of-four-long-names.module.ts';
import { FourthOfFourLongNamesModule } from './fourth-of-four-long-names/fourth-of-four-long-names.module.ts';
import { SecondOfFourLongNamesModule } from './second-of-four-long-names/second-of-four-long-names.module.ts';

export const featureModules: Module[] = [
  FirstOfFourLongNamesModule,
  FourthOfFourLongNamesModule,
  SecondOfFourLongNamesModule,
];
`,
  ],
];

for (const [rule, folders, text] of files) {
  test(`modules.ts: ${rule}`, () => assert.equal(modulesFile(folders), text));

  test(`modules.ts is recognized as generated: ${rule}`, () => {
    for (const variant of [text, text.replaceAll('\n', '\r\n'), text.replaceAll("'", '"').replaceAll(';', '')]) {
      assert.deepEqual(linesByHand(variant), []);
      assert.deepEqual(foldersIn(variant).sort(), [...folders].sort());
    }
  });
}

const edits = [
  '// Remember to remove the posts.',
  "import { Cache } from './shared/cache.ts';",
  "import { Posts } from './posts/posts.module.ts';",
  "import { PostsModule } from './old/posts.module.ts';",
  "import { PostsModule as P } from './posts/posts.module.ts';",
  'export const other = 1;',
  'export const featureModules: Module[] = [...base];',
  '  cache({ size: 10 }),',
  '<<<<<<< HEAD',
];

for (const line of edits) {
  test(`modules.ts: this line was written by hand: ${line}`, () => {
    assert.deepEqual(linesByHand(`${modulesFile(['tags'])}${line}\n`), [{ number: 7, line }]);
  });
}

const imports: [source: string, expected: boolean][] = [
  ["import { featureModules } from './modules.ts';", true],
  ['import { featureModules } from "./modules.js"', true],
  ["import { featureModules } from './modules'", true],
  ["import { featureModules } from './other/modules.ts';", false],
  ["import { module } from 'trellis';", false],
];

for (const [source, expected] of imports) {
  test(`${expected ? 'imports' : 'does not import'} modules.ts: ${source}`, () => {
    assert.equal(importsModulesFile(source), expected);
  });
}
