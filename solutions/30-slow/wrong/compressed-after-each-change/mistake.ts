import type { Mistake } from '#check';

export default {
  summary: 'The compressed file is kept until a post changes, and compressing it still blocks everybody.',
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';`,
      replace: `import { brotliCompressSync } from 'node:zlib';`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `/** In a thread of its own. The event loop only waits for it. */
const compress = promisify(brotliCompress);
`,
      replace: ``,
    },
    {
      file: 'archive/archive.service.ts',
      find: `    return compress(lines);`,
      replace: `    if (this.#last?.lines.equals(lines)) return this.#last.bytes;
    this.#last = { lines, bytes: brotliCompressSync(lines) };
    return this.#last.bytes;`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `  async lines()`,
      replace: `  #last: { lines: Buffer; bytes: Buffer } | undefined;

  async lines()`,
    },
  ],
  fails: { 'the program responds to others while it makes the archive': 'still runs on the event loop' },
} satisfies Mistake;
