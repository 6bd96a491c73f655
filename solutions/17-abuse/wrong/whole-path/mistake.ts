import type { Mistake } from '#check';

export default {
  summary: 'The log contains the whole path, with everything that somebody put into it.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: "/${first === 'auth' ? `auth/${second}` : first}`",
      replace: '${ctx.request.path}`',
    },
  ],
  fails: {
    'every authentication event is one line in the log': 'warn GET /admin status=403',
    'the log contains no secrets': 'The log contains an API key',
  },
} satisfies Mistake;
