import type { Mistake } from '#check';

export default {
  summary: 'All tests share one application and its database.',
  edits: [
    {
      file: 'tests/blog.ts',
      find: `import type { TestContext } from 'node:test';`,
      replace: `import { after, type TestContext } from 'node:test';`,
    },
    {
      file: 'tests/blog.ts',
      find: `export async function startBlog(t: TestContext, overrides: Provider[] = []): Promise<Client> {
  const blog = await start(AppModule, { overrides });
  t.after(() => blog.stop());
  return blog;
`,
      replace: `let shared: Promise<Client> | undefined;
after(async () => (await shared)?.stop());

export function startBlog(_t: TestContext, overrides: Provider[] = []): Promise<Client> {
  shared ??= start(AppModule, { overrides });
  return shared;
`,
    },
  ],
  fails: {
    'posts.test.ts passes on the blog': 'tests share state',
    'posts.test.ts passes on another correct blog': 'tests share state',
    'posts.test.ts finds every bug': 'tests share state',
  },
} satisfies Mistake;
