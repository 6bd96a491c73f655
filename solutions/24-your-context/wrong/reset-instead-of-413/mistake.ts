import type { Mistake } from '#check';

export default {
  summary: 'The connection is closed as soon as the body is too large.',
  edits: [
    {
      file: 'framework/response.ts',
      find: '  if (isUnread) endAfterBody(outgoing, body);\n',
      replace: '  if (isUnread) outgoing.destroy();\n',
    },
  ],
  fails: {
    'a client that is still sending gets to see the 413': 'resets it',
    'the attack "oversized" is blocked': 'could not run',
    'the rest of a refused body is read, but not forever': 'while the client is still sending',
  },
} satisfies Mistake;
