import type { Mistake } from '#check';

export default {
  summary: 'Every response is no-store.',
  edits: [
    {
      file: 'edge/security-headers.ts',
      find: '      if (isPersonal(ctx)) response',
      replace: '      if (isPersonal(ctx) || true) response',
    },
  ],
  fails: {
    'personal responses are not stored, public ones may be': 'every response is no-store',
  },
} satisfies Mistake;
