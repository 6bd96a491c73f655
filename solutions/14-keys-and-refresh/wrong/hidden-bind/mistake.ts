import type { Mistake } from '#check';

export default {
  summary: 'The body of a logout cannot be bound, and nobody hears of it.',
  edits: [{ file: 'auth/auth.dto.ts', find: '@field() refresh_token', replace: 'refresh_token' }],
  fails: {
    'POST /auth/logout ends the refresh token that the body names': '`bind` fails, and `.catch` hides why',
  },
} satisfies Mistake;
