import type { Mistake } from '#check';

export default {
  summary: 'KnownReader stores the name in lower case.',
  edits: [
    { file: 'known-reader.ts', find: "ctx.cookie('reader') ||", replace: "ctx.cookie('reader').toLowerCase() ||" },
  ],
  fails: {
    'POST /guestbook returns the name from the cookie and the body':
      'from is not the value of the cookie "reader", unchanged',
  },
} satisfies Mistake;
