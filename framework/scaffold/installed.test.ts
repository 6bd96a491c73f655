import assert from 'node:assert/strict';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askOnce, firstAnswers } from './generated.fixture.ts';
import { templates } from './manifest.ts';
import { execute, temporaryFolder, trellis } from './scaffold.fixture.ts';

/*
 * The same as a user does it: the framework packed, a project made, `npm install`, and everything after it with the
 * compiled package only. It takes a minute and the network, so it runs in CI and where somebody asks for it.
 */

const npm = (folder: string, ...args: string[]) => execute('npm', [...args, '--no-audit', '--no-fund'], folder);

async function whyNot(): Promise<string | false> {
  if (!process.env.CI && !process.env.TRELLIS_SLOW) return 'installs packages: set TRELLIS_SLOW=1 to run it';
  const { stdout } = await execute('npm', ['config', 'get', 'registry'], process.cwd());
  const reached = await fetch(stdout.trim(), { signal: AbortSignal.timeout(10_000) }).then(
    () => true,
    () => false,
  );
  return reached ? false : 'the npm registry cannot be reached';
}

const skip = await whyNot();

test('the package holds compiled JavaScript and types, and no tests', { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  const pack = fileURLToPath(new URL('../pack.ts', import.meta.url));
  const { stdout } = await execute(
    process.execPath,
    ['--import', 'tsx', pack, folder],
    fileURLToPath(new URL('..', import.meta.url)),
  );
  await access(stdout.trim());
  const { stdout: listed } = await execute('npm', ['pack', '--dry-run', '--json', '--silent'], join(folder, 'package'));
  const files: string[] = JSON.parse(listed)[0].files.map(({ path }: { path: string }) => path);
  for (const wanted of [
    'index.js',
    'index.d.ts',
    'testing.js',
    'testing.d.ts',
    'bin/trellis.mjs',
    'scaffold/main.js',
    'LICENSE',
    'README.md',
  ]) {
    assert.ok(files.includes(wanted), `${wanted} is missing`);
  }
  assert.deepEqual(
    files.filter((path) => /(?<!\.d)\.ts$|\.(test|fixture|suite)\.(d\.ts|js)$/.test(path)),
    [],
  );
  const { exports } = JSON.parse(await readFile(join(folder, 'package', 'package.json'), 'utf8'));
  for (const { types, default: main } of Object.values(exports) as { types: string; default: string }[]) {
    await Promise.all([types, main].map((file) => access(join(folder, 'package', file))));
  }
});

for (const template of templates) {
  test(`a ${template} project installs, tests, starts, and takes modules`, { skip, timeout: 300_000 }, async (t) => {
    const folder = await temporaryFolder(t);
    const made = await trellis(folder, `app --name=shop --template=${template}`);
    assert.match(made.stdout, / {2}shop\/vendor\/trellis-.*\.tgz\n/);
    const shop = join(folder, 'shop');
    await npm(shop, 'install', '--prefer-offline');
    assert.match((await npm(shop, 'test')).stdout, /^# pass 3$/m);
    if (template === 'cli') assert.match((await npm(shop, 'start', 'hello', 'Ada')).stdout, /^Hello Ada$/m);
    else assert.match(await askOnce(shop, firstAnswers[template].path), firstAnswers[template].answer);

    // From here on it is the compiled command, as it came with the package.
    const command = (...args: string[]) =>
      execute(process.execPath, ['node_modules/trellis/bin/trellis.mjs', ...args], shop);
    for (const [name, type] of [
      ['posts', 'resource'],
      ['health', 'plain'],
      ['comments', 'resource'],
      ['about', 'plain'],
    ]) {
      await command('g', 'module', `--name=${name}`, `--type=${type}`);
    }
    assert.match((await npm(shop, 'test')).stdout, /^# pass 11$/m);
    await npm(shop, 'run', 'lint');
    await npm(shop, 'run', 'typecheck');
    assert.match((await command('routes')).stdout, /"handler":"AboutController\.index"/);
    if (template !== 'cli') await askOnce(shop, '/comments');
    await command('app', '--name=inner', '--template=api');
    const { dependencies } = JSON.parse(await readFile(join(shop, 'inner', 'package.json'), 'utf8'));
    assert.match(dependencies.trellis, /^\^\d+\.\d+\.\d+$/);
  });
}
