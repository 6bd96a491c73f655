import {
  type Api,
  aKey,
  aPost,
  credentials,
  freshToken,
  hashing,
  key,
  otherDevice,
  ownKey,
  ownPost,
  register,
  session,
  signIn,
  token,
  type Visitor,
  writePost,
} from '#blog';

const people = ['token', 'session'];
const everyone = [...people, 'key'];

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  register,
  ways: { token, session, key },
  fallible: { step: 1, methods: hashing },
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
    { route: 'POST /auth/refresh', step: 1, status: 200, body: freshToken, isVolatile: true, issuesSecret: true },
    // A used token revokes its family, which is what the store does for a request that is refused.
    {
      route: 'POST /auth/refresh',
      step: 2,
      status: 200,
      body: freshToken,
      isVolatile: true,
      issuesSecret: true,
      repeated: { status: 401, error: 'invalid refresh token' },
    },
    { route: 'POST /auth/logout', step: 3, status: 204, body: freshToken, isVolatile: true, confirm: isRevoked },
    { route: 'POST /auth/api-keys', step: 4, status: 201, ways: people, body: aKey, issuesSecret: true, creates: true },
    { route: 'GET /auth/api-keys', step: 4, status: 200, ways: people, grow: ownKey, isNewestFirst: true },
    {
      route: 'DELETE /auth/api-keys/:id',
      step: 4,
      status: 204,
      ways: people,
      params: ownKey,
      stranger: { status: 204 },
    },
    { route: 'GET /auth/api-keys/current', step: 4, status: 200, ways: ['key'], statements: 2 },
    { route: 'GET /my-posts', step: 5, status: 200, ways: everyone, grow: writePost },
    {
      route: 'POST /posts',
      step: 5,
      status: 201,
      ways: everyone,
      body: aPost,
      creates: true,
      logs: 'post created',
      storeErrors: 'shown',
    },
    {
      route: 'PUT /posts/:id',
      step: 5,
      status: 200,
      ways: everyone,
      params: ownPost,
      body: aPost,
      storeErrors: 'shown',
    },
    { route: 'DELETE /posts/:id', step: 5, status: 204, ways: everyone, params: ownPost, storeErrors: 'shown' },
  ],
};

/** After a logout, its refresh token gets no new pair. */
async function isRevoked(app: Visitor['app'], { refresh_token }: Readonly<Record<string, unknown>>): Promise<void> {
  (await app.post('/auth/refresh', { refresh_token })).error(401, 'invalid refresh token');
}
