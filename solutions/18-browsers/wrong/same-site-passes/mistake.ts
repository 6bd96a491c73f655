import type { Mistake } from '#check';

export default {
  summary: 'Trusts sibling domains, which somebody else may run.',
  edits: [
    {
      file: 'edge/cross-origin-protection.ts',
      find: "site === 'same-origin' || site === 'none'",
      replace: "site !== 'cross-site'",
    },
  ],
  fails: {
    'a request that changes something is refused if another site has sent it': 'same-site counts as ours',
  },
} satisfies Mistake;
