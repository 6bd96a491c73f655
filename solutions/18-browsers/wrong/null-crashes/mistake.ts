import type { Mistake } from '#check';

export default {
  summary: 'The Origin null throws instead of being refused.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "(URL.canParse(origin) && new URL(origin).host === ctx.header('Host'))",
      replace: "new URL(origin).host === ctx.header('Host')",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'Expected status 403, got 500',
  },
} satisfies Mistake;
