import type { Mistake } from '#check';

export default {
  summary: 'A promise is wrapped around the function that computes.',
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
`,
      replace: `import { brotliCompressSync } from 'node:zlib';
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
      replace: `    return new Promise((resolve) => resolve(brotliCompressSync(lines)));`,
    },
  ],
  fails: {
    'the program responds to others while it makes the archive': 'still runs on the event loop',
  },
} satisfies Mistake;
