import type { Mistake } from '#check';

export default {
  summary: 'The promise leaves the try before it fails, and nothing is caught.',
  edits: [{ file: 'auth/auth.controller.ts', find: 'return await this.users', replace: 'return this.users' }],
  fails: {
    'an email that is taken is 409, in any letter case': 'without `await`, the promise leaves the `try`',
    'of five registrations at once with one email, one succeeds and four are 409': 'your `catch` did not run',
    'a store that fails is 500, and only the log knows why': 'your `catch` did not run',
  },
} satisfies Mistake;
