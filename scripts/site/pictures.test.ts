import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { root } from '../workshop/chapters.ts';

test('the terminal in the README shows what the commands print today; otherwise: npm run pictures', () => {
  // A process of its own: colours are switched on or off when they are loaded.
  const scenes = pathToFileURL(join(import.meta.dirname, 'terminal-scenes.ts'));
  const program = `const { currentTerminal } = await import('${scenes}'); process.stdout.write(await currentTerminal());`;
  const current = execFileSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, FORCE_COLOR: '1', NO_COLOR: undefined },
  });
  assert.equal(readFileSync(join(root, 'docs', 'images', 'terminal.svg'), 'utf8'), current);
});
