import assert from 'node:assert/strict';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Prompt, Question } from './prompt.ts';
import { snapshot, temporaryFolder, trellis } from './scaffold.fixture.ts';
import { versions } from './versions.ts';

const top = `Makes Trellis applications, and adds to them.

Usage: trellis <command> [options]

Commands:
  app        Make a new project in a folder of its own
  g module   Add a module to the project in this folder
  routes     Print the routes of the project in this folder

Run "trellis <command> --help" for the options of a command.
`;

const group = `Usage: trellis g <command> [options]

Commands:
  g module   Add a module to the project in this folder

Run "trellis g <command> --help" for the options of a command.
`;

const appHelp = `Make a new project in a folder of its own

Usage: trellis app [options]

Options:
  --name=<name>            the folder and the npm package, for example shop
  --template=api|web|cli   JSON for programs, pages for people, or commands
  --framework=<spec>       what package.json says for trellis; this very version by default
  --dry-run                say what would be written, and write nothing
  --help                   print this help

Examples:
  trellis app --name=shop --template=api
`;

const moduleHelp = `Add a module to the project in this folder

Usage: trellis g module [options]

Options:
  --name=<name>           what it is called, for example posts
  --type=plain|resource   one route to start from, or the five handlers of a collection
  --app=<file>            the file of the application's module, src/app.module.ts by default
  --no-register           leave the application's module as it is
  --dry-run               say what would be written, and write nothing
  --help                  print this help

Examples:
  trellis g module --name=posts --type=resource
  trellis g module --name=health --type=plain
`;

const routesHelp = `Print the routes of the project in this folder

Usage: trellis routes [options]

Options:
  --app=<file>   the file of the application's module, src/app.module.ts by default
  --dry-run      say which file would be loaded, and load nothing
  --help         print this help
`;

const outputs: [line: string, code: number, text: string][] = [
  ['', 0, top],
  ['--help', 0, top],
  ['help', 0, top],
  ['--version', 0, 'trellis 1.2.3\n'],
  ['g --help', 0, group],
  ['app --help', 0, appHelp],
  ['g module --help', 0, moduleHelp],
  ['routes --help', 0, routesHelp],
  ['g', 2, group],
  ['ap', 2, 'Unknown command "trellis ap". Did you mean "trellis app"?\nSee "trellis --help".\n'],
  ['module', 2, 'Unknown command "trellis module". Did you mean "trellis g module"?\nSee "trellis --help".\n'],
  ['g modul', 2, 'Unknown command "trellis g modul". Did you mean "trellis g module"?\nSee "trellis g --help".\n'],
  ['frobnicate', 2, 'Unknown command "trellis frobnicate".\nSee "trellis --help".\n'],
  ['app shop', 2, 'Unexpected word "shop" after "trellis app".\nSee "trellis app --help".\n'],
  ['app --nmae=shop', 2, 'Unknown option --nmae. Did you mean --name?\nSee "trellis app --help".\n'],
  ['app --type=plain', 2, '"trellis app" has no option --type.\nSee "trellis app --help".\n'],
  ['app --name', 2, '--name needs a value: --name=<name>.\nSee "trellis app --help".\n'],
  ['app --template=api', 2, '--name is missing. Add --name=<name>.\nSee "trellis app --help".\n'],
  ['app --name=shop', 2, '--template is missing. Add --template=api|web|cli.\nSee "trellis app --help".\n'],
  [
    'app --name=a --template=ap',
    2,
    '--template must be api or web or cli, not "ap". Did you mean api?\nSee "trellis app --help".\n',
  ],
  ['g module --name=posts', 2, '--type is missing. Add --type=plain|resource.\nSee "trellis g module --help".\n'],
];

for (const [line, code, text] of outputs) {
  test(`trellis ${line}`, async (t) => {
    const outcome = await trellis(await temporaryFolder(t), line);
    assert.deepEqual(outcome, { code, stdout: code === 0 ? text : '', stderr: code === 0 ? '' : text });
  });
}

const apiFiles = `  shop/.gitignore
  shop/README.md
  shop/biome.json
  shop/package.json
  shop/src/app.module.ts
  shop/src/hello/hello.controller.ts
  shop/src/hello/hello.service.ts
  shop/src/hello/hello.test.ts
  shop/src/main.ts
  shop/test.mjs
  shop/tsconfig.json
`;

test('app says what it made, and what to type next', async (t) => {
  const folder = await temporaryFolder(t);
  const outcome = await trellis(folder, 'app --name=shop --template=api --framework=^1.0.0');
  const next = '\nNext:\n  cd shop\n  npm install\n  npm run dev\n  curl http://localhost:3000/hello/Ada\n';
  assert.deepEqual(outcome, { code: 0, stdout: `Made shop, an API:\n${apiFiles}${next}`, stderr: '' });
});

test('app --dry-run says the same, and writes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const outcome = await trellis(folder, 'app --name=shop --template=api --framework=^1.0.0 --dry-run');
  const end = '\nThis was a dry run: nothing was written.\n';
  assert.deepEqual(outcome, { code: 0, stdout: `Would make shop, an API:\n${apiFiles}${end}`, stderr: '' });
  assert.deepEqual(await snapshot(folder), {});
});

test('a project names exact versions, the same as this repository', async (t) => {
  const folder = await temporaryFolder(t);
  await trellis(folder, 'app --name=shop --template=api --framework=^1.0.0');
  const made = JSON.parse(await readFile(join(folder, 'shop', 'package.json'), 'utf8'));
  const ours = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const { trellis: framework, ...rest } = { ...made.dependencies, ...made.devDependencies };
  assert.equal(framework, '^1.0.0');
  assert.deepEqual(rest, versions);
  const all = { ...ours.dependencies, ...ours.devDependencies };
  for (const [name, version] of Object.entries(versions)) assert.equal(all[name], version, name);
  assert.equal(made.engines.node, ours.engines.node);
});

/** A project with the module `posts`, to be in the way of others. */
async function project(folder: string): Promise<string> {
  await trellis(folder, 'app --name=shop --template=api --framework=^1.0.0');
  return join(folder, 'shop');
}

const refusedProjects: [rule: string, prepare: (folder: string) => Promise<unknown>, name: string, message: RegExp][] =
  [
    [
      'a folder of that name',
      (folder) => mkdir(join(folder, 'shop')),
      'shop',
      /shop is there already\. Choose another name/,
    ],
    ['a file of that name', (folder) => writeFile(join(folder, 'shop'), ''), 'shop', /shop is there already/],
    ['a link to nowhere', (folder) => symlink('nowhere', join(folder, 'shop')), 'shop', /shop is there already/],
    ['a path', async () => {}, '../shop', /"\.\.\/shop" cannot name a project/],
    ['an invalid name', async () => {}, 'Shop', /"Shop" cannot name a project/],
  ];

for (const [rule, prepare, name, message] of refusedProjects) {
  test(`app is refused, and nothing is written: ${rule}`, async (t) => {
    const folder = await temporaryFolder(t);
    await prepare(folder);
    const before = await snapshot(folder);
    const outcome = await trellis(folder, `app --name=${name} --template=api --framework=^1.0.0`);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, message);
    assert.deepEqual(await snapshot(folder), before);
  });
}

test('a folder that cannot be written to is named', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  const outcome = await trellis(file, 'app --name=shop --template=api --framework=^1.0.0');
  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, /shop could not be written, and nothing was: ENOTDIR/);
});

test('what is missing is asked for where a person sits', async (t) => {
  const folder = await temporaryFolder(t);
  const asked: Question[] = [];
  const answers = ['shop', 'web'];
  const prompt = {
    isPossible: true,
    ask: async (question: Question) => {
      asked.push(question);
      return answers.shift()!;
    },
  } as unknown as Prompt;
  const outcome = await trellis(folder, 'app --framework=^1.0.0', prompt);
  assert.match(outcome.stdout, /^Made shop, a website:/);
  assert.deepEqual(
    asked.map(({ text }) => text),
    ['Name of the project', 'Template'],
  );
  assert.match(asked[0]?.refuse?.('Shop') ?? '', /cannot name a project/);
  assert.deepEqual(asked[1]?.choices, ['api', 'web', 'cli']);
});

test('g module says what it made and changed, and what to type next', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(shop, 'g module --name=blog-posts --type=resource');
  assert.equal(
    outcome.stdout,
    `Made the module blog-posts:
  src/blog-posts/blog-posts.controller.ts
  src/blog-posts/blog-posts.module.ts
  src/blog-posts/blog-posts.service.ts
  src/blog-posts/blog-posts.test.ts
  src/blog-posts/create-blog-post.dto.ts
  src/blog-posts/update-blog-post.dto.ts
  src/app.module.ts (changed)

Next:
  npm test
  npm run dev
  curl http://localhost:3000/blog-posts
`,
  );
  const appModule = await readFile(join(shop, 'src', 'app.module.ts'), 'utf8');
  assert.match(appModule, /imports: \[BlogPostsModule\]/);
});

test('g module --dry-run writes nothing', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const before = await snapshot(shop);
  const outcome = await trellis(shop, 'g module --name=posts --type=plain --dry-run');
  assert.match(outcome.stdout, /^Would make the module posts:\n.*nothing was written\.\n$/s);
  assert.deepEqual(await snapshot(shop), before);
});

test('g module works from a folder inside the project', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(join(shop, 'src', 'hello'), 'g module --name=posts --type=plain');
  assert.match(outcome.stdout, /^Made the module posts:\n {2}src\/posts\/posts\.controller\.ts\n/);
});

test('g module puts the module beside the file that --app names', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await mkdir(join(shop, 'lib'));
  await writeFile(join(shop, 'lib', 'main.ts'), "import { module } from 'trellis';\nexport const M = module('M');\n");
  const outcome = await trellis(join(shop, 'lib'), 'g module --name=posts --type=plain --app=main.ts');
  assert.match(outcome.stdout, / {2}lib\/posts\/posts\.controller\.ts\n(.*\n)* {2}lib\/main\.ts \(changed\)\n/);
});

const appModule = (shop: string) => join(shop, 'src', 'app.module.ts');
const refusedModules: [rule: string, prepare: (shop: string) => Promise<unknown>, options: string, message: RegExp][] =
  [
    ['a folder of that name', (shop) => mkdir(join(shop, 'src', 'posts')), '--name=posts', /posts is there already/],
    [
      'a file of that name',
      (shop) => writeFile(join(shop, 'src', 'posts'), ''),
      '--name=posts',
      /posts is there already/,
    ],
    [
      'a module of that name',
      async () => {},
      '--name=app',
      /src\/app\.module\.ts has something called AppModule already/,
    ],
    ['a path', async () => {}, '--name=../posts', /cannot name a module/],
    ['no such file', async () => {}, '--name=posts --app=src/other.ts', /There is no .*other\.ts\. Name the file/],
    ['a file outside', async () => {}, '--name=posts --app=../outside.ts', /outside\.ts is outside of the project/],
    [
      'a link that leads outside',
      (shop) => symlink(join(shop, '..', 'outside.ts'), join(shop, 'src', 'link.ts')),
      '--name=posts --app=src/link.ts',
      /link\.ts is outside of the project/,
    ],
    [
      'a list that is not understood',
      (shop) =>
        writeFile(appModule(shop), "import { module } from 'trellis';\nexport const AppModule = module('A', parts);\n"),
      '--name=posts',
      /^PostsModule cannot be added to src\/app\.module\.ts: the second argument of module\(\) is no plain \{ … \}\. Nothing was written\. Run the command again with --no-register, and add these by hand:\n {2}import \{ PostsModule \} from '\.\/posts\/posts\.module\.ts';\n {2}imports: \[PostsModule\]\n$/,
    ],
    [
      'a damaged package.json',
      (shop) => writeFile(join(shop, 'package.json'), '{'),
      '--name=posts',
      /package\.json cannot be read/,
    ],
  ];

for (const [rule, prepare, options, message] of refusedModules) {
  test(`g module is refused, and nothing is written: ${rule}`, async (t) => {
    const folder = await temporaryFolder(t);
    await writeFile(join(folder, 'outside.ts'), '');
    const shop = await project(folder);
    await prepare(shop);
    const before = await snapshot(folder);
    const outcome = await trellis(shop, `g module --type=plain ${options}`);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, message);
    assert.deepEqual(await snapshot(folder), before);
  });
}

test('g module takes its files back when the module file cannot be changed', async (t) => {
  const shop = await project(await temporaryFolder(t));
  // Long enough that the draft beside it, with a longer name, is refused by the file system.
  const name = `${'x'.repeat(245)}.ts`;
  await writeFile(join(shop, 'src', name), await readFile(appModule(shop)));
  const before = await snapshot(shop);
  const outcome = await trellis(shop, `g module --name=posts --type=plain --app=src/${name}`);
  assert.match(outcome.stderr, /could not be changed, and is as it was: ENAMETOOLONG/);
  assert.deepEqual(await snapshot(shop), before);
});

test('g module --no-register leaves the module file alone and says what to add', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const before = await readFile(appModule(shop), 'utf8');
  const outcome = await trellis(shop, 'g module --name=posts --type=plain --no-register');
  const lines =
    "  Add to src/app.module.ts:\n    import { PostsModule } from './posts/posts.module.ts';\n    imports: [PostsModule]\n";
  assert.ok(outcome.stdout.endsWith(`\nNext:\n${lines}`), outcome.stdout);
  assert.equal(await readFile(appModule(shop), 'utf8'), before);
});

test('outside of a project there is nothing to add to', async (t) => {
  const folder = await temporaryFolder(t);
  for (const line of ['g module --name=posts --type=plain', 'routes']) {
    const outcome = await trellis(folder, line);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, /^There is no package\.json in .* or above it\. Run this inside a project\.\n$/);
  }
});

test('routes --dry-run says which file it would load', async (t) => {
  const shop = await project(await temporaryFolder(t));
  assert.equal((await trellis(shop, 'routes --dry-run')).stdout, 'Would load src/app.module.ts.\n');
});

test('routes says what to do before the project is installed', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(shop, 'routes');
  assert.equal(outcome.code, 1);
  assert.match(
    outcome.stderr,
    /^trellis is not installed for .*app\.module\.ts\. Run npm install in the project first\.\n$/,
  );
});
