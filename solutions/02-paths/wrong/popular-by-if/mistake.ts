import type { Mistake } from '#check';

export default {
  summary: 'The handler of the pattern looks for one tag with an if.',
  edits: [
    {
      file: 'library.controller.ts',
      find: "return { tag: ctx.param('tag') };",
      replace:
        "if (ctx.param('tag') === 'popular') return { popular: 'gardening' };\n    return { tag: ctx.param('tag') };",
    },
    {
      file: 'library.controller.ts',
      find: "      { method: 'GET', path: '/tags/popular', handler: this.popular },\n",
      replace: '',
    },
  ],
  fails: {
    'GET /tags/popular is handled by a route of its own': 'the handler of another route looks for "popular" itself',
  },
} satisfies Mistake;
