import type { Mistake } from '#check';

export default {
  summary: 'The promise leaves the try before it is rejected, and nothing is caught.',
  edits: [{ file: 'auth/auth.controller.ts', find: 'return await this.users', replace: 'return this.users' }],
  fails: {
    'an email that is already registered is 409, in any letter case': 'without `await` after `return`',
    'a database that fails is 500, and only the log has the reason': 'the `catch` did not run',
  },
} satisfies Mistake;
