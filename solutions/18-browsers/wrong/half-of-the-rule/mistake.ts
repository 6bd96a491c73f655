import type { Mistake } from '#check';

export default {
  summary:
    'Lists the sites that are refused, keeps only /auth/ out of caches, has a date in milliseconds and no next page.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "site === 'same-origin' || site === 'none'",
      replace: "site !== 'cross-site' && site !== 'same-site'",
    },
    { file: 'edge/security-headers.ts', find: "ctx.get('user_id') !== undefined || ctx", replace: 'ctx' },
    { file: 'api/deprecated.ts', find: 'since.getTime() / 1000', replace: 'since.getTime()' },
    {
      file: 'posts/posts.controller.ts',
      find: 'return inPages(ctx, (page) => this.posts.list(page));',
      replace: 'return ctx && this.posts.list();',
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'List those that may pass',
    'personal responses are not stored, public ones may be': 'whether the context has a user_id',
    'version 1 announces its end, version 2 does not': 'the date is in milliseconds',
    'GET /posts responds with one page, and a link to the next one': 'does not use inPages',
  },
} satisfies Mistake;
