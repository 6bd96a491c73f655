import type { Mistake } from '#check';

export default {
  summary: 'The compression begins in the next turn of the event loop.',
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
`,
      replace: `import { setImmediate as nextTurn } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
`,
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
      replace: `    await nextTurn();
    return brotliCompressSync(lines);`,
    },
  ],
  fails: {
    'the program responds to others while it makes the archive': 'still runs on the event loop',
  },
} satisfies Mistake;
