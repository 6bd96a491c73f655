import type { Mistake } from '#check';

export default {
  summary: 'Everything that is known of the user goes into the token.',
  edits: [
    { file: 'auth/tokens.service.ts', find: 'sign({ id, email }: User)', replace: 'sign({ id, ...others }: User)' },
    { file: 'auth/tokens.service.ts', find: '{ user_id: id, email, exp }', replace: '{ user_id: id, ...others, exp }' },
  ],
  fails: {
    'the token says who, and until when, and no more': 'What is not needed does not belong into it',
  },
} satisfies Mistake;
