import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { skipSlow } from '../../framework/fixtures/slow.ts';
import { editionFolder } from './edition.ts';

/** In bytes, compressed. A page asks for the first two before the program of chapter 01 runs. */
const budgets = {
  runtime: { files: ['worker.bin', 'parser.bin', 'machine.html'], most: 200_000 },
  compiler: { files: ['compiler.bin', 'compiler-script.bin'], most: 4_000_000 },
  editor: { files: ['try.js'], most: 170_000 },
};

test('what a page loads stays within its budgets', {
  skip: skipSlow('builds the browser edition', import.meta.filename),
}, async (t) => {
  const folder = await editionFolder();
  for (const [name, { files, most }] of Object.entries(budgets)) {
    const bytes = files.map((file) => transferred(file, readFileSync(join(folder, file))));
    const sum = bytes.reduce((all, each) => all + each, 0);
    t.diagnostic(`${name}: ${sum} bytes of ${most}`);
    assert.ok(
      sum <= most,
      `${name} has ${sum} bytes: ${files.map((file, index) => `${file} ${bytes[index]}`).join(', ')}`,
    );
  }
});

/** The build compresses what ends in `.bin`, and a host the rest. */
function transferred(file: string, content: Buffer): number {
  return file.endsWith('.bin') ? content.length : gzipSync(content, { level: 9 }).length;
}
