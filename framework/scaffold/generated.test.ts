import assert from 'node:assert/strict';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { askOnce, firstResponses, passed } from './generated.fixture.ts';
import { type Template, templates } from './manifest.ts';
import { execute, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * Every kind of project, with every kind of module in it, linted, type-checked, tested and run. Nothing is installed
 * here: the projects use what this repository has. The same with a real `npm install` stands in installed.test.ts.
 */

const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const biome = join(installed, '@biomejs', 'biome', 'bin', 'biome');
const tsc = join(installed, 'typescript', 'bin', 'tsc');

/** Names before and behind others in the alphabet, as long as they may be, and with a class that JavaScript has already. */
const modules = [
  ['posts', 'resource'],
  ['a-module-of-thirty-two-character', 'resource'],
  ['maps', 'resource'],
  ['zoo', 'plain'],
  ['posts-of-thirty-two-characters10', 'plain'],
] as const;

async function makeProject(folder: string, template: Template): Promise<string> {
  await trellis(folder, `app --name=${template}-shop --template=${template}`);
  const project = join(folder, `${template}-shop`);
  await symlink(installed, join(project, 'node_modules'), 'junction');
  return project;
}

/** All in one process: one for each file, as `npm test` has it, would take half a second more every time. */
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
      projects[template] = await makeProject(folder, template);
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
    // Each has the same settings; one run of the compiler reads the framework once for all of them.
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
      assert.match(stdout, passed(14));
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
    test(`starts, answers and stops (${template})`, async () => {
      assert.match(await askOnce(projects[template], firstResponses[template].path), firstResponses[template].body);
    });
  }

  test('keeps what a command has stored (cli)', async () => {
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
    await assert.rejects(testScript(), /(not ok 1 -|✖) the start page greets the world/);
    await rm(join(projects.api, 'src', 'hello', 'hello.test.ts'));
    await assert.rejects(testScript(), /There is no file \*\.test\.ts in src/);
  });
});
