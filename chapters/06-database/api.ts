import {
  type Api,
  aPost,
  drafts,
  noPost,
  noRecord,
  openPost,
  posts,
  published,
  publishOpenly,
  random,
  type Visitor,
  writeOpenly,
} from '#blog';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  ways: {},
  isUnvalidated: true,
  routes: [
    { route: 'GET /newsletter', step: 0, status: 200, isShared: true },
    { route: 'PUT /newsletter/:email', step: 0, status: 204, params: () => Promise.resolve({ email: random.email() }) },
    { route: 'DELETE /newsletter/:email', step: 2, status: 204, params: subscriber, statements: 1 },
    {
      route: 'POST /posts',
      step: 2,
      status: 201,
      body: aPost,
      creates: true,
      logs: 'post created',
      statements: 1,
    },
    { route: 'GET /posts/:id', step: 3, status: 200, params: openPost, absent: noPost, statements: 1 },
    { route: 'PUT /posts/:id', step: 4, status: 200, params: openPost, body: aPost, absent: noRecord, statements: 1 },
    { route: 'DELETE /posts/:id', step: 4, status: 204, params: openPost, statements: 1 },
    { route: 'GET /posts', step: 5, status: 200, isShared: true, grow: publishOpenly, statements: 1 },
    { route: 'GET /admin/drafts', step: 5, status: 200, isShared: true, grow: writeOpenly, statements: 1 },
    { route: 'DELETE /admin/drafts', step: 4, status: 204, statements: 1 },
  ],
  collections: [posts([published, { ...drafts, isNewestFirst: true }])],
};

/** Somebody who has subscribed. */
async function subscriber({ app }: Visitor) {
  const email = random.email();
  (await app.put(`/newsletter/${email}`)).status(204);
  return { email };
}
