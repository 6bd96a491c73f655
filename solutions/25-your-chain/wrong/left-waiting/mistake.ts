import type { Mistake } from '#check';

export default {
  summary: 'The connection stays open after a response that could not be sent.',
  edits: [{ file: 'framework/dispatcher.ts', find: '      outgoing.destroy();\n', replace: '' }],
  fails: {
    'an HttpError is the response, other errors are 500 and go into the log': 'nobody has ended the response',
  },
} satisfies Mistake;
