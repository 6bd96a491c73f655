import type { Mistake } from '#check';

export default {
  summary: 'Only the token is checked, and not where the form comes from.',
  edits: [
    {
      file: 'pages/pages.options.ts',
      find: 'Csrf, crossOriginProtection()]',
      replace: 'Csrf]',
    },
  ],
  fails: {
    'a host next to ours can set cookies, and still not send our forms': 'a page of another origin has sent this form',
  },
} satisfies Mistake;
