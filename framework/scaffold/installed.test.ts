import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askOnce, firstAnswers, passed } from './generated.fixture.ts';
import { templates } from './manifest.ts';
import { execute, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * The same as a user does it: the framework packed, a project made, `npm install`, and everything after it with the
 * compiled package only. It takes a minute and the network, so it runs in CI and where somebody asks for it.
 */

async function whyNot(): Promise<string | false> {
  if (!process.env.CI && !process.env.TRELLIS_SLOW) return 'installs packages: set TRELLIS_SLOW=1 to run it';
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], process.cwd());
  const reached = await fetch(stdout.trim(), { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
  return reached ? false : 'the npm registry cannot be reached';
}

describe('the framework, packed and installed', { skip: await whyNot() }, () => {
  const cleaning: (() => unknown)[] = [];
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({ after: (clean) => cleaning.push(clean as () => unknown) });
  });
  after(async () => {
    for (const clean of cleaning) await clean();
  });

  test('is a package with JavaScript and types, and without tests', async () => {
    const sources = fileURLToPath(new URL('..', import.meta.url));
    const { stdout } = await execute(process.execPath, ['--import', 'tsx', 'pack.ts', folder], sources);
    assert.match(stdout.trim(), /trellis-\d+\.\d+\.\d+\.tgz$/);
    await access(stdout.trim());
    const stage = join(folder, 'package');
    const { stdout: json } = await execute('npm', ['pack', '--dry-run', '--json', '--silent'], stage);
    const files: string[] = JSON.parse(json)[0].files.map(({ path }: { path: string }) => path);
    const wanted = ['index.js', 'testing.js', 'bin/trellis.mjs', 'scaffold/main.js', 'LICENSE', 'README.md'];
    assert.deepEqual(
      wanted.filter((file) => !files.includes(file)),
      [],
    );
    const unwanted = /(?<!\.d)\.ts$|\.(test|fixture|suite|cases)\.(d\.ts|js)$/;
    assert.deepEqual(
      files.filter((path) => unwanted.test(path)),
      [],
    );
    const { exports } = JSON.parse(await readFile(join(stage, 'package.json'), 'utf8'));
    const targets = Object.values(exports).flatMap((target) => Object.values(target as Record<string, string>));
    await Promise.all(targets.map((file) => access(join(stage, file))));
  });

  for (const template of templates) {
    const project = () => join(folder, `${template}-shop`);
    const npm = (...args: string[]) => execute('npm', [...args, '--no-audit', '--no-fund'], project());
    /** The compiled command, as it came with the package. */
    const command = (...args: string[]) =>
      execute(process.execPath, [join('node_modules', 'trellis', 'bin', 'trellis.mjs'), ...args], project());

    test(`makes a project that installs (${template})`, async () => {
      const { stdout } = await trellis(folder, `app --name=${template}-shop --template=${template}`);
      assert.match(stdout, /-shop\/vendor\/trellis-.*\.tgz\n/);
      await npm('install', '--prefer-offline');
    });

    test(`and passes its tests (${template})`, async () => {
      assert.match((await npm('test')).stdout, passed(3));
    });

    test(`and starts, answers and stops (${template})`, async () => {
      if (template === 'cli') assert.match((await npm('start', 'hello', 'Ada')).stdout, /^Hello Ada$/m);
      else assert.match(await askOnce(project(), firstAnswers[template].path), firstAnswers[template].answer);
    });

    test(`and takes modules of both types, twice (${template})`, async () => {
      await command('g', 'module', '--name=posts', '--type=resource');
      await command('g', 'module', '--name=health', '--type=plain');
      await command('g', 'module', '--name=comments', '--type=resource');
      await command('g', 'module', '--name=about', '--type=plain');
      assert.match((await command('routes')).stdout, /"handler":"AboutController\.index"/);
    });

    test(`whose tests pass (${template})`, async () => {
      assert.match((await npm('test')).stdout, passed(11));
    });

    test(`and which lint and type-check (${template})`, async () => {
      await npm('run', 'lint');
      await npm('run', 'typecheck');
    });
  }

  test('makes projects that fetch it from the registry, once it has come from there', async () => {
    const project = join(folder, 'api-shop');
    const bin = join('node_modules', 'trellis', 'bin', 'trellis.mjs');
    await execute(process.execPath, [bin, 'app', '--name=inner', '--template=api'], project);
    const { dependencies } = JSON.parse(await readFile(join(project, 'inner', 'package.json'), 'utf8'));
    assert.match(dependencies.trellis, /^\^\d+\.\d+\.\d+$/);
  });
});
