import type { Mistake } from '#check';

export default {
  summary: 'A port that is taken leaves the services running.',
  edits: [{ file: 'framework/app.ts', find: '      await this.#container.stop().catch(() => {});\n', replace: '' }],
  fails: {
    'if the port is taken, listen stops the services again': 'its services keep running',
  },
} satisfies Mistake;
