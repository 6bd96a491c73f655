import type { Mistake } from '#check';

export default {
  summary: 'The key is the email as it was written.',
  edits: [{ file: 'users/users.service.ts', find: '${email.toLowerCase()}', replace: '${email}' }],
  fails: {
    'the user is a row in the table users': 'not converted to lower case',
    'upper and lower case do not make a different email': 'Compare it in lower case',
  },
} satisfies Mistake;
