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
    'GET /posts/:id has the author, published or not': '401',
    'find sends one query': '401',
    'GET /posts has every published post with its author, and no draft': '401',
    'list sends one query, however many posts there are': '401',
    'GET /posts starts with the newest post': '401',
    'the life of a post, from the registration to the delete': '401',
  },
} satisfies Mistake;
