import type { Mistake } from '#check';

const mistake: Mistake = {
  summary: 'A failed start leaves the others running.',
  edits: [
    {
      file: 'framework/container.ts',
      find: '        await this.stop().catch(() => {});\n',
      replace: '',
    },
  ],
  fails: {
    'a failed start stops what has started, and names the class': 'what has started keeps running',
  },
};

export default mistake;
