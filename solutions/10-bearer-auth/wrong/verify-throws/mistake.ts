import type { Mistake } from '#check';

export default {
  summary: 'The error of jwt.verify is not caught.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '    } catch {\n      return undefined;\n    }',
      replace: '    } finally {\n    }',
    },
  ],
  fails: {
    'a token without a valid signature is 401': 'your code threw: jwt malformed',
    'an expired token is 401, and so is one that never expires': 'your code threw: jwt expired',
    'without a secret, every token is 401': 'your code threw: secret or public key must be provided',
    'verify decides which algorithms it accepts': 'your code threw',
    'verify uses the time of the injected Clock': 'your code threw: jwt expired',
  },
} satisfies Mistake;
