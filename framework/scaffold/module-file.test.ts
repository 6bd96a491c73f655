import assert from 'node:assert/strict';
import { test } from 'node:test';
import { knows, NoPlace, register } from './module-file.ts';

const posts = { name: 'PostsModule', from: './posts/posts.module.ts' };
const head = "import { module } from 'trellis';\n";
const added = `${head}import { PostsModule } from './posts/posts.module.ts';\n`;

const decoys = `// module('x', { imports: [] })
const a = 'module(';
const b = \`module(\${\`\${'}'}\`}\`;
const c = /module('/;
/* module( */
const d = other.module('x', { imports: [] });
`;

const brackets = `a(\`]}) \${f({ a: ']' })}\`), b(')]'), c(/[\\])]/)`;

/** What stands below the imports, before and after. */
const calls: [rule: string, before: string, after: string][] = [
  ['an empty list', "module('App', { imports: [] });", "module('App', { imports: [PostsModule] });"],
  ['a list on one line', "module('App', { imports: [A, B] });", "module('App', { imports: [A, B, PostsModule] });"],
  ['a comma at the end', "module('App', { imports: [A, ] });", "module('App', { imports: [A, PostsModule] });"],
  [
    'a list on several lines',
    "module('App', {\n  imports: [\n    A,\n    B,\n  ],\n});",
    "module('App', {\n  imports: [\n    A,\n    B,\n    PostsModule,\n  ],\n});",
  ],
  [
    'no comma at the end of several lines',
    "module('App', {\n  imports: [\n    A,\n    B\n  ],\n});",
    "module('App', {\n  imports: [\n    A,\n    B,\n    PostsModule\n  ],\n});",
  ],
  [
    'comments stay with what they speak of',
    "module('App', {\n  imports: [\n    A, // the first]\n    /* B, */\n  ], // [\n});",
    "module('App', {\n  imports: [\n    A, // the first]\n    PostsModule,\n    /* B, */\n  ], // [\n});",
  ],
  [
    'a list with a comment only',
    "module('App', {\n  imports: [\n    // none yet\n  ],\n});",
    "module('App', {\n  imports: [\n    PostsModule,\n    // none yet\n  ],\n});",
  ],
  [
    'a comment on one line',
    "module('App', { imports: [/* none */] });",
    "module('App', { imports: [PostsModule /* none */] });",
  ],
  [
    'calls and spreads inside',
    "module('App', { imports: [...base, feature({ a: [1, 2] }, 'x]')] });",
    "module('App', { imports: [...base, feature({ a: [1, 2] }, 'x]'), PostsModule] });",
  ],
  [
    'brackets in texts',
    `module('App', { imports: [${brackets}] });`,
    `module('App', { imports: [${brackets}, PostsModule] });`,
  ],
  ['no list', "module('App', { declarations: [C] });", "module('App', { imports: [PostsModule], declarations: [C] });"],
  [
    'no list, on several lines',
    "module('App', {\n  // all of it\n  declarations: [C],\n});",
    "module('App', {\n  // all of it\n  imports: [PostsModule],\n  declarations: [C],\n});",
  ],
  ['no parts', "module('App', {});", "module('App', { imports: [PostsModule] });"],
  ['no second argument', "module('App');", "module('App', { imports: [PostsModule] });"],
  ['a quoted key', "module('App', { 'imports': [A] });", "module('App', { 'imports': [A, PostsModule] });"],
  [
    'a name that only looks the same',
    "module('App', { exports: [imports], importsOf: [A], imports: [B] });",
    "module('App', { exports: [imports], importsOf: [A], imports: [B, PostsModule] });",
  ],
  [
    'the exported one of two calls',
    "const Inner = module('Inner', { imports: [] });\nexport const App = module('App', { imports: [Inner] });",
    "const Inner = module('Inner', { imports: [] });\nexport const App = module('App', { imports: [Inner, PostsModule] });",
  ],
  [
    'the AppModule of two exported ones',
    "export const A = module('A', { imports: [] });\nexport const AppModule: Module = module('AppModule', { imports: [A] });",
    "export const A = module('A', { imports: [] });\nexport const AppModule: Module = module('AppModule', { imports: [A, PostsModule] });",
  ],
  [
    'calls in strings, comments, templates and expressions do not count',
    `${decoys}export const App = module('A', { imports: [] });`,
    `${decoys}export const App = module('A', { imports: [PostsModule] });`,
  ],
  [
    'a list that grows too long',
    `export const AppModule = module('AppModule', {\n  imports: [${'AccountsModule, '.repeat(6)}LastModule],\n});`,
    `export const AppModule = module('AppModule', {\n  imports: [\n${'    AccountsModule,\n'.repeat(6)}    LastModule,\n    PostsModule,\n  ],\n});`,
  ],
];

for (const [rule, before, after] of calls) {
  test(`listed: ${rule}`, () => assert.equal(register(posts, `${head}\n${before}\n`), `${added}\n${after}\n`));
}

const call = "\nexport const App = module('App', { imports: [] });\n";
const listed = "\nexport const App = module('App', { imports: [PostsModule] });\n";
const line = "import { PostsModule } from './posts/posts.module.ts';\n";
const imports: [rule: string, before: string, after: string][] = [
  [
    'in the order of the alphabet',
    `${head}import { A } from './a/a.ts';\nimport { Z } from './z/z.ts';\n`,
    `${head}import { A } from './a/a.ts';\n${line}import { Z } from './z/z.ts';\n`,
  ],
  ['before the first', `${head}import { Z } from './z.ts';\n`, `${head}${line}import { Z } from './z.ts';\n`],
  [
    'folder by folder, numbers by their value',
    `${head}import { P } from './post/z.ts';\nimport { Q } from './posts-10/z.ts';\nimport { R } from './posts2/z.ts';\n`,
    `${head}import { P } from './post/z.ts';\n${line}import { Q } from './posts-10/z.ts';\nimport { R } from './posts2/z.ts';\n`,
  ],
  ['behind parents', `${head}import { Z } from '../z.ts';\n`, `${head}import { Z } from '../z.ts';\n${line}`],
  [
    'behind an import of several lines, and its comment',
    "import {\n  type Module,\n  module,\n} from 'trellis'; // ours\n",
    `import {\n  type Module,\n  module,\n} from 'trellis'; // ours\n${line}`,
  ],
  [
    'a comment above an import stays with it',
    `${head}// the zoo\nimport { Z } from './z.ts';\n`,
    `${head}${line}// the zoo\nimport { Z } from './z.ts';\n`,
  ],
  [
    'in the same quotes, without semicolons',
    'import { module } from "trellis"\n',
    'import { module } from "trellis"\nimport { PostsModule } from "./posts/posts.module.ts"\n',
  ],
];

for (const [rule, before, after] of imports) {
  test(`imported: ${rule}`, () => assert.equal(register(posts, before + call), after + listed));
}

test('a call under another name is found', () => {
  const source = "import { module as define } from 'trellis';\nexport default define('App', { imports: [] });\n";
  assert.match(register(posts, source), /define\('App', \{ imports: \[PostsModule\] \}\)/);
});

test('line ends stay what they were', () => {
  const source = `${head}\nmodule('App', {\n  imports: [\n    A,\n  ],\n});\n`.replaceAll('\n', '\r\n');
  const result = register(posts, source);
  assert.doesNotMatch(result, /[^\r]\n/);
  assert.match(result, /A,\r\n {4}PostsModule,\r\n/);
});

test('a second module goes behind the first', () => {
  const once = register(posts, head + call);
  const twice = register({ name: 'TagsModule', from: './tags/tags.module.ts' }, once);
  assert.equal(
    twice,
    `${head}${line}import { TagsModule } from './tags/tags.module.ts';\n${listed.replace(']', ', TagsModule]')}`,
  );
});

test('a name is known where code speaks of it, not where a comment or a text does', () => {
  assert.equal(knows('PostsModule', `${head}${line}${call}`), true);
  assert.equal(knows('PostsModule', `${head}// PostsModule\nconst a = 'PostsModule', BlogPostsModule = 1;`), false);
});

const refusals: [source: string, message: string][] = [
  ["import { createApp } from 'trellis';\n", "it does not import module from 'trellis'"],
  [head, 'it does not call module()'],
  [`${head}module('A');\nmodule('B');`, 'it calls module() more than once'],
  [`${head}module('A', parts);`, 'the second argument of module() is no plain { … }'],
  [`${head}module('A', { imports });`, 'its imports are no plain [ … ]'],
  [`${head}module('A', { imports: base.concat([A]) });`, 'its imports are no plain [ … ]'],
  [`${head}module('A', { imports: [A].concat(base) });`, 'its imports are no plain [ … ]'],
  [`${head}module('A', { imports: ['x'] as const });`, 'its imports are no plain [ … ]'],
];

for (const [source, message] of refusals) {
  test(`refused: ${message} (${JSON.stringify(source.slice(head.length))})`, () => {
    assert.throws(() => register(posts, source), new NoPlace(message));
  });
}
