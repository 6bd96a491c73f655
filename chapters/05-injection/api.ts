import { type Api, aPost, drafts, noPost, noRecord, openPost, posts, writeOpenly } from '#blog';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  ways: {},
  isInMemory: true,
  isUnvalidated: true,
  routes: [
    { route: 'POST /posts', step: 2, status: 201, body: aPost, creates: true },
    { route: 'POST /posts', step: 3, status: 201, body: aPost, creates: true, logs: 'post created' },
    { route: 'GET /posts/:id', step: 2, status: 200, params: openPost, absent: noPost },
    { route: 'PUT /posts/:id', step: 2, status: 200, params: openPost, body: aPost, absent: noRecord },
    { route: 'DELETE /posts/:id', step: 2, status: 204, params: openPost },
    { route: 'GET /posts', step: 2, status: 200, isShared: true, grow: writeOpenly },
    { route: 'GET /admin/drafts', step: 2, status: 200, isShared: true, grow: writeOpenly },
    { route: 'DELETE /admin/drafts', step: 5, status: 204, params: openPost },
  ],
  collections: [posts([{ route: 'GET /posts', has: () => true, isNewestFirst: true }, drafts])],
};
