import {
  type Api,
  aPost,
  credentials,
  hashing,
  otherDevice,
  ownPost,
  register,
  session,
  signIn,
  token,
  writePost,
} from '#blog';

const both = ['token', 'session'];

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  register,
  ways: { token, session },
  fallible: { step: 1, methods: hashing },
  routes: [
    { route: 'POST /auth/register', step: 0, status: 201 },
    { route: 'POST /auth/login', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    { route: 'GET /auth/me', step: 0, status: 200, ways: ['token'] },
    { route: 'GET /posts', step: 0, status: 200, isShared: true },
    { route: 'GET /posts/:id', step: 0, status: 200, params: ownPost },
    { route: 'POST /auth/session', step: 1, status: 200, body: ({ person }) => credentials(person) },
    { route: 'GET /auth/session', step: 3, status: 200, ways: ['session'] },
    // Now that routes can accept both, this one still doesn't.
    { route: 'GET /auth/me', step: 4, status: 200, ways: ['token'] },
    { route: 'GET /my-posts', step: 4, status: 200, ways: both, grow: writePost },
    {
      route: 'POST /posts',
      step: 4,
      status: 201,
      ways: both,
      body: aPost,
      creates: true,
      logs: 'post created',
      storeErrors: 'shown',
    },
    { route: 'PUT /posts/:id', step: 4, status: 200, ways: both, params: ownPost, body: aPost, storeErrors: 'shown' },
    { route: 'DELETE /posts/:id', step: 4, status: 204, ways: both, params: ownPost, storeErrors: 'shown' },
    { route: 'DELETE /auth/session', step: 5, status: 204 },
    { route: 'POST /auth/logout', step: 5, status: 204 },
    { route: 'GET /auth/sessions', step: 6, status: 200, ways: both, grow: signIn },
    { route: 'DELETE /auth/sessions', step: 6, status: 204, ways: both },
    {
      route: 'DELETE /auth/sessions/:id',
      step: 6,
      status: 204,
      ways: both,
      params: otherDevice,
      stranger: { status: 204 },
    },
  ],
};
