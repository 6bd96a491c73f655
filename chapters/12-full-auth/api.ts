import { type Api, aPerson, aPost, canSignIn, credentials, ownPost, register, token, writePost } from '#blog';

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  register,
  ways: { token },
  routes: [
    { route: 'GET /posts', step: 0, status: 200, isShared: true },
    { route: 'GET /posts/:id', step: 0, status: 200, params: ownPost },
    { route: 'POST /auth/login', step: 1, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    { route: 'POST /auth/register', step: 2, status: 201, body: aPerson, issuesSecret: true, confirm: canSignIn },
    { route: 'GET /my-posts', step: 3, status: 200, ways: ['token'], grow: writePost },
    {
      route: 'POST /posts',
      step: 3,
      status: 201,
      ways: ['token'],
      body: aPost,
      creates: true,
      logs: 'post created',
      showsStoreErrors: true,
    },
    {
      route: 'PUT /posts/:id',
      step: 3,
      status: 200,
      ways: ['token'],
      params: ownPost,
      body: aPost,
      showsStoreErrors: true,
    },
    { route: 'DELETE /posts/:id', step: 3, status: 204, ways: ['token'], params: ownPost, showsStoreErrors: true },
    { route: 'GET /auth/me', step: 5, status: 200, ways: ['token'] },
    { route: 'POST /auth/logout', step: 5, status: 204 },
  ],
};
