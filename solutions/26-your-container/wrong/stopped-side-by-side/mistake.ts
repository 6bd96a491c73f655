import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A second stop() continues with the next service while the first one is still waiting.',
  edits: [
    {
      file: 'framework/container.ts',
      find: '    const started = this.#started.reverse();\n    this.#started = [];\n',
      replace: '',
    },
    {
      file: 'framework/container.ts',
      find: 'for (const unit of started) {',
      replace: 'for (let unit = this.#started.pop(); unit !== undefined; unit = this.#started.pop()) {',
    },
  ],
  fails: {
    'services start after what they need, and stop before it': 'while the first one is waiting',
  },
};

export default mistake;
