import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { skipSlow } from '../fixtures/slow.ts';
import { FrameworkPackage } from './framework-package.ts';
import { askOnce, firstResponses, passed, runScript, saveByRename, testsInProject } from './generated.fixture.ts';
import { type Template, templates } from './manifest.ts';
import { execute, snapshot, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * What a user does: create a project, add modules, and use only the compiled package from then on. Packing, installing and
 * starting programs costs most of the time here, so it happens once wherever two projects would get the same result:
 *
 *   linked      A project of each template with modules of each type, which finds the packed framework and the packages of
 *               this repository. Linted, type-checked, tested, built and started here. Needs no network.
 *   installed   One project with a real `npm install`. The others have the same dependencies, which a test compares.
 *   production  The builds of all templates with what `npm ci --omit=dev` installs.
 */

const repository = fileURLToPath(new URL('../../', import.meta.url));
const biome = join(repository, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');

/** Names that sort before and after others, names of the maximum length, and one whose class is a JavaScript global. */
const modules = [
  ['posts', 'resource'],
  ['a-module-of-thirty-two-character', 'resource'],
  ['maps', 'resource'],
  ['zoo', 'plain'],
  ['posts-of-thirty-two-characters10', 'plain'],
] as const;

const skip = skipSlow('starts many programs', import.meta.filename);

const skipInstallation = skip || (await reasonToSkip());

describe('a generated project', { skip }, () => {
  const cleaning: (() => unknown)[] = [];
  const projects = {} as Record<Template, string>;
  const { archive } = new FrameworkPackage();
  let tarball: Uint8Array;
  let framework: FrameworkPackage;
  let folder: string;
  let linked: string;

  before(async () => {
    folder = await temporaryFolder({ after: (clean) => cleaning.push(clean as () => unknown) });
    tarball = await new FrameworkPackage().pack();
    framework = { archive, pack: async () => tarball };
    linked = join(folder, 'linked');
    await linkPackages(join(linked, 'node_modules'), tarball);
    for (const template of templates) {
      const { stdout, stderr } = await trellis(linked, `app --name=shop-${template} --template=${template}`, {
        framework,
      });
      assert.match(stdout, /shop-\w+\/vendor\/trellis-\d+\.\d+\.\d+\.tgz\n/, stderr);
      projects[template] = join(linked, `shop-${template}`);
      await symlink(join(linked, 'node_modules'), join(projects[template], 'node_modules'), 'junction');
      for (const [name, type] of modules) {
        const outcome = await trellis(projects[template], `g module --name=${name} --type=${type}`);
        assert.equal(outcome.code, 0, outcome.stderr);
      }
    }
  });
  after(async () => {
    for (const clean of cleaning) await clean();
  });

  test('has a package with JavaScript, types and documentation, and no tests', async () => {
    const stage = join(linked, 'node_modules', 'trellis');
    const files = (await readdir(stage, { recursive: true })).map((path) => path.replaceAll('\\', '/'));
    const example = 'docs/examples/uploads.ts';
    const wanted = ['index.js', 'testing.js', 'bin/trellis.mjs', 'scaffold/main.js', 'LICENSE', 'README.md', example];
    assert.deepEqual(
      wanted.filter((file) => !files.includes(file)),
      [],
    );
    const unwanted = /(?<!\.d)\.ts$|\.(test|fixture|suite|cases)\.(d\.ts|js)$/;
    assert.deepEqual(
      files.filter((path) => unwanted.test(path) && !path.startsWith('docs/examples/')),
      [],
    );
    const { exports } = JSON.parse(await readFile(join(stage, 'package.json'), 'utf8'));
    const targets = Object.values(exports).flatMap((target) => Object.values(target as Record<string, string>));
    await Promise.all(targets.map((file) => access(join(stage, file))));
  });

  test('has a troubleshooting page that describes the framework and not the workshop', async () => {
    const page = await readFile(join(linked, 'node_modules', 'trellis', 'docs', 'troubleshooting.md'), 'utf8');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(sections, ['The program does not start', 'Unexpected responses', 'The database']);
    assert.doesNotMatch(page, /npm run (doctor|reset|docs|replay)|chapter 05/);
  });

  test('has no link in its documentation that leads out of the project', async () => {
    const stage = join(linked, 'node_modules', 'trellis');
    assert.deepEqual(await deadLinks(stage, ['README.md', ...(await markdownIn(stage, 'docs'))]), []);
    for (const template of templates) assert.deepEqual(await deadLinks(projects[template], ['README.md']), []);
  });

  test('type-checks', async () => {
    // The settings are the same for all templates, so one run of the compiler checks all projects.
    const configuration = {
      extends: './shop-api/tsconfig.json',
      include: templates.map((template) => `shop-${template}/src`),
    };
    await writeFile(join(linked, 'tsconfig.json'), JSON.stringify(configuration));
    await execute(process.execPath, [tsc, '--noEmit'], linked);
  });

  for (const template of templates) {
    test(`lints (${template})`, async () => {
      await execute(process.execPath, [biome, 'check', '--error-on-warnings', '.'], projects[template]);
    });

    test(`passes its tests (${template})`, async () => {
      const script = await allTests(projects[template]);
      const node = ['--import', 'tsx', '--input-type=module', '-e', script];
      const { stdout } = await execute(process.execPath, node, projects[template]);
      assert.match(stdout, passed(testsInProject[template] + 11));
    });

    test(`prints its routes (${template})`, async () => {
      const { stdout } = await trellis(projects[template], 'routes');
      const handlers = JSON.parse(stdout).map(({ handler }: { handler: string }) => handler);
      assert.deepEqual(
        ['HelloController', 'PostsController', 'MapsController', 'ZooController'].filter(
          (name) => !handlers.some((handler: string) => handler.startsWith(`${name}.`)),
        ),
        [],
      );
    });

    test(`builds (${template})`, async () => {
      await execute(process.execPath, [tsc, '-p', 'tsconfig.build.json'], projects[template]);
    });
  }

  for (const template of ['api', 'web'] as const) {
    test(`starts, responds and stops (${template})`, async () => {
      const { path, body } = firstResponses[template];
      assert.match(await askOnce(projects[template], path), body);
    });
  }

  // The timeout is the failure: a server that misses a save never listens again.
  test('restarts under npm run dev after every save by rename', { timeout: 60_000 }, async (t) => {
    const { api, web } = await manifestsOf(projects);
    assert.equal(web.scripts.dev, api.scripts.dev);
    const file = join(projects.api, 'src', 'hello', 'hello.service.ts');
    const original = await readFile(file, 'utf8');
    const server = await runScript(projects.api, 'dev');
    t.after(async () => {
      await server.stop();
      await writeFile(file, original);
    });
    const { path } = firstResponses.api;
    assert.match(await server.fetch(path), /Hello Ada/);
    for (const greeting of ['First', 'Second', 'Third']) {
      await saveByRename(file, original.replace('Hello $', `${greeting} $`));
      await server.listening();
      assert.match(await server.fetch(path), new RegExp(`${greeting} Ada`));
    }
  });

  test('keeps what a command stored (cli)', async () => {
    const run = (...words: string[]) =>
      execute(process.execPath, ['--import', 'tsx', 'src/main.ts', ...words], projects.cli);
    const { stdout } = await run('posts', 'create', '--name=First');
    assert.equal((await run('posts', 'index')).stdout, `[${stdout.trim()}]\n`);
  });

  describe('after npm install', { skip: skipInstallation }, () => {
    const project = () => join(folder, 'installed', 'api-shop');
    const inner = () => join(project(), 'inner');
    const npm = (...args: string[]) => execute('npm', args, project());
    const command = (...args: string[]) => npm('run', '--silent', 'trellis', '--', ...args);
    const quickly = ['--prefer-offline', '--no-audit', '--no-fund'];

    before(async () => {
      await mkdir(join(folder, 'installed'));
      await trellis(join(folder, 'installed'), 'app --name=api-shop --template=api', { framework });
      await npm('install', ...quickly);
    });

    test('finds the same packages for each template', async () => {
      const installed = JSON.parse(await readFile(join(project(), 'package.json'), 'utf8'));
      for (const { dependencies, devDependencies } of Object.values(await manifestsOf(projects))) {
        assert.deepEqual(dependencies, installed.dependencies);
        assert.deepEqual(devDependencies, installed.devDependencies);
      }
      assert.deepEqual(await deadLinks(project(), ['README.md']), []);
    });

    test('accepts a module of each type', async () => {
      await command('g', 'module', '--name=posts', '--type=resource');
      await command('g', 'module', '--name=about', '--type=plain');
      assert.match((await command('routes')).stdout, /"handler":"AboutController\.index"/);
      const { paths, components } = JSON.parse((await command('openapi')).stdout);
      assert.equal(paths['/posts'].post.operationId, 'PostsController.create');
      assert.deepEqual(components.schemas, {});
    });

    test('passes its tests', async () => {
      assert.match((await npm('test')).stdout, passed(testsInProject.api + 4));
    });

    test('lints, type-checks and builds', async () => {
      await npm('run', 'lint');
      await npm('run', 'typecheck');
      await npm('run', 'build');
      await access(join(project(), 'dist', 'main.js'));
    });

    describe('in production, without the development tools', () => {
      const production = () => join(folder, 'production');

      before(async () => {
        for (const name of ['vendor', 'package.json', 'package-lock.json']) {
          await cp(join(project(), name), join(production(), name), { recursive: true });
        }
        await execute('npm', ['ci', '--omit=dev', ...quickly], production());
        assert.equal(existsSync(join(production(), 'node_modules', 'tsx')), false);
        for (const template of templates) {
          for (const name of ['dist', 'public', 'package.json']) {
            const built = join(projects[template], name);
            if (existsSync(built)) await cp(built, join(production(), template, name), { recursive: true });
          }
        }
      });

      for (const template of ['api', 'web'] as const) {
        test(`starts, responds and stops (${template})`, async () => {
          const { path, body } = firstResponses[template];
          assert.match(await askOnce(join(production(), template), path), body);
        });
      }

      test('runs a command (cli)', async () => {
        const { stdout } = await execute('npm', ['start', '--silent', 'hello', 'Ada'], join(production(), 'cli'));
        assert.equal(stdout, 'Hello Ada\n');
      });
    });

    // The same files mean the same tests, build and responses, so these don't run again.
    test('creates a project that equals the one from this repository', async () => {
      const { stdout } = await command('app', '--name=inner', '--template=api');
      assert.match(stdout, /\n {2}inner\/vendor\/trellis-.*\.tgz\n/);
      await trellis(folder, 'app --name=inner --template=api', { framework });
      assert.deepEqual(await relativeSnapshot(inner()), await relativeSnapshot(join(folder, 'inner')));
      assert.deepEqual(await readFile(join(inner(), archive)), Buffer.from(tarball));
    });

    for (const [generation, created] of Object.entries({ outer: project, inner })) {
      test(`never gets trellis from a registry (${generation})`, async () => {
        if (generation === 'inner') await execute('npm', ['install', '--package-lock-only', ...quickly], inner());
        const manifest = JSON.parse(await readFile(join(created(), 'package.json'), 'utf8'));
        const lock = JSON.parse(await readFile(join(created(), 'package-lock.json'), 'utf8'));
        const vendored = `file:vendor/${(await readdir(join(created(), 'vendor')))[0]}`;
        assert.equal(manifest.dependencies.trellis, vendored);
        assert.equal(lock.packages[''].dependencies.trellis, vendored);
        const entries = Object.entries<{ resolved?: string }>(lock.packages);
        const installed = entries.filter(([path]) => /(^|\/)trellis$/.test(path));
        assert.deepEqual(
          installed.map(([path, { resolved }]) => [path, resolved]),
          [['node_modules/trellis', vendored]],
        );
      });
    }
  });

  test('fails npm test when a test fails, and when there is none', async () => {
    const service = join(projects.api, 'src', 'hello', 'hello.service.ts');
    for (const name of modules.map(([each]) => each)) await rm(join(projects.api, 'src', name, `${name}.test.ts`));
    await writeFile(service, (await readFile(service, 'utf8')).replace('Hello $', 'Goodbye $'));
    const testScript = () => execute(process.execPath, ['test.mjs'], projects.api);
    await assert.rejects(testScript(), /(not ok 1 -|✖) GET \/ greets the world/);
    await rm(join(projects.api, 'src', 'hello', 'hello.test.ts'));
    await assert.rejects(testScript(), /No \*\.test\.ts file in src/);
  });
});

async function reasonToSkip(): Promise<string | false> {
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], process.cwd());
  const isReachable = await fetch(stdout.trim(), { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
  return isReachable ? false : 'the npm registry cannot be reached';
}

/** Puts the packed framework next to links to the packages of this repository. */
async function linkPackages(folder: string, tarball: Uint8Array): Promise<void> {
  const framework = join(folder, 'trellis');
  await mkdir(framework, { recursive: true });
  await writeFile(join(folder, 'trellis.tgz'), tarball);
  await execute('tar', ['-xzf', 'trellis.tgz', '--strip-components=1', '-C', 'trellis'], folder);
  for (const name of await readdir(join(repository, 'node_modules'))) {
    if (!name.startsWith('.') && name !== 'trellis') {
      await symlink(join(repository, 'node_modules', name), join(folder, name), 'junction');
    }
  }
}

/** Imports all tests into one process. A process per file, as in `npm test`, would take half a second more for each. */
async function allTests(project: string): Promise<string> {
  const names = await readdir(join(project, 'src'), { recursive: true });
  const tests = names.filter((name) => name.endsWith('.test.ts'));
  return tests.map((name) => `import ${JSON.stringify(pathToFileURL(join(project, 'src', name)).href)};`).join('\n');
}

interface Manifest {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
}

async function manifestsOf(projects: Record<Template, string>): Promise<Record<Template, Manifest>> {
  const manifests = {} as Record<Template, Manifest>;
  for (const template of templates) {
    manifests[template] = JSON.parse(await readFile(join(projects[template], 'package.json'), 'utf8'));
  }
  return manifests;
}

async function markdownIn(root: string, folder: string): Promise<string[]> {
  const names = await readdir(join(root, folder), { recursive: true });
  return names.filter((name) => name.endsWith('.md')).map((name) => join(folder, name));
}

/** The links between files that lead nowhere. */
async function deadLinks(root: string, pages: string[]): Promise<string[]> {
  const dead: string[] = [];
  for (const page of pages) {
    const text = await readFile(join(root, page), 'utf8');
    for (const [, target = ''] of text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)) {
      if (!existsSync(join(root, dirname(page), target))) dead.push(`${page}: ${target}`);
    }
  }
  return dead;
}

async function relativeSnapshot(folder: string): Promise<Record<string, string>> {
  const files = Object.entries(await snapshot(folder));
  return Object.fromEntries(files.map(([path, text]) => [path.slice(folder.length), text]));
}
