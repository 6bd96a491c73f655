import type { Mistake } from '#check';

export default {
  summary: 'Where jwt.verify throws, nobody catches it.',
  edits: [
    {
      file: 'auth/tokens.service.ts',
      find: '    } catch {\n      return undefined;\n    }',
      replace: '    } finally {\n    }',
    },
  ],
  fails: {
    'a token that we have not signed is refused': 'the handler threw: jwt malformed',
    'an expired token is refused': 'the handler threw: jwt expired',
    'without a secret every token is refused': 'the handler threw: secret or public key must be provided',
    'POST /posts without a token is 401, whatever the body': 'the handler threw: jwt malformed',
  },
} satisfies Mistake;
