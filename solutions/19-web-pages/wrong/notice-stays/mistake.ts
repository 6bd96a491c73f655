import type { Mistake } from '#check';

export default {
  summary: 'Reads the cookie, and never deletes it.',
  edits: [{ file: 'pages/flash.ts', find: "  ctx.setCookie(cookie, '', { maxAge: 0 });\n", replace: '' }],
  fails: {
    'a notice is shown on the next page, once': 'does not delete the cookie',
  },
} satisfies Mistake;
