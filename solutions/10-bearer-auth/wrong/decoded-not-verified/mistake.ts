import type { Mistake } from '#check';

export default {
  summary: 'The token is read, and nobody looks at its signature.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "jwt.verify(token, this.#secret, {\n        // Named, because a token names its own algorithm, and \"none\" is one of the names.\n        algorithms: ['HS256', 'HS384', 'HS512'],\n        clockTimestamp: Math.floor(this.clock.now() / 1000),\n      }) as",
      replace: 'jwt.decode(token) as',
    },
  ],
  fails: {
    'a token that we have not signed is refused': 'a token whose payload was changed',
    'an expired token is refused': 'jwt.decode(…) does not',
    'without a secret every token is refused': 'JWT_SECRET is empty here',
  },
} satisfies Mistake;
