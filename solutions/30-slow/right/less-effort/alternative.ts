import type { Alternative } from '#check';

export default {
  summary: 'A level that compresses a little worse takes a hundredth of the time.',
  step: 3,
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
`,
      replace: `import { brotliCompressSync, constants } from 'node:zlib';
`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `/** In a thread of its own. The event loop only waits for it. */
const compress = promisify(brotliCompress);
`,
      replace: `const params = { [constants.BROTLI_PARAM_QUALITY]: 2 };
`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `    return compress(lines);`,
      replace: `    return brotliCompressSync(lines, { params });`,
    },
  ],
} satisfies Alternative;
