import type { Mistake } from '#check';

export default {
  summary: 'Every failure of the insert is reported as a registered email.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: "if ((error as { code?: string }).code !== 'unique') throw error;",
      replace: '',
    },
  ],
  fails: {
    'any other failure of the store is 400 with its message':
      'Only the code `unique` means that the email is registered',
  },
} satisfies Mistake;
