import type { Mistake } from '#check';

export default {
  summary: 'The page has a key of its own, and a booking still drops the old one.',
  edits: [
    {
      file: 'overview/overview.service.ts',
      find: `import { UsersService }`,
      replace: `import { shortId } from '../users/short-id.ts';
import { UsersService }`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `this.cache.delete(this.#key(user_id))`,
      replace: `this.cache.delete(\`overview-\${shortId(user_id)}\`)`,
    },
  ],
  fails: {
    'a booking is on the page at once': 'another key than that of the page',
  },
} satisfies Mistake;
