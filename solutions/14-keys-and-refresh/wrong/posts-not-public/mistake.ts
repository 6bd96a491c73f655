import type { Mistake } from '#check';

export default {
  summary: 'Nobody can read the posts without a credential any more.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      { method: 'GET', path: '/posts', handler: this.index },\n",
      replace: '',
    },
    {
      file: 'posts/posts.controller.ts',
      find: "          { method: 'POST', path: '/posts',",
      replace:
        "          { method: 'GET', path: '/posts', handler: this.index },\n          { method: 'POST', path: '/posts',",
    },
  ],
  fails: {
    'reading the posts still needs no credential': 'inside the group',
  },
} satisfies Mistake;
