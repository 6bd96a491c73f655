import type { Mistake } from '#check';

export default {
  summary: 'The log does not say why the token could not be generated.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: "'Failed to generate token', { cause: error }",
      replace: "'Failed to generate token'",
    },
    { file: 'auth/auth.controller.ts', find: '} catch (error) {\n      throw', replace: '} catch {\n      throw' },
  ],
  fails: {
    'without a secret, the right password is 500 and a wrong one is 401': 'the HttpError has no `cause`',
  },
} satisfies Mistake;
