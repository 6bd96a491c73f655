import {
  type Api,
  aKey,
  aPost,
  credentials,
  key,
  otherDevice,
  ownKey,
  ownPost,
  register,
  session,
  signIn,
  token,
  writePost,
} from '#blog';

const people = ['token', 'session'];
const everyone = [...people, 'key'];

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
    { route: 'GET /posts', step: 0, status: 200, isShared: true },
    { route: 'GET /posts/:id', step: 0, status: 200, params: ownPost },
    { route: 'POST /auth/tokens', step: 1, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    // A refresh token works once, so these two can't be tried again like the others.
    { route: 'POST /auth/refresh', step: 0, status: 200, issuesSecret: true },
    { route: 'POST /auth/logout', step: 0, status: 204 },
    { route: 'POST /auth/api-keys', step: 4, status: 201, ways: people, body: aKey, issuesSecret: true, creates: true },
    { route: 'GET /auth/api-keys', step: 4, status: 200, ways: people, grow: ownKey },
    {
      route: 'DELETE /auth/api-keys/:id',
      step: 4,
      status: 204,
      ways: people,
      params: ownKey,
      stranger: { status: 204 },
    },
    { route: 'GET /auth/api-keys/current', step: 4, status: 200, ways: ['key'] },
    { route: 'GET /my-posts', step: 5, status: 200, ways: everyone, grow: writePost },
    { route: 'POST /posts', step: 5, status: 201, ways: everyone, body: aPost, showsStoreErrors: true },
    {
      route: 'PUT /posts/:id',
      step: 5,
      status: 200,
      ways: everyone,
      params: ownPost,
      body: aPost,
      showsStoreErrors: true,
    },
    { route: 'DELETE /posts/:id', step: 5, status: 204, ways: everyone, params: ownPost, showsStoreErrors: true },
  ],
};
