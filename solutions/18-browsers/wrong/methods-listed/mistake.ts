import type { Mistake } from '#check';

export default {
  summary: 'The protection lists the methods that it refuses, so a PATCH from another site would pass.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: 'safeMethods.includes(ctx.request.method)',
      replace: "!['POST', 'PUT', 'DELETE'].includes(ctx.request.method)",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'without PATCH',
  },
} satisfies Mistake;
