import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { access, cp, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { FrameworkPackage } from './framework-package.ts';
import { askOnce, firstResponses, passed, testsInProject } from './generated.fixture.ts';
import { templates } from './manifest.ts';
import { execute, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * What a user does: pack the framework, create a project, run `npm install`, and from then on use only the compiled
 * package. This takes minutes and a registry for the other packages, so it runs in CI and on request.
 */

async function reasonToSkip(): Promise<string | false> {
  if (!process.env.CI && !process.env.TRELLIS_SLOW) return 'installs packages: set TRELLIS_SLOW=1 to run it';
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], process.cwd());
  const isReachable = await fetch(stdout.trim(), { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
  return isReachable ? false : 'the npm registry cannot be reached';
}

describe('the framework, packed and installed', { skip: await reasonToSkip() }, () => {
  const cleaning: (() => unknown)[] = [];
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({ after: (clean) => cleaning.push(clean as () => unknown) });
  });
  after(async () => {
    for (const clean of cleaning) await clean();
  });

  test('the package contains JavaScript, types and documentation, and no tests', async () => {
    const repository = fileURLToPath(new URL('../..', import.meta.url));
    const script = join('scripts', 'pack.ts');
    const { stdout } = await execute(process.execPath, ['--import', 'tsx', script, folder], repository);
    assert.match(stdout.trim(), /trellis-\d+\.\d+\.\d+\.tgz$/);
    await access(stdout.trim());
    const stage = join(folder, 'package');
    const { stdout: json } = await execute('npm', ['pack', '--dry-run', '--json', '--silent'], stage);
    const files: string[] = JSON.parse(json)[0].files.map(({ path }: { path: string }) => path);
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

  test('the troubleshooting page of the package describes the framework and not the workshop', async () => {
    const page = await readFile(join(folder, 'package', 'docs', 'troubleshooting.md'), 'utf8');
    const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
    assert.deepEqual(sections, ['The program does not start', 'Unexpected responses', 'The database']);
    assert.doesNotMatch(page, /npm run (doctor|reset|docs|replay)|chapter 05/);
  });

  test('every link in the documentation of the package leads to a file in the package', async () => {
    const stage = join(folder, 'package');
    assert.deepEqual(await deadLinks(stage, ['README.md', ...(await markdownIn(stage, 'docs'))]), []);
  });

  for (const template of templates) {
    const project = () => join(folder, `${template}-shop`);
    const npm = (...args: string[]) => execute('npm', [...args, '--no-audit', '--no-fund'], project());

    test(`creates a project that installs (${template})`, async () => {
      const line = `app --name=${template}-shop --template=${template}`;
      const { stdout, stderr } = await trellis(folder, line, { framework: new FrameworkPackage() });
      assert.match(stdout, /-shop\/vendor\/trellis-.*\.tgz\n/, stderr);
      await npm('install', '--prefer-offline');
      assert.deepEqual(await deadLinks(project(), ['README.md']), []);
    });

    test(`which passes its tests (${template})`, async () => {
      assert.match((await npm('test')).stdout, passed(testsInProject[template]));
    });

    test(`and builds, and runs in production without the development tools (${template})`, async () => {
      await npm('run', 'build');
      const production = join(folder, `${template}-production`);
      for (const name of ['dist', 'public', 'vendor', 'package.json', 'package-lock.json']) {
        if (existsSync(join(project(), name)))
          await cp(join(project(), name), join(production, name), { recursive: true });
      }
      await execute('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], production);
      assert.equal(existsSync(join(production, 'node_modules', 'tsx')), false);
      if (template === 'cli') {
        const { stdout } = await execute('npm', ['start', '--silent', 'hello', 'Ada'], production);
        assert.equal(stdout, 'Hello Ada\n');
      } else {
        assert.match(await askOnce(production, firstResponses[template].path), firstResponses[template].body);
      }
    });
  }

  describe('an installed project', () => {
    const project = () => join(folder, 'api-shop');
    const npm = (...args: string[]) => execute('npm', args, project());
    const command = (...args: string[]) => npm('run', '--silent', 'trellis', '--', ...args);

    // generated.test.ts does this with every template.
    test('accepts two modules of each type', async () => {
      await command('g', 'module', '--name=posts', '--type=resource');
      await command('g', 'module', '--name=health', '--type=plain');
      await command('g', 'module', '--name=comments', '--type=resource');
      await command('g', 'module', '--name=about', '--type=plain');
      assert.match((await command('routes')).stdout, /"handler":"AboutController\.index"/);
      const { paths, components } = JSON.parse((await command('openapi')).stdout);
      assert.equal(paths['/posts'].post.operationId, 'PostsController.create');
      assert.deepEqual(components.schemas, {});
    });

    test('whose tests pass', async () => {
      assert.match((await npm('test')).stdout, passed(testsInProject.api + 8));
    });

    test('and which lint and type-check', async () => {
      await npm('run', 'lint');
      await npm('run', 'typecheck');
    });
  });

  describe('a project that an installed project creates', () => {
    const outer = () => join(folder, 'api-shop');
    const inner = () => join(outer(), 'inner');

    test('contains a copy of the framework', async () => {
      const { stdout } = await execute(
        'npm',
        ['run', '--silent', 'trellis', '--', 'app', '--name=inner', '--template=api'],
        outer(),
      );
      assert.match(stdout, /\n {2}inner\/vendor\/trellis-.*\.tgz\n/);
    });

    test('installs, passes its tests, builds and responds', async () => {
      await execute('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], inner());
      assert.match((await execute('npm', ['test'], inner())).stdout, passed(testsInProject.api));
      await execute('npm', ['run', 'build'], inner());
      assert.match(await askOnce(inner(), firstResponses.api.path), firstResponses.api.body);
    });

    for (const [generation, project] of Object.entries({ outer, inner })) {
      test(`never gets trellis from a registry (${generation})`, async () => {
        const manifest = JSON.parse(await readFile(join(project(), 'package.json'), 'utf8'));
        const lock = JSON.parse(await readFile(join(project(), 'package-lock.json'), 'utf8'));
        const vendored = `file:vendor/${(await readdir(join(project(), 'vendor')))[0]}`;
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
});

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
