import type { Mistake } from '#check';

export default {
  summary: 'The mark contains the token itself.',
  edits: [
    { file: 'auth/refresh-tokens.service.ts', find: `\`used:\${digest(token)}\``, replace: `\`used:\${token}\`` },
  ],
  fails: {
    'the store contains only digests of refresh tokens': 'an entry contains the token itself',
  },
} satisfies Mistake;
