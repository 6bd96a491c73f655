import type { Mistake } from '#check';

export default {
  summary: 'The Origin decides, even if Sec-Fetch-Site says cross-site.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "  if (site !== '') return site === 'same-origin' || site === 'none';",
      replace:
        "  if (site !== '' && ctx.header('Origin') !== `http://${ctx.header('Host')}`) {\n    return site === 'same-origin' || site === 'none';\n  }",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'which no page can influence',
  },
} satisfies Mistake;
