import type { Mistake } from '#check';

export default {
  summary: 'The audit writes the whole path down, whatever stands in it.',
  edits: [
    {
      file: 'edge/audit.ts',
      find: `/\${first === 'auth' ? \`auth/\${second}\` : first}\``,
      replace: `\${ctx.request.path}\``,
    },
  ],
  fails: {
    'each authentication leaves one line': 'warn GET /admin status=403',
    'no secret stands in the log': 'A parameter of the path may be anything',
  },
} satisfies Mistake;
