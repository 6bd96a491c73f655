import type { Mistake } from '#check';

export default {
  summary: 'The package has another name.',
  edits: [{ file: 'package.json', find: '"name": "trellis"', replace: '"name": "my-trellis"' }],
  fails: {
    "the name 'trellis' leads to your framework": 'package.json has a name other than',
  },
} satisfies Mistake;
