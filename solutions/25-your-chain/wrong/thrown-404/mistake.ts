import type { Mistake } from '#check';

export default {
  summary: 'An unknown path is an error that is logged.',
  edits: [
    {
      file: 'framework/dispatcher.ts',
      find: "    return ctx.status(404).json({ error: 'Not Found' });",
      replace: "    throw new Error('Not Found');",
    },
  ],
  fails: {
    'an unknown path is 404, with the headers of the global middlewares': '404',
    'a wrong method is 404 with Allow, and OPTIONS is 204': '404',
    'a scan for unknown paths logs nothing': 'fills the log',
  },
} satisfies Mistake;
