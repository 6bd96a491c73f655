import type { Mistake } from '#check';

export default {
  summary: 'verify returns every claim of the token, including those that it has not checked.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: 'isComplete ? { user_id, email } : undefined',
      replace: 'isComplete ? (claims as unknown as Claims) : undefined',
    },
  ],
  fails: { 'BearerAuth uses the injected TokensService': 'verify returns the whole payload' },
} satisfies Mistake;
