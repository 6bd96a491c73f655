import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertOpenApi } from '../openapi/structure.fixture.ts';
import { templates } from './manifest.ts';
import { modulesFile } from './modules-file.ts';
import type { Prompt, Question } from './prompt.ts';
import { fakeFramework, snapshot, temporaryFolder, trellis } from './scaffold.fixture.ts';
import { versions } from './versions.ts';

const top = `Create Trellis applications and add modules to them.

Usage: trellis <command> [options]

Commands:
  app        Create a new project in its own folder
  g module   Add a module to the project in this folder
  routes     Print the routes of the project in this folder
  openapi    Print the OpenAPI document of the project in this folder

Run "trellis <command> --help" for the options of a command.
`;

const group = `Usage: trellis g <command> [options]

Commands:
  g module   Add a module to the project in this folder

Run "trellis g <command> --help" for the options of a command.
`;

const appHelp = `Create a new project in its own folder

Usage: trellis app [options]

Options:
  --name=<name>            the name of the folder and of the npm package, for example shop
  --template=api|web|cli   a JSON API, a website, or a command-line tool
  --dry-run                print what would be written, and write nothing
  --help                   print this help

Examples:
  trellis app --name=shop --template=api
`;

const moduleHelp = `Add a module to the project in this folder

Usage: trellis g module [options]

Options:
  --name=<name>           the name of the module, for example posts
  --type=plain|resource   a single route to start from, or the five handlers of a resource controller
  --app=<file>            the file that exports AppModule (default: src/app.module.ts)
  --dry-run               print what would be written, and write nothing
  --help                  print this help

Examples:
  trellis g module --name=posts --type=resource
  trellis g module --name=health --type=plain
`;

const routesHelp = `Print the routes of the project in this folder

Usage: trellis routes [options]

Options:
  --app=<file>   the file that exports AppModule and appOptions (default: src/app.module.ts)
  --dry-run      print which file would be loaded, and load nothing
  --help         print this help
`;

const openApiHelp = `Print the OpenAPI document of the project in this folder

Usage: trellis openapi [options]

Options:
  --app=<file>   the file that exports AppModule, appOptions and openApiOptions (default: src/app.module.ts)
  --dry-run      print which file would be loaded, and load nothing
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
  ['openapi --help', 0, openApiHelp],
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

const apiFiles = `  shop/.dockerignore
  shop/.gitignore
  shop/Dockerfile
  shop/README.md
  shop/biome.json
  shop/package.json
  shop/src/app.module.ts
  shop/src/hello/hello.controller.ts
  shop/src/hello/hello.module.ts
  shop/src/hello/hello.service.ts
  shop/src/hello/hello.test.ts
  shop/src/main.ts
  shop/src/modules.ts
  shop/test.mjs
  shop/tsconfig.build.json
  shop/tsconfig.json
  shop/vendor/trellis-1.2.3.tgz
`;

test('app prints what it created, and what to run next', async (t) => {
  const folder = await temporaryFolder(t);
  const outcome = await trellis(folder, 'app --name=shop --template=api');
  const next = '\nNext:\n  cd shop\n  npm install\n  npm run dev\n  curl http://localhost:3000/hello/Ada\n';
  assert.deepEqual(outcome, { code: 0, stdout: `Created shop, an API:\n${apiFiles}${next}`, stderr: '' });
});

test('the README of a project and the guide explain every file that was created', async (t) => {
  const folder = await temporaryFolder(t);
  await trellis(folder, 'app --name=shop --template=api');
  const guide = await readFile(new URL('../../docs/guide/your-own-project.md', import.meta.url), 'utf8');
  const readme = await readFile(join(folder, 'shop', 'README.md'), 'utf8');
  const entries = await readdir(join(folder, 'shop'));
  const explained = entries.filter((name) => !['.gitignore', 'package.json', 'README.md', 'src'].includes(name));
  for (const name of [...explained, 'src/main.ts', 'src/app.module.ts', 'src/modules.ts', 'src/hello/']) {
    assert.ok(readme.includes(`\`${name}`), `README.md: ${name}`);
    assert.ok(guide.includes(`\`${name}`), `your-own-project.md: ${name}`);
  }
});

test('app --dry-run prints the same files and writes nothing', async (t) => {
  const folder = await temporaryFolder(t);
  const outcome = await trellis(folder, 'app --name=shop --template=api --dry-run');
  const end = '\nThis was a dry run: nothing was written.\n';
  assert.deepEqual(outcome, { code: 0, stdout: `Would create shop, an API:\n${apiFiles}${end}`, stderr: '' });
  assert.deepEqual(await snapshot(folder), {});
});

test('a project pins the versions of this repository, and the framework to its own tarball', async (t) => {
  const folder = await temporaryFolder(t);
  await trellis(folder, 'app --name=shop --template=api');
  const made = JSON.parse(await readFile(join(folder, 'shop', 'package.json'), 'utf8'));
  const ours = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  const { trellis: framework, ...rest } = { ...made.dependencies, ...made.devDependencies };
  assert.equal(framework, `file:${fakeFramework.archive}`);
  assert.deepEqual(await readFile(join(folder, 'shop', fakeFramework.archive)), Buffer.from([1, 2, 3]));
  assert.deepEqual(rest, versions);
  const all = { ...ours.dependencies, ...ours.devDependencies };
  for (const [name, version] of Object.entries(versions)) assert.equal(all[name], version, name);
  assert.equal(made.engines.node, ours.engines.node);
});

for (const template of templates) {
  test(`no file of a project suggests npx, which downloads what is not installed (${template})`, async (t) => {
    const folder = await temporaryFolder(t);
    await trellis(folder, `app --name=shop --template=${template}`);
    const files = Object.entries(await snapshot(folder)).filter(([, text]) => text.includes('npx'));
    assert.deepEqual(files, []);
  });
}

/** Creates an API project and returns its folder. */
async function project(folder: string, name = 'shop'): Promise<string> {
  await trellis(folder, `app --name=${name} --template=api`);
  return join(folder, name);
}

const rejectedProjects: [rule: string, prepare: (folder: string) => Promise<unknown>, name: string, message: RegExp][] =
  [
    [
      'a folder of that name',
      (folder) => mkdir(join(folder, 'shop')),
      'shop',
      /shop already exists\. Choose another name/,
    ],
    ['a file of that name', (folder) => writeFile(join(folder, 'shop'), ''), 'shop', /shop already exists/],
    ['a link to nowhere', (folder) => symlink('nowhere', join(folder, 'shop')), 'shop', /shop already exists/],
    ['a path', async () => {}, '../shop', /"\.\.\/shop" is not a valid name for a project/],
    ['an invalid name', async () => {}, 'Shop', /"Shop" is not a valid name for a project/],
  ];

for (const [rule, prepare, name, message] of rejectedProjects) {
  test(`app is rejected, and nothing is written: ${rule}`, async (t) => {
    const folder = await temporaryFolder(t);
    await prepare(folder);
    const before = await snapshot(folder);
    const outcome = await trellis(folder, `app --name=${name} --template=api`);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stderr, message);
    assert.deepEqual(await snapshot(folder), before);
  });
}

test('app names a folder that cannot be written to', async (t) => {
  const file = join(await temporaryFolder(t), 'file');
  await writeFile(file, '');
  const outcome = await trellis(file, 'app --name=shop --template=api');
  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, /^Could not create .*shop\. Nothing was written\. ENOTDIR/);
});

test('app writes nothing if the framework cannot be packed', async (t) => {
  const folder = await temporaryFolder(t);
  const framework = {
    ...fakeFramework,
    pack: async () => {
      throw new Error('spawn npm ENOENT');
    },
  };
  const outcome = await trellis(folder, 'app --name=shop --template=api', { framework });
  assert.equal(outcome.code, 1);
  assert.equal(
    outcome.stderr,
    'Could not pack the framework for the new project. Nothing was written. spawn npm ENOENT\n',
  );
  assert.deepEqual(await snapshot(folder), {});
});

test('app asks for missing options in a terminal', async (t) => {
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
  const outcome = await trellis(folder, 'app', { prompt });
  assert.match(outcome.stdout, /^Created shop, a website:/);
  assert.deepEqual(
    asked.map(({ text }) => text),
    ['Name of the project', 'Template'],
  );
  assert.match(asked[0]?.problem?.('Shop') ?? '', /is not a valid name for a project/);
  assert.deepEqual(asked[1]?.choices, ['api', 'web', 'cli']);
});

test('g module prints what it created and changed, and what to run next', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(shop, 'g module --name=blog-posts --type=resource');
  assert.equal(
    outcome.stdout,
    `Created the module blog-posts:
  src/blog-posts/blog-posts.controller.ts
  src/blog-posts/blog-posts.module.ts
  src/blog-posts/blog-posts.service.ts
  src/blog-posts/blog-posts.test.ts
  src/blog-posts/create-blog-post.dto.ts
  src/blog-posts/update-blog-post.dto.ts
  src/modules.ts (changed)

Next:
  npm test
  npm run dev
  curl http://localhost:3000/blog-posts
`,
  );
  assert.equal(await readFile(modulesTs(shop), 'utf8'), modulesFile(['blog-posts', 'hello']));
});

test('g module --dry-run writes nothing', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const before = await snapshot(shop);
  const outcome = await trellis(shop, 'g module --name=posts --type=plain --dry-run');
  assert.match(outcome.stdout, /^Would create the module posts:\n.*nothing was written\.\n$/s);
  assert.deepEqual(await snapshot(shop), before);
});

test('g module works from a folder inside the project', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(join(shop, 'src', 'hello'), 'g module --name=posts --type=plain');
  assert.match(outcome.stdout, /^Created the module posts:\n {2}src\/posts\/posts\.controller\.ts\n/);
});

test('g module lists every module, in the same file whatever the order of the calls', async (t) => {
  const folder = await temporaryFolder(t);
  const lists: string[] = [];
  for (const [index, names] of [
    ['posts', 'comments', 'tags'],
    ['tags', 'posts', 'comments'],
  ].entries()) {
    const shop = await project(folder, `shop${index}`);
    for (const name of names) await trellis(shop, `g module --name=${name} --type=plain`);
    lists.push(await readFile(modulesTs(shop), 'utf8'));
  }
  assert.equal(lists[0], modulesFile(['comments', 'hello', 'posts', 'tags']));
  assert.equal(lists[1], lists[0]);
});

test('g module removes a module whose folder is gone, and reports it', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await trellis(shop, 'g module --name=tags --type=plain');
  await rm(join(shop, 'src', 'tags'), { recursive: true });
  const outcome = await trellis(shop, 'g module --name=posts --type=plain');
  assert.match(
    outcome.stdout,
    /\n\nsrc\/modules\.ts no longer lists TagsModule: src\/tags\/tags\.module\.ts no longer exists\.\n\nNext:/,
  );
  assert.equal(await readFile(modulesTs(shop), 'utf8'), modulesFile(['hello', 'posts']));
});

test('g module creates modules.ts again after somebody deleted it', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await rm(modulesTs(shop));
  const outcome = await trellis(shop, 'g module --name=posts --type=plain');
  assert.match(outcome.stdout, /\n {2}src\/modules\.ts\n\nNext:/);
  assert.equal(await readFile(modulesTs(shop), 'utf8'), modulesFile(['hello', 'posts']));
});

test('g module lists a module that was written by hand, and reports it', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await mkdir(join(shop, 'src', 'tags'));
  await writeFile(join(shop, 'src', 'tags', 'tags.module.ts'), "export const TagsModule = module('TagsModule');\n");
  const outcome = await trellis(shop, 'g module --name=posts --type=plain');
  assert.match(outcome.stdout, /\n\nsrc\/modules\.ts now also lists TagsModule from src\/tags\/tags\.module\.ts\.\n\n/);
  assert.equal(await readFile(modulesTs(shop), 'utf8'), modulesFile(['hello', 'posts', 'tags']));
});

test('g module leaves out a module file without the expected export, and reports it', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await writeFile(join(shop, 'src', 'hello', 'hello.module.ts'), 'export const Other = 1;\n');
  const first = await trellis(shop, 'g module --name=posts --type=plain');
  assert.match(
    first.stdout,
    /\n\nsrc\/modules\.ts no longer lists HelloModule: src\/hello\/hello\.module\.ts does not export it\.\n\nNext:/,
  );
  const second = await trellis(shop, 'g module --name=tags --type=plain');
  assert.match(
    second.stdout,
    /\n\nsrc\/modules\.ts does not list src\/hello\/hello\.module\.ts: it does not export HelloModule\.\n\nNext:/,
  );
  assert.equal(await readFile(modulesTs(shop), 'utf8'), modulesFile(['posts', 'tags']));
});

test('g module puts the module and modules.ts next to the file that --app names, and prints how to connect them', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await mkdir(join(shop, 'lib'));
  await writeFile(join(shop, 'lib', 'main.ts'), "import { module } from 'trellis';\nexport const M = module('M');\n");
  const outcome = await trellis(join(shop, 'lib'), 'g module --name=posts --type=plain --app=main.ts');
  assert.match(outcome.stdout, / {2}lib\/posts\/posts\.controller\.ts\n(.*\n)* {2}lib\/modules\.ts\n/);
  const lines =
    "  Add to lib/main.ts:\n    import { featureModules } from './modules.ts';\n    imports: [...featureModules]\n";
  assert.ok(outcome.stdout.includes(`\nNext:\n${lines}  npm test\n`), outcome.stdout);
});

const modulesTs = (shop: string) => join(shop, 'src', 'modules.ts');
const rejectedModules: [rule: string, prepare: (shop: string) => Promise<unknown>, options: string, message: RegExp][] =
  [
    ['a folder of that name', (shop) => mkdir(join(shop, 'src', 'posts')), '--name=posts', /posts already exists\. /],
    [
      'a file of that name',
      (shop) => writeFile(join(shop, 'src', 'posts'), ''),
      '--name=posts',
      /posts already exists/,
    ],
    [
      'the same module again',
      (shop) => trellis(shop, 'g module --name=posts --type=resource'),
      '--name=posts',
      /src.posts already exists\. Choose another name/,
    ],
    [
      'the name of the root module',
      async () => {},
      '--name=app',
      /^src\/app\.module\.ts already uses the name AppModule\. Choose another name for the module\.\n$/,
    ],
    [
      'a name that another folder turns into the same class',
      (shop) => trellis(shop, 'g module --name=posts1 --type=plain'),
      '--name=posts-1',
      /^src\/posts1\/posts1\.module\.ts and src\/posts-1\/posts-1\.module\.ts would both export Posts1Module\. Choose/,
    ],
    [
      'a modules.ts with lines that a person added',
      (shop) => appendFile(modulesTs(shop), "\nexport const version = '1';\n// and a note\n"),
      '--name=posts',
      /^src\/modules\.ts contains lines that "g module" did not write, and it would overwrite them\. Nothing was written\.\nMove them .*:\n {2}line 8: export const version = '1';\n {2}line 9: \/\/ and a note\n$/,
    ],
    ['a modules.ts that is a folder', replaceWithFolder, '--name=posts', /modules\.ts cannot be read: EISDIR/],
    ['a path', async () => {}, '--name=../posts', /is not a valid name for a module/],
    ['a missing file', async () => {}, '--name=posts --app=src/other.ts', /other\.ts does not exist\. Name the file/],
    ['a file outside', async () => {}, '--name=posts --app=../outside.ts', /outside\.ts is outside the project/],
    [
      'a link that leads outside',
      (shop) => symlink(join(shop, '..', 'outside.ts'), join(shop, 'src', 'link.ts')),
      '--name=posts --app=src/link.ts',
      /link\.ts is outside the project/,
    ],
    [
      'a damaged package.json',
      (shop) => writeFile(join(shop, 'package.json'), '{'),
      '--name=posts',
      /package\.json cannot be read/,
    ],
  ];

async function replaceWithFolder(shop: string): Promise<void> {
  await rm(modulesTs(shop));
  await mkdir(modulesTs(shop));
}

for (const [rule, prepare, options, message] of rejectedModules) {
  test(`g module is rejected, and nothing is written: ${rule}`, async (t) => {
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

test('g module removes its files again when modules.ts cannot be written', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await rm(modulesTs(shop));
  await symlink('nowhere', modulesTs(shop));
  const before = await snapshot(shop);
  const outcome = await trellis(shop, 'g module --name=posts --type=plain');
  assert.match(outcome.stderr, /^Could not write .*modules\.ts\. Nothing was changed\. ENOENT/);
  assert.deepEqual(await snapshot(shop), before);
});

test('outside a project, g module and routes explain what is missing', async (t) => {
  const folder = await temporaryFolder(t);
  for (const line of ['g module --name=posts --type=plain', 'routes', 'openapi']) {
    const outcome = await trellis(folder, line);
    assert.equal(outcome.code, 1);
    assert.match(
      outcome.stderr,
      /^No package\.json in .* or its parent folders\. Run this command inside a project\.\n$/,
    );
  }
});

test('routes --dry-run prints which file it would load', async (t) => {
  const shop = await project(await temporaryFolder(t));
  assert.equal((await trellis(shop, 'routes --dry-run')).stdout, 'Would load src/app.module.ts.\n');
});

test('routes asks for npm install in a project that is not installed', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const outcome = await trellis(shop, 'routes');
  assert.equal(outcome.code, 1);
  assert.match(
    outcome.stderr,
    /^trellis is not installed in the project of .*app\.module\.ts\. Run npm install there first\.\n$/,
  );
});

/** An application with a global middleware and a route for a group's own path. */
const groupedApp = `import { module } from 'trellis';

class Timer {
  handle(ctx, next) {
    return next();
  }
}

class Guard extends Timer {}

class UsersController {
  routes() {
    const children = [
      { method: 'GET', path: '/', handler: this.index },
      { method: 'GET', path: '/:id', handler: this.index },
    ];
    return [
      { method: 'GET', path: '/', handler: this.index },
      { path: '/users', middlewares: [Guard], children },
    ];
  }

  index() {}
}

export const AppModule = module('AppModule', { declarations: [UsersController, Timer, Guard] });
export const appOptions = { middlewares: [Timer] };
`;

test('routes prints the path as a client writes it, and the global middlewares first', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await symlink(fileURLToPath(new URL('../../node_modules/', import.meta.url)), join(shop, 'node_modules'), 'junction');
  await writeFile(join(shop, 'src', 'app.module.ts'), groupedApp);
  const outcome = await trellis(shop, 'routes');
  const handler = 'UsersController.index';
  assert.deepEqual(JSON.parse(outcome.stdout), [
    { method: 'GET', path: '/', handler, middlewares: ['Timer'] },
    { method: 'GET', path: '/users', handler, middlewares: ['Timer', 'Guard'] },
    { method: 'GET', path: '/users/:id', handler, middlewares: ['Timer', 'Guard'] },
  ]);
});

const describedApp = `import { module } from 'trellis';
import { describe } from 'trellis/openapi';

class UsersController {
  routes() {
    return [
      { path: '/users', children: [{ method: 'GET', path: '/', handler: this.index }] },
      { method: 'GET', path: '/page', handler: this.index },
    ];
  }

  @describe({ summary: 'Lists users', responses: { 200: 'Everybody' } })
  index() {}
}

export const AppModule = module('AppModule', { declarations: [UsersController] });
export const openApiOptions = {
  servers: [{ url: 'https://shop.example' }],
  include: (route) => route.path !== '/page',
};
`;

test('openapi prints the document of the project, with the name and version of its package.json', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await symlink(fileURLToPath(new URL('../../node_modules/', import.meta.url)), join(shop, 'node_modules'), 'junction');
  await writeFile(join(shop, 'src', 'app.module.ts'), describedApp);
  assert.equal((await trellis(shop, 'openapi --dry-run')).stdout, 'Would load src/app.module.ts.\n');
  const document = JSON.parse((await trellis(shop, 'openapi')).stdout);
  assertOpenApi(document);
  const { name, version } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'));
  assert.deepEqual(document.info, { title: name, version });
  assert.deepEqual(document.servers, [{ url: 'https://shop.example' }]);
  assert.deepEqual(Object.keys(document.paths), ['/users']);
  assert.equal(document.paths['/users'].get.summary, 'Lists users');
});

test('openapi refuses a command-line tool', async (t) => {
  const shop = await project(await temporaryFolder(t));
  await symlink(fileURLToPath(new URL('../../node_modules/', import.meta.url)), join(shop, 'node_modules'), 'junction');
  const options = "import { cli } from 'trellis';\nexport const appOptions = { platform: cli() };\n";
  await writeFile(join(shop, 'src', 'app.module.ts'), `${options}${describedApp}`);
  const outcome = await trellis(shop, 'openapi');
  assert.equal(outcome.code, 1);
  assert.match(outcome.stderr, /A CLI application has commands instead of an HTTP API/);
});

for (const template of ['api', 'web']) {
  test(`the Dockerfile copies files that exist and runs scripts that exist (${template})`, async (t) => {
    const folder = await temporaryFolder(t);
    await trellis(folder, `app --name=shop --template=${template}`);
    const shop = join(folder, 'shop');
    const { scripts } = JSON.parse(await readFile(join(shop, 'package.json'), 'utf8'));
    const lines = (await readFile(join(shop, 'Dockerfile'), 'utf8')).split('\n');
    // npm install writes the lock file and node_modules, and the build writes dist.
    const made = ['package-lock.json', 'node_modules', 'dist', '.'];
    const copied = lines.filter((line) => line.startsWith('COPY ')).flatMap((line) => line.split(' ').slice(1, -1));
    const sources = copied.filter((word) => !word.startsWith('--')).map((word) => word.replace('/app/', ''));
    for (const source of sources) assert.ok(made.includes(source) || existsSync(join(shop, source)), source);
    assert.equal(sources.includes('public'), template === 'web');
    const run = lines.flatMap((line) => /npm run (\w+)/.exec(line)?.[1] ?? []);
    assert.deepEqual(run, ['build']);
    for (const script of run) assert.ok(scripts[script], script);
    assert.equal(
      lines.find((line) => line.startsWith('CMD')),
      `CMD ${JSON.stringify(scripts.start.split(' '))}`.replaceAll(',', ', '),
    );
    assert.match(await readFile(join(shop, '.dockerignore'), 'utf8'), /^\.env$/m);
  });
}

test('the files that a database leaves next to it are ignored by Git', async (t) => {
  const shop = await project(await temporaryFolder(t));
  const ignored = (await readFile(join(shop, '.gitignore'), 'utf8')).trim().split('\n');
  for (const pattern of ['*.db', '*.db.journal', '*.db.lock', '*.db.saving', 'dist/', '.env'])
    assert.ok(ignored.includes(pattern), pattern);
});
