import type { Mistake } from '#check';

export default {
  summary: 'The routes that read are in the group, too.',
  edits: [
    {
      file: 'posts/posts.controller.ts',
      find: "      { method: 'GET', path: '/posts', handler: this.index },\n      { method: 'GET', path: '/posts/:id', handler: this.show },\n",
      replace: '',
    },
    {
      file: 'posts/posts.controller.ts',
      find: '        children: [\n',
      replace:
        "        children: [\n          { method: 'GET', path: '/posts', handler: this.index },\n          { method: 'GET', path: '/posts/:id', handler: this.show },\n",
    },
  ],
  fails: {
    'reading needs no token': 'They stay outside',
    'GET /posts/:id has the author, published or not': 'Expected status 200, got 401',
    'GET /posts has every published post with its author, and no draft': 'Expected status 200, got 401',
  },
} satisfies Mistake;
