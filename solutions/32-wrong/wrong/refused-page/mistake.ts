import type { Mistake } from '#check';

export default {
  summary: 'A page that belongs to somebody else is recognized, and refused.',
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
      find: `import { Cache, Database, inject, Log } from 'trellis';`,
      replace: `import { Cache, Database, HttpError, inject, Log } from 'trellis';`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `    return overview;
`,
      replace: `    const user = await this.users.find(user_id);
    if (user?.email !== overview.email) throw new HttpError(403);
    return overview;
`,
    },
  ],
  fails: {
    'every reader gets a page': 'the reader gets no page at all',
  },
} satisfies Mistake;
