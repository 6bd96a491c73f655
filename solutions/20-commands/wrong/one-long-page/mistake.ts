import type { Mistake } from '#check';

export default {
  summary: 'Asks for one page of 100 posts, and ignores the address of the next one.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: "    const lines: string[] = [];\n    for (let path: string | undefined = '/my-posts'; path !== undefined; ) {\n      const { posts, next } = await this.blog.page(path, key);\n      lines.push(...posts.map((post) => `${JSON.stringify(post)}\\n`));\n      path = next;\n    }\n",
      replace:
        "    const { posts } = await this.blog.page('/my-posts?limit=100', key);\n    const lines = posts.map((post) => `${JSON.stringify(post)}\\n`);\n",
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'asks for one long page',
  },
} satisfies Mistake;
