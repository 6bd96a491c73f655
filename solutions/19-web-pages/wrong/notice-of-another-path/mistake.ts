import type { Mistake } from '#check';

export default {
  summary: 'Deletes the notice for the path /my-posts. To a browser that is another cookie, so the notice stays.',
  edits: [
    {
      file: 'pages/flash.ts',
      find: '{ maxAge: 0 }',
      replace: "{ maxAge: 0, path: '/my-posts' }",
    },
  ],
  fails: {
    'a notice is shown on the next page, once': 'To a browser that is another cookie',
  },
} satisfies Mistake;
