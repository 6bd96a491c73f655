import type { Mistake } from '#check';

export default {
  summary: 'An entry lives for one second instead of thirty, and is shared for that long.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `import { UsersService }`,
      replace: `import { shortId } from '../users/short-id.ts';
import { UsersService }`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `    return \`overview-\${user_id}\`;
`,
      replace: `    return \`overview-\${shortId(user_id)}\`;
`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `const ttl = 30;`,
      replace: `const ttl = 1;`,
    },
  ],
  fails: {
    'nobody gets the page of somebody else': 'A shorter lifetime of the entry does not change that',
  },
} satisfies Mistake;
