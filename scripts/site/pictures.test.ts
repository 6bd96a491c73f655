import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../workshop/chapters.ts';

// Read when the colours are loaded, so everything that loads them comes after it.
process.env.FORCE_COLOR = '1';
delete process.env.NO_COLOR;
const { currentTerminal } = await import('./terminal-scenes.ts');

test('the terminal in the README shows what the commands print today; otherwise: npm run pictures', async () => {
  assert.equal(readFileSync(join(root, 'docs', 'images', 'terminal.svg'), 'utf8'), await currentTerminal());
});
