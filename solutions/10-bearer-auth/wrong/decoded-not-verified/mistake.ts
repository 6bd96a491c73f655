import type { Mistake } from '#check';

export default {
  summary: 'The payload is decoded, and the signature is never verified.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: "jwt.verify(token, this.#secret, {\n        // The header of a token names an algorithm, and an attacker can write any header. So this list decides.\n        algorithms: ['HS256', 'HS384', 'HS512'],\n        clockTimestamp: Math.floor(this.clock.now() / 1000),\n      }) as",
      replace: 'jwt.decode(token) as',
    },
  ],
  fails: {
    'the attack "forged-token" is blocked': 'use jwt.verify',
    'any other token is 401': 'this is a token with a changed payload, and it was accepted',
    'without a secret, every token is 401': 'an empty Buffer is a key',
    'verify returns two claims, names its algorithms, and asks the Clock':
      'jwt.verify is called without the option `algorithms`, or the',
  },
} satisfies Mistake;
