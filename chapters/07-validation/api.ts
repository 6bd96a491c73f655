import { type Api, aPost, openPost, publishOpenly, writeOpenly } from '#blog';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  ways: {},
  routes: [
    { route: 'POST /posts', step: 1, status: 201, body: aPost, creates: true, logs: 'post created' },
    { route: 'GET /posts/:id', step: 0, status: 200, params: openPost },
    { route: 'PUT /posts/:id', step: 2, status: 200, params: openPost, body: aPost },
    { route: 'DELETE /posts/:id', step: 0, status: 204, params: openPost },
    { route: 'GET /posts', step: 0, status: 200, isShared: true, grow: publishOpenly },
    { route: 'GET /admin/drafts', step: 0, status: 200, isShared: true, grow: writeOpenly },
    { route: 'DELETE /admin/drafts', step: 0, status: 204 },
    { route: 'POST /auth/register', step: 4, status: 501 },
  ],
};
