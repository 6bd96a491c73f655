import type { Mistake } from '#check';

export default {
  summary: 'The heap may be four times as large.',
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
      replace: ``,
    },
    {
      file: 'api.ts',
      find: `const app = createApp(AppModule, appOptions);`,
      replace: `setFlagsFromString('--max-old-space-size=2048');
const app = createApp(AppModule, appOptions);`,
    },
    {
      file: 'api.ts',
      find: `import { createApp } from 'trellis';`,
      replace: `import { setFlagsFromString } from 'node:v8';
import { createApp } from 'trellis';`,
    },
  ],
  fails: {
    'the memory does not grow with the number of searches': 'A larger heap, a restart',
  },
} satisfies Mistake;
