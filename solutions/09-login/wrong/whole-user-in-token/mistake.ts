import type { Mistake } from '#check';

export default {
  summary: 'Every field of the user is signed.',
  edits: [
    { file: 'auth/tokens.service.ts', find: 'sign({ id, email }: User)', replace: 'sign({ id, ...others }: User)' },
    { file: 'auth/tokens.service.ts', find: '{ user_id: id, email, exp }', replace: '{ user_id: id, ...others, exp }' },
  ],
  fails: {
    'the token has the claims user_id, email and exp': 'Anyone who holds the token can read it',
  },
} satisfies Mistake;
