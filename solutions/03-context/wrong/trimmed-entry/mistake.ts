import type { Mistake } from '#check';

export default {
  summary: 'The guestbook handler trims the body.',
  edits: [{ file: 'notes.controller.ts', find: 'text: body.toString()', replace: 'text: body.toString().trim()' }],
  fails: {
    'POST /guestbook returns the name from the cookie and the body': 'as a string, unchanged',
  },
} satisfies Mistake;
