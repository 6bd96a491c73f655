import { type Api, aPost, drafts, noPost, noRecord, openPost, posts, writeOpenly } from '#blog';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  ways: {},
  isInMemory: true,
  isUnvalidated: true,
  routes: [
    { route: 'POST /posts', step: 2, status: 201, body: aPost, creates: true },
    { route: 'GET /posts', step: 2, status: 200, isShared: true, grow: writeOpenly },
    { route: 'GET /posts/:id', step: 3, status: 200, params: openPost, absent: noPost },
    { route: 'PUT /posts/:id', step: 4, status: 200, params: openPost, body: aPost, absent: noRecord },
    { route: 'DELETE /posts/:id', step: 5, status: 204, params: openPost },
    { route: 'GET /admin/drafts', step: 6, status: 200, isShared: true, grow: writeOpenly },
  ],
  collections: [posts([{ route: 'GET /posts', has: () => true }, drafts])],
};
