import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'Services stop in the order in which they have started.',
  edits: [
    {
      file: 'framework/container.ts',
      find: 'const started = this.#started.reverse();',
      replace: 'const started = this.#started;',
    },
  ],
  fails: {
    'services start after what they need, and stop before it': 'stop calls onStop in the order of the start',
    'stop continues if a service fails to stop, and reports it': 'The events',
  },
};

export default mistake;
