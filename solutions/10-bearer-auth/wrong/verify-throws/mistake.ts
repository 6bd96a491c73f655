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
    'a token that we have not signed is refused': 'the handler threw',
  },
} satisfies Mistake;
