import type { Mistake } from '#check';

export default {
  summary: 'The handler trims the name before it sets the cookie.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'));",
      replace: "ctx.setCookie('reader', ctx.param('name').trim());",
    },
  ],
  fails: {
    'a cookie set by one request is read by the next': 'a handler changes the name',
  },
} satisfies Mistake;
