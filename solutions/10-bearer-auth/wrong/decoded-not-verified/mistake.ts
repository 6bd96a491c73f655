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
    'a token without a valid signature is 401': 'jwt.decode checks nothing',
    'an expired token is 401, and so is one that never expires': 'the token expired a minute ago',
    'without a secret, every token is 401': 'an empty Buffer is a key',
    'verify decides which algorithms it accepts': 'without the option `algorithms`',
    'verify uses the time of the injected Clock': 'the option `clockTimestamp` is missing',
  },
} satisfies Mistake;
