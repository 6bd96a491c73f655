import type { Mistake } from '#check';

export default {
  summary: 'The key has the name of the reader as well, and names repeat.',
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
      replace: `    return \`overview-\${shortId(user_id)}-\${name}\`;
`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `  #key(user_id: string): string {`,
      replace: `  async #key(user_id: string): Promise<string> {
    const { name = '' } = (await this.users.find(user_id)) ?? {};`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `const key = this.#key(user_id);`,
      replace: `const key = await this.#key(user_id);`,
    },
    {
      file: 'overview/overview.service.ts',
      find: `this.cache.delete(this.#key(user_id))`,
      replace: `this.cache.delete(await this.#key(user_id))`,
    },
  ],
  fails: {
    'nobody gets the page of somebody else': 'who have the same name',
  },
} satisfies Mistake;
