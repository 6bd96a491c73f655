import type { Mistake } from '#check';

export default {
  summary: 'The key has the beginning and the end of the id.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `return \`overview-\${user_id}\`;`,
      replace: `return \`overview-\${user_id.slice(0, 8)}\${user_id.slice(-6)}\`;`,
    },
  ],
  fails: {
    'nobody gets the page of somebody else': 'and end alike',
  },
} satisfies Mistake;
