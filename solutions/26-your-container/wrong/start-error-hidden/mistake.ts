import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A failure while stopping hides the error of the start.',
  edits: [
    { file: 'framework/container.ts', find: 'await this.stop().catch(() => {});', replace: 'await this.stop();' },
  ],
  fails: {
    'a failed start stops what has started, and names the class': 'must not be lost',
  },
};

export default mistake;
