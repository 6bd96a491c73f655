import type { Mistake } from '#check';

export default {
  summary: 'The handler of the guestbook trims the text.',
  edits: [{ file: 'notes.controller.ts', find: 'text: body.toString()', replace: 'text: body.toString().trim()' }],
  fails: {
    'POST /guestbook returns the name from the cookie and the body': 'as a string, unchanged',
  },
} satisfies Mistake;
