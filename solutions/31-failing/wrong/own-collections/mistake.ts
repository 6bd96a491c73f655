import type { Mistake } from '#check';

export default {
  summary: 'The program runs the garbage collector itself, every second.',
  edits: [
    {
      file: 'highlight/highlighter.ts',
      find: `    // A Map keeps the order of insertion, so its first key is the oldest.
    if (this.#known.size >= most) this.#known.delete(this.#known.keys().next().value!);
`,
      replace: ``,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `/** Posts that are kept. The newest searches are the ones that are repeated: by a reload, or the next reader of the same list. */
const most = 100;

`,
      replace: `setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
setInterval(collect, 1_000).unref();

`,
    },
    {
      file: 'highlight/highlighter.ts',
      find: `import { inject } from 'trellis';`,
      replace: `import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inject } from 'trellis';`,
    },
  ],
  fails: {
    'the memory does not grow with the number of searches': 'a forced garbage collection',
  },
} satisfies Mistake;
