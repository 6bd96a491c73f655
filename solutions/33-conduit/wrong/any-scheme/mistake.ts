import type { Mistake } from '#check';

export default {
  summary: 'The scheme of the Authorization header is not checked.',
  edits: [
    {
      file: 'users/authentication.ts',
      find: 'header.startsWith(scheme) ? this.tokens.verify(header.slice(scheme.length)) : undefined',
      replace: "this.tokens.verify(header.split(' ').at(-1)!)",
    },
  ],
  fails: {
    'a valid token with another scheme is refused': 'Expected status 401, got 200',
  },
} satisfies Mistake;
