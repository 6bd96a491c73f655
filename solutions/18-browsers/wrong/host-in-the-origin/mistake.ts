import type { Mistake } from '#check';

export default {
  summary: 'Looks for the host anywhere in the origin.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "(URL.canParse(origin) && new URL(origin).host === ctx.header('Host'))",
      replace: "origin.includes(ctx.header('Host'))",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it':
      'the Origin only has to contain the Host',
  },
} satisfies Mistake;
