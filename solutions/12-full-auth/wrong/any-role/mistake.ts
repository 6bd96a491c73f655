import type { Mistake } from '#check';

export default {
  summary: 'The new claim is not checked, because the token is signed.',
  edits: [{ file: 'auth/tokens.service.ts', find: '[user_id, email, role].every', replace: '[user_id, email].every' }],
  fails: {
    'a token whose role is not a string is refused': 'the number 5',
  },
} satisfies Mistake;
