import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { root } from '../workshop/chapters.ts';

test('without the packages, every command says how to install them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-installed-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(join(root, 'scripts', 'commands'), join(folder, 'scripts', 'commands'), { recursive: true });
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const loading = Object.values(scripts).filter((line) => line.includes('--import tsx'));
  assert.ok(loading.length > 10);
  for (const line of loading) assert.match(line, /^node --import \.\/scripts\/commands\/installed\.mjs --import tsx /);
  const [, ...words] = scripts.doctor!.split(' ');
  const { stderr, status } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' });
  assert.equal(stderr, 'The packages are not installed. Run: npm ci\n');
  assert.equal(status, 1);
});
