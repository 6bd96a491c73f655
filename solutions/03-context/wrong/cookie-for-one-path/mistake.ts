import type { Mistake } from '#check';

export default {
  summary: 'The cookie is limited to the paths below /reader.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'))",
      replace: "ctx.setCookie('reader', ctx.param('name'), { path: '/reader' })",
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'the cookie was set without Path=/',
  },
} satisfies Mistake;
