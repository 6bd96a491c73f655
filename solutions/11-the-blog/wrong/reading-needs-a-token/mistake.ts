import type { Mistake } from '#check';

export default {
  summary: 'The routes that read stand behind the guard, too.',
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
    'everybody may read, without a token': 'these two routes stay outside of the group',
    'GET /posts has every published post, with its author, and no draft': '401',
    'GET /posts/:id has the author, published or not': '401',
    'GET /posts begins with the newest post': '401',
    'a body that does not fit is still 400': '401',
    'the whole tour, from the registration to the last delete': '401',
  },
} satisfies Mistake;
