import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'Services stop in the order in which they have started.',
  edits: [
    {
      file: 'framework/container.ts',
      find: 'for (let unit = this.#started.pop(); unit !== undefined; unit = this.#started.pop()) {',
      replace: 'for (let unit = this.#started.shift(); unit !== undefined; unit = this.#started.shift()) {',
    },
  ],
  fails: {
    'services start after what they need, and stop before it': 'It is the other way round',
    'stop continues if a service fails to stop, and reports it': 'The events',
  },
};

export default mistake;
