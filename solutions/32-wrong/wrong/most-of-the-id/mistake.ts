import type { Mistake } from '#check';

export default {
  summary: 'The key has all of the id but its last part.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `return \`overview-\${user_id}\`;`,
      replace: `return \`overview-\${user_id.slice(0, 23)}\`;`,
    },
  ],
  fails: { 'nobody gets the page of somebody else': 'the key of the cache is the same' },
} satisfies Mistake;
