import assert from 'node:assert/strict';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { askOnce, firstResponses, passed, runScript, saveByRename, testsInProject } from './generated.fixture.ts';
import { type Template, templates } from './manifest.ts';
import { execute, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * Creates a project from each template with modules of each type, then lints, type-checks, tests, builds and runs it. The
 * projects use the packages of this repository. installed.test.ts does the same with a real `npm install`.
 */

const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const biome = join(installed, '@biomejs', 'biome', 'bin', 'biome');
const tsc = join(installed, 'typescript', 'bin', 'tsc');

/** Names that sort before and after others, names of the maximum length, and one whose class is a JavaScript global. */
const modules = [
  ['posts', 'resource'],
  ['a-module-of-thirty-two-character', 'resource'],
  ['maps', 'resource'],
  ['zoo', 'plain'],
  ['posts-of-thirty-two-characters10', 'plain'],
] as const;

async function createProject(folder: string, template: Template): Promise<string> {
  await trellis(folder, `app --name=${template}-shop --template=${template}`);
  const project = join(folder, `${template}-shop`);
  await symlink(installed, join(project, 'node_modules'), 'junction');
  return project;
}

/** Imports all tests into one process. A process per file, as in `npm test`, would take half a second more for each. */
async function allTests(project: string): Promise<string> {
  const names = await readdir(join(project, 'src'), { recursive: true });
  const tests = names.filter((name) => name.endsWith('.test.ts'));
  return tests.map((name) => `import ${JSON.stringify(pathToFileURL(join(project, 'src', name)).href)};`).join('\n');
}

const skip = process.env.CI || process.env.TRELLIS_SLOW ? false : 'starts many programs: set TRELLIS_SLOW=1 to run it';

describe('a generated project', { skip }, () => {
  const cleaning: (() => unknown)[] = [];
  const projects = {} as Record<Template, string>;
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({ after: (clean) => cleaning.push(clean as () => unknown) });
    for (const template of templates) {
      projects[template] = await createProject(folder, template);
      for (const [name, type] of modules) {
        const outcome = await trellis(projects[template], `g module --name=${name} --type=${type}`);
        assert.equal(outcome.code, 0, outcome.stderr);
      }
    }
  });
  after(async () => {
    for (const clean of cleaning) await clean();
  });

  test('type-checks', async () => {
    // The settings are the same for all templates, so one run of the compiler checks all projects.
    const configuration = {
      extends: './api-shop/tsconfig.json',
      include: templates.map((template) => `${template}-shop/src`),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
    await symlink(installed, join(folder, 'node_modules'), 'junction');
    await execute(process.execPath, [tsc, '--noEmit'], folder);
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
  }

  for (const template of ['api', 'web'] as const) {
    test(`builds, starts, responds and stops (${template})`, async () => {
      await execute(process.execPath, [tsc, '-p', 'tsconfig.build.json'], projects[template]);
      const { path, body } = firstResponses[template];
      // The framework in this repository is TypeScript. An installed one runs without tsx: see installed.test.ts.
      assert.match(await askOnce(projects[template], path, { NODE_OPTIONS: '--import tsx' }), body);
    });

    // The timeout is the failure: a server that misses a save never listens again.
    const timeout = 60_000;
    test(`npm run dev restarts after every save by rename (${template})`, { timeout }, async (t) => {
      const file = join(projects[template], 'src', 'hello', 'hello.service.ts');
      const original = await readFile(file, 'utf8');
      const server = await runScript(projects[template], 'dev');
      t.after(async () => {
        await server.stop();
        await writeFile(file, original);
      });
      const { path } = firstResponses[template];
      assert.match(await server.fetch(path), /Hello Ada/);
      for (const greeting of ['First', 'Second', 'Third']) {
        await saveByRename(file, original.replace('Hello $', `${greeting} $`));
        await server.listening();
        assert.match(await server.fetch(path), new RegExp(`${greeting} Ada`));
      }
    });
  }

  test('keeps what a command stored (cli)', async () => {
    const run = (...words: string[]) =>
      execute(process.execPath, ['--import', 'tsx', 'src/main.ts', ...words], projects.cli);
    const { stdout } = await run('posts', 'create', '--name=First');
    assert.equal((await run('posts', 'index')).stdout, `[${stdout.trim()}]\n`);
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
