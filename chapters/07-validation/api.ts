import {
  type Api,
  aPerson,
  aPost,
  drafts,
  noPost,
  noRecord,
  openPost,
  posts,
  published,
  publishOpenly,
  writeOpenly,
} from '#blog';

const create = { title: 'required,max=200', content: 'required,max=100000' };
const replace = { title: 'max=200', content: 'max=100000', published: 'boolean' };
const register = { email: 'required,email,max=254', password: 'required,min=8', name: 'required,max=100' };

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  ways: {},
  routes: [
    { route: 'POST /posts', step: 1, status: 201, body: aPost, fields: create, creates: true, logs: 'post created' },
    { route: 'GET /posts/:id', step: 0, status: 200, params: openPost, absent: noPost },
    {
      route: 'PUT /posts/:id',
      step: 2,
      status: 200,
      params: openPost,
      body: aPost,
      fields: replace,
      absent: noRecord,
    },
    { route: 'DELETE /posts/:id', step: 0, status: 204, params: openPost },
    { route: 'GET /posts', step: 0, status: 200, isShared: true, grow: publishOpenly },
    { route: 'GET /admin/drafts', step: 0, status: 200, isShared: true, grow: writeOpenly },
    { route: 'DELETE /admin/drafts', step: 0, status: 204 },
    { route: 'POST /auth/register', step: 4, status: 501, body: aPerson, fields: register },
  ],
  collections: [posts([published, drafts])],
};
