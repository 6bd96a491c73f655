import type { Mistake } from '#check';

export default {
  summary: 'A client that disconnects leaves the handler waiting.',
  edits: [
    { file: 'framework/body.ts', find: '      if (!incoming.readableEnded) reject(new ClientGone());\n', replace: '' },
    { file: 'framework/body.ts', find: 'import { ClientGone, HttpError }', replace: 'import { HttpError }' },
  ],
  fails: {
    'a client that disconnects is noticed': 'never comes',
  },
} satisfies Mistake;
