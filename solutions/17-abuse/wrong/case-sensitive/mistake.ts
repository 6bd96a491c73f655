import type { Mistake } from '#check';

export default {
  summary: 'Capital letters in the email get five more guesses.',
  edits: [{ file: 'auth/login-limit.ts', find: 'return email.toLowerCase();', replace: 'return email;' }],
  fails: {
    'after five wrong passwords in a minute, the right one is 429 too': 'not in lower case',
    'every authentication event is one line in the log': 'email=boss',
  },
} satisfies Mistake;
