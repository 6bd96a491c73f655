import type { Mistake } from '#check';

export default {
  summary:
    'Compares host names without the port, looks for one of three credentials, and has only one page in version 2.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "new URL(origin).host === ctx.header('Host')",
      replace: "new URL(origin).hostname === ctx.header('Host').split(':')[0]",
    },
    {
      file: 'edge/security-headers.ts',
      find: "ctx.get('user_id') !== undefined",
      replace: "ctx.header('Authorization') !== ''",
    },
    {
      file: 'api/api.controller.ts',
      find: `async listV2(ctx: Context) {
    const posts = await inPages(ctx, (page) => this.posts.list(page));`,
      replace: `async listV2() {
    const posts = await this.posts.list();`,
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'only the host names are compared',
    'personal responses are not stored, public ones may be': 'A session or an API key authenticates as well',
    'GET /posts responds with one page, and a link to the next one': 'listV2 does not use inPages',
  },
} satisfies Mistake;
