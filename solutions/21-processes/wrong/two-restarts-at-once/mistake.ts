import type { Mistake } from '#check';

export default {
  summary: 'A second SIGHUP starts a second restart beside the first.',
  edits: [
    {
      file: 'cluster/supervisor.ts',
      find: 'this.#restarting = this.#restarting.then(() => this.#restart());',
      replace: 'void this.#restarting;\n      void this.#restart();',
    },
  ],
  fails: { 'a second SIGHUP waits for the first': 'both restarts run at the same time' },
} satisfies Mistake;
