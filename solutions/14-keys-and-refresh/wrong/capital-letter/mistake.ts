import type { Mistake } from '#check';

const letter = 'the contract has a small i here';

export default {
  summary: 'The refusal is written as all the others are, with a capital letter.',
  edits: [{ file: 'auth/tokens.controller.ts', find: "'invalid refresh token'", replace: "'Invalid refresh token'" }],
  fails: {
    'a refresh token works once': letter,
    'what is no refresh token is refused': letter,
    'a refresh token whose user is gone is refused': letter,
    'a refresh token waits for seven days, and no longer': letter,
    'POST /auth/logout ends the refresh token that the body names': letter,
  },
} satisfies Mistake;
