import {
  type Api,
  admin,
  aKey,
  aPerson,
  aPost,
  canSignIn,
  credentials,
  key,
  onlyAdmins,
  otherDevice,
  otherPerson,
  ownKey,
  ownPost,
  publishedPost,
  publishPost,
  random,
  registerElsewhere,
  session,
  signIn,
  token,
  type Visitor,
  writePost,
} from '#blog';

const people = ['token', 'session'];
const everyone = [...people, 'key'];
const stranger = { status: 404, error: 'Post not found' };
/** What a sign-in has counted is taken back afterwards. */
const tidiesUp = /^KeyValue\.(delete|decrement)/;
const signingIn = { status: 200, body: ({ person }: Visitor) => credentials(person), tidiesUp };

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  env: { TRUST_PROXY: '1' },
  register: registerElsewhere,
  ways: { token, session, key, admin },
  logsEmails: true,
  routes: [
    { route: 'GET /auth/me', step: 1, status: 200, ways: ['token'] },
    {
      route: 'PUT /auth/password',
      step: 1,
      status: 200,
      ways: people,
      body: ({ person }) => ({ current_password: person.password, new_password: random.sentence() }),
      learn: (person, { new_password }) => {
        person.password = String(new_password);
      },
      issuesSecret: true,
      tidiesUp,
    },
    {
      route: 'GET /admin/users',
      step: 1,
      status: 200,
      ways: ['admin'],
      refused: onlyAdmins,
      isShared: true,
      grow: otherPerson,
    },
    {
      route: 'PUT /admin/users/:id/role',
      step: 1,
      status: 200,
      ways: ['admin'],
      refused: onlyAdmins,
      params: otherPerson,
      body: () => ({ role: 'user' }),
    },
    { route: 'POST /auth/login', step: 2, issuesSecret: true, ...signingIn },
    { route: 'POST /auth/session', step: 2, ...signingIn },
    { route: 'POST /auth/tokens', step: 2, issuesSecret: true, ...signingIn },
    { route: 'POST /auth/register', step: 3, status: 201, body: aPerson, issuesSecret: true, confirm: canSignIn },
    // Only the first admin has the code, once.
    { route: 'POST /auth/first-admin', step: 0, status: 200 },
    // A refresh token works once, so these two can't be tried again like the others.
    { route: 'POST /auth/refresh', step: 0, status: 200, issuesSecret: true },
    { route: 'POST /auth/logout', step: 0, status: 204 },
    { route: 'GET /auth/session', step: 0, status: 200, ways: ['session'] },
    { route: 'DELETE /auth/session', step: 0, status: 204 },
    { route: 'GET /auth/sessions', step: 0, status: 200, ways: people, grow: signIn },
    { route: 'DELETE /auth/sessions', step: 0, status: 204, ways: people },
    {
      route: 'DELETE /auth/sessions/:id',
      step: 5,
      status: 204,
      ways: people,
      params: otherDevice,
      stranger: { status: 204 },
    },
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
    { route: 'GET /auth/api-keys/current', step: 5, status: 200, ways: ['key'] },
    { route: 'GET /posts', step: 0, status: 200, isShared: true, grow: publishPost },
    { route: 'GET /posts/:id', step: 0, status: 200, params: publishedPost },
    { route: 'GET /my-posts', step: 0, status: 200, ways: everyone, grow: writePost },
    { route: 'GET /my-posts/:id', step: 0, status: 200, ways: everyone, params: ownPost, stranger },
    { route: 'POST /posts', step: 5, status: 201, ways: everyone, body: aPost, creates: true, logs: 'post created' },
    { route: 'PUT /posts/:id', step: 0, status: 200, ways: everyone, params: ownPost, body: aPost, stranger },
    { route: 'DELETE /posts/:id', step: 0, status: 204, ways: everyone, params: ownPost, stranger },
  ],
};
