import type { Mistake } from '#check';

export default {
  summary: 'The key has the end of the id, which looks more random than its beginning.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `return \`overview-\${user_id}\`;`,
      replace: `return \`overview-\${user_id.slice(-12)}\`;`,
    },
  ],
  fails: { 'nobody gets the page of somebody else': 'the key of the cache is the same' },
} satisfies Mistake;
