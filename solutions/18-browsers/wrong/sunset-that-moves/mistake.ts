import type { Mistake } from '#check';

export default {
  summary: 'The end of version 1 is a year from now, whenever somebody asks.',
  edits: [
    {
      file: 'api/deprecated.ts',
      find: 'end.toUTCString()',
      replace: 'new Date(Date.now() + 365 * 86_400_000).toUTCString()',
    },
  ],
  fails: {
    'version 1 announces its end, version 2 does not': 'moves with the clock',
  },
} satisfies Mistake;
