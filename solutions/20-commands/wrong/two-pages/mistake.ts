import type { Mistake } from '#check';

export default {
  summary: 'Follows the address of the next page once, and not in a loop.',
  edits: [
    {
      file: 'export/export.controller.ts',
      find: "    const lines: string[] = [];\n    for (let path: string | undefined = '/my-posts'; path !== undefined; ) {\n      const { posts, next } = await this.blog.page(path, key);\n      lines.push(...posts.map((post) => `${JSON.stringify(post)}\\n`));\n      path = next;\n    }\n",
      replace:
        "    const first = await this.blog.page('/my-posts', key);\n    const second = first.next === undefined ? undefined : await this.blog.page(first.next, key);\n    const lines = [...first.posts, ...(second?.posts ?? [])].map((post) => `${JSON.stringify(post)}\\n`);\n",
    },
  ],
  fails: {
    'the export has all pages, one post per line': 'the handler reads two pages',
  },
} satisfies Mistake;
