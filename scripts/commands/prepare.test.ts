import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';

const prepare = join(import.meta.dirname, 'prepare.mjs');

test('after an install the loader has compiled the workshop, so that the first chapter starts like the second', {}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-prepare-'));
  try {
    const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
    assert.equal(spawnSync(process.execPath, [prepare], { env }).status, 0);
    const compiled = readdirSync(folder, { recursive: true });
    assert.ok(compiled.length > 100, `${compiled.length} files are not the workshop and the framework.`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('an install never fails over it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'trellis-prepare-'));
  try {
    // Here it finds neither loader nor workshop.
    cpSync(prepare, join(folder, 'prepare.mjs'));
    const { status, stdout, stderr } = spawnSync(process.execPath, ['prepare.mjs'], { cwd: folder, encoding: 'utf8' });
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
