import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { root } from '../chapters.ts';
import { frameworkVersion, loaderOptions } from './framework-bundle.ts';

test('a program finds the framework in one file, and its errors still lead to the sources', () => {
  const program = `
    const { createApp, module } = await import('trellis');
    const where = import.meta.resolve('trellis');
    try { createApp(module('Test', { declarations: [undefined] })); } catch (error) { console.log(where, error.stack); }
  `;
  const options = [...loaderOptions(), '--input-type=module', '--eval', program];
  const output = execFileSync(process.execPath, options, { cwd: root, encoding: 'utf8' });
  assert.match(output, new RegExp(`^file:.*/\\.workshop/framework/${frameworkVersion()}\\.mjs `));
  assert.match(output, /\bat .*[\\/]framework[\\/]\w+[\\/][\w-]+\.ts:\d+:\d+/);
});
