import type { Mistake } from '#check';

export default {
  summary: 'The token is decoded, and its signature is not checked.',
  edits: [
    {
      file: 'users/tokens.service.ts',
      find: 'jwt.verify(token, this.#secret, options) as jwt.JwtPayload',
      replace: '((void options, jwt.decode(token)) ?? {}) as jwt.JwtPayload',
    },
  ],
  fails: {
    'a token with one more or one other character is refused': 'Expected status 401, got 200',
    'a token is valid for an hour, and not for longer than seven days': 'Expected status 401, got 200',
  },
} satisfies Mistake;
