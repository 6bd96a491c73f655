import type { Mistake } from '#check';

export default {
  summary: 'A bio cannot be removed.',
  edits: [
    {
      file: 'users/user.dto.ts',
      find: 'schema.nullable().optional()',
      replace: 'schema.optional()',
    },
  ],
  fails: {
    'bio and image can be removed': 'Expected status 200, got 422',
  },
} satisfies Mistake;
