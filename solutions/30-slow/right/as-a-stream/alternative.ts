import type { Alternative } from '#check';

export default {
  summary: 'The bytes go through a stream that compresses them piece by piece.',
  step: 3,
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
`,
      replace: `import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createBrotliCompress } from 'node:zlib';
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
      replace: `    return buffer(Readable.from([lines]).pipe(createBrotliCompress()));`,
    },
  ],
} satisfies Alternative;
