import type { Mistake } from '#check';

export default {
  summary: 'The tags are in a different order.',
  edits: [{ file: 'hello.controller.ts', find: "'cooking', 'gardening'", replace: "'gardening', 'cooking'" }],
  fails: {
    'GET /tags returns the array': 'the tags are in a different order',
  },
} satisfies Mistake;
