import type { Mistake } from '#check';

export default {
  summary: 'Without Sec-Fetch-Site, every request passes.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "  return origin === '' || (URL.canParse(origin) && new URL(origin).host === ctx.header('Host'));",
      replace: "  return typeof origin === 'string';",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it':
      'the Origin is not compared with the Host',
  },
} satisfies Mistake;
