import type { Mistake } from '#check';

export default {
  summary: 'The hash is replaced, even if the user has changed the password in the meantime.',
  edits: [{ file: 'users/users.service.ts', find: ' and password = ${old}', replace: '' }],
  fails: {
    'a hash is only replaced while it is still the old one': '`replaceHash` does not compare the column `password`',
  },
} satisfies Mistake;
