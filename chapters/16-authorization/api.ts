import {
  type Api,
  aKey,
  aPost,
  credentials,
  key,
  otherDevice,
  ownKey,
  ownPost,
  publishedPost,
  register,
  session,
  signIn,
  token,
  writePost,
} from '#blog';

const people = ['token', 'session'];
const everyone = [...people, 'key'];
const stranger = { status: 404, error: 'Post not found' };

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  register,
  ways: { token, session, key },
  routes: [
    { route: 'POST /auth/register', step: 0, status: 201 },
    { route: 'POST /auth/login', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    { route: 'GET /auth/me', step: 0, status: 200, ways: ['token'] },
    { route: 'POST /auth/session', step: 0, status: 200, body: ({ person }) => credentials(person) },
    { route: 'GET /auth/session', step: 0, status: 200, ways: ['session'] },
    { route: 'DELETE /auth/session', step: 0, status: 204 },
    { route: 'GET /auth/sessions', step: 0, status: 200, ways: people, grow: signIn },
    { route: 'DELETE /auth/sessions', step: 0, status: 204, ways: people },
    { route: 'DELETE /auth/sessions/:id', step: 0, status: 204, ways: people, params: otherDevice },
    { route: 'POST /auth/tokens', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    { route: 'POST /auth/refresh', step: 0, status: 200, issuesSecret: true },
    { route: 'POST /auth/logout', step: 0, status: 204 },
    { route: 'POST /auth/api-keys', step: 0, status: 201, ways: people, body: aKey, issuesSecret: true, creates: true },
    { route: 'GET /auth/api-keys', step: 0, status: 200, ways: people, grow: ownKey },
    {
      route: 'DELETE /auth/api-keys/:id',
      step: 0,
      status: 204,
      ways: people,
      params: ownKey,
      stranger: { status: 204 },
    },
    { route: 'GET /auth/api-keys/current', step: 0, status: 200, ways: ['key'] },
    // Only for admins, so the rules can't try them: see step 1.
    { route: 'POST /auth/first-admin', step: 0, status: 200 },
    { route: 'GET /admin/users', step: 0, status: 200 },
    { route: 'PUT /admin/users/:id/role', step: 0, status: 200 },
    { route: 'GET /posts', step: 0, status: 200, isShared: true },
    { route: 'GET /my-posts', step: 0, status: 200, ways: everyone, grow: writePost },
    { route: 'POST /posts', step: 2, status: 201, ways: everyone, body: aPost },
    { route: 'PUT /posts/:id', step: 2, status: 200, ways: everyone, params: ownPost, body: aPost, stranger },
    { route: 'DELETE /posts/:id', step: 2, status: 204, ways: everyone, params: ownPost, stranger },
    { route: 'GET /posts/:id', step: 3, status: 200, params: publishedPost },
    { route: 'GET /my-posts/:id', step: 3, status: 200, ways: everyone, params: ownPost, stranger },
  ],
};
