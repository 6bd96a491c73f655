import type { Alternative } from '#check';

export default {
  summary: 'A worker thread compresses the file with the function that blocks.',
  step: 3,
  edits: [
    {
      file: 'archive/archive.service.ts',
      find: `import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
`,
      replace: `import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `/** In a thread of its own. The event loop only waits for it. */
const compress = promisify(brotliCompress);
`,
      replace: `/** The program of the thread, which may block as long as it likes. */
const code = \`
  const { parentPort, workerData } = require('node:worker_threads');
  parentPort.postMessage(require('node:zlib').brotliCompressSync(workerData));
\`;
`,
    },
    {
      file: 'archive/archive.service.ts',
      find: `    return compress(lines);`,
      replace: `    const worker = new Worker(code, { eval: true, workerData: lines });
    const [bytes] = (await once(worker, 'message')) as [Uint8Array];
    return Buffer.from(bytes);`,
    },
  ],
} satisfies Alternative;
