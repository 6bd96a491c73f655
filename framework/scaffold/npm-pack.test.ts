import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { npmPack } from './npm-pack.ts';
import { temporaryFolder } from './scaffold.fixture.ts';

test('a package in node_modules is packed without running its scripts', async (t) => {
  const folder = await temporaryFolder(t);
  const installed = join(folder, 'an app', 'node_modules', 'tool');
  await mkdir(installed, { recursive: true });
  const scripts = { prepack: 'exit 1', prepare: 'exit 1' };
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'tool', version: '1.0.0', scripts }));
  const destination = join(folder, 'packed here');
  await mkdir(destination);
  await npmPack(installed, destination);
  assert.deepEqual(await readdir(destination), ['tool-1.0.0.tgz']);
});
