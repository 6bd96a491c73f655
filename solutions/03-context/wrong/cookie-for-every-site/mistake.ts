import type { Mistake } from '#check';

export default {
  summary: 'The cookie is sent with requests from other sites.',
  edits: [
    {
      file: 'notes.controller.ts',
      find: "ctx.setCookie('reader', ctx.param('name'))",
      replace: "ctx.setCookie('reader', ctx.param('name'), { sameSite: 'none', secure: true })",
    },
  ],
  fails: {
    'PUT /reader/:name sets the cookie': 'the cookie was set without SameSite=Lax',
  },
} satisfies Mistake;
