import type { Mistake } from '#check';

export default {
  summary: 'The mark contains only eight digits of the digest.',
  edits: [
    {
      file: 'auth/refresh-tokens.service.ts',
      find: `\`used:\${digest(token)}\``,
      replace: `\`used:\${digest(token).slice(0, 8)}\``,
    },
  ],
  fails: {
    'the store contains only digests of refresh tokens': 'only 8 digits of the digest are used',
  },
} satisfies Mistake;
