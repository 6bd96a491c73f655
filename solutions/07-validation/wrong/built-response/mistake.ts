import type { Mistake } from '#check';

export default {
  summary: 'The 501 is built with ctx.status, not thrown.',
  edits: [
    {
      file: 'auth/auth.controller.ts',
      find: 'throw new HttpError(501);',
      replace: 'return ctx.status(501).json({ error: new HttpError(501).message });',
    },
  ],
  fails: {
    'the 501 is a thrown HttpError':
      'the handler builds the response with ctx.status(501).json(…). That works here, but not in a service',
  },
} satisfies Mistake;
