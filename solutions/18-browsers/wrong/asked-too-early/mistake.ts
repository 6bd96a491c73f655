import type { Mistake } from '#check';

export default {
  summary: 'Asks for the user before anyone has authenticated.',
  edits: [
    {
      file: 'edge/security-headers.ts',
      find: '    try {\n',
      replace: '    const isPersonalNow = isPersonal(ctx);\n    try {\n',
    },
    {
      file: 'edge/security-headers.ts',
      find: '      if (isPersonal(ctx)) response',
      replace: '      if (isPersonalNow) response',
    },
  ],
  fails: {
    'personal responses are not stored, public ones may be': 'before next()',
  },
} satisfies Mistake;
