import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../chapters.ts';
import { frameworkBundle, frameworkVersion, loaderOptions } from './framework-bundle.ts';

test('a program finds the framework in one file, and its errors still lead to the sources', () => {
  const program = `
    const { createApp, module } = await import('trellis');
    const { start } = await import('trellis/testing');
    await (await start(module('Empty', {}))).stop();
    const where = import.meta.resolve('trellis');
    try { createApp(module('Test', { declarations: [undefined] })); } catch (error) { console.log(where, error.stack); }
  `;
  const options = [...loaderOptions(), '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
  assert.match(output, new RegExp(`^file:.*/\\.workshop/framework/${frameworkVersion()}\\.mjs `));
  assert.match(output, /\bat .*[\\/]framework[\\/]\w+[\\/][\w-]+\.ts:\d+:\d+/);
});

test('a program keeps its framework, even if the bundle is replaced while it loads', () => {
  const bundle = frameworkBundle()!;
  const ours = join(dirname(bundle), `replaced-${process.pid}.mjs`);
  cpSync(bundle, ours);
  const program = `
    import { rmSync } from 'node:fs';
    const { inject } = await import('trellis');
    rmSync(${JSON.stringify(ours)});
    const later = await import('./framework/testing.ts');
    const { stop } = await later.start((await import('trellis')).module('Empty', {}));
    console.log(import.meta.resolve('trellis'), inject === (await import('./framework/index.ts')).inject, typeof stop);
  `;
  const loader = pathToFileURL(join(import.meta.dirname, 'loader.mjs')).href;
  const options = [
    '--import',
    `${loader}?${basename(ours, '.mjs')}`,
    '--input-type=module',
    '--eval',
    `${program}process.exit();`,
  ];
  try {
    const output = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
    assert.match(output, /^file:.*\/replaced-\d+\.mjs true function\n$/);
  } finally {
    rmSync(ours, { force: true });
  }
});

test("a program with a package of the name 'trellis' around it gets that one", () => {
  mkdirSync(join(root, '.workshop'), { recursive: true });
  const folder = mkdtempSync(join(root, '.workshop', 'own-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "trellis", "type": "module", "exports": "./own.ts" }');
    writeFileSync(join(folder, 'own.ts'), 'export const whose: string = "mine";');
    writeFileSync(join(folder, 'main.ts'), "import { whose } from 'trellis'; console.log(whose);");
    const options = [...loaderOptions(), join(folder, 'main.ts')];
    assert.equal(execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' }), 'mine\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a program starts even if its compiled form cannot be kept', () => {
  mkdirSync(join(root, '.workshop'), { recursive: true });
  const folder = mkdtempSync(join(root, '.workshop', 'full-'));
  try {
    const hooks = join(folder, 'scripts', 'workshop', 'run', 'loader-hooks.mjs');
    cpSync(join(import.meta.dirname, 'loader-hooks.mjs'), hooks);
    writeFileSync(join(folder, '.workshop'), 'a file where a folder should be');
    writeFileSync(join(folder, 'main.ts'), 'const word: string = "runs";');
    const program = `
      const { load } = await import(${JSON.stringify(pathToFileURL(hooks).href)});
      console.log(load(${JSON.stringify(pathToFileURL(join(folder, 'main.ts')).href)}).source);
    `;
    const options = ['--input-type=module', '--eval', program];
    assert.match(execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' }), /^const word = "runs";/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
