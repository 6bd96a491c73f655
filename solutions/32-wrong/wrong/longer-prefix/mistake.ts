import type { Mistake } from '#check';

export default {
  summary: 'The key has more characters of the id, which are only a more precise time.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `    return \`overview-\${user_id}\`;
`,
      replace: `    return \`overview-\${user_id.slice(0, 13)}\`;
`,
    },
  ],
  fails: {
    'nobody gets the page of somebody else': 'registered at nearly the same time',
  },
} satisfies Mistake;
