import type { Alternative } from '#check';

export default {
  summary: 'The entry says whom it belongs to. If that is somebody else, it is loaded again.',
  step: 2,
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
      find: `    const overview = await this.cache.getOrSet(key, ttl, () => {
      cached = false;
      return this.#load(user_id);
    });
`,
      replace: `    const load = async () => {
      cached = false;
      return { owner: user_id, page: await this.#load(user_id) };
    };
    const entry = await this.cache.getOrSet(key, ttl, load);
    const overview = entry.owner === user_id ? entry.page : (await load()).page;
`,
    },
  ],
} satisfies Alternative;
