import {
  type Api,
  aPerson,
  aPost,
  canSignIn,
  credentials,
  hashing,
  noPost,
  noRecord,
  ownPost,
  posts,
  published,
  publishPost,
  register,
  token,
  writePost,
} from '#blog';

const create = { title: 'required,max=200', content: 'required,max=100000' };
const replace = { title: 'max=200', content: 'max=100000', published: 'boolean' };
const account = { email: 'required,email,max=254', password: 'required,min=8,bytes=72', name: 'required,max=100' };

/** The client gets the error message of the database. */
const write = { step: 3, ways: ['token'], storeErrors: 'shown' as const, statements: 1 };

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  register,
  ways: { token },
  fallible: { step: 1, methods: hashing },
  routes: [
    { route: 'GET /posts', step: 0, status: 200, isShared: true, grow: publishPost },
    { route: 'GET /posts/:id', step: 0, status: 200, params: ownPost, absent: noPost },
    {
      route: 'POST /auth/login',
      step: 1,
      status: 200,
      body: ({ person }) => credentials(person),
      fields: { email: 'required,email', password: 'required' },
      statements: 1,
      issuesSecret: true,
    },
    {
      route: 'POST /auth/register',
      step: 2,
      status: 201,
      body: aPerson,
      fields: account,
      unique: { field: 'email', refusal: { status: 409, error: 'Email already registered' } },
      statements: 1,
      issuesSecret: true,
      confirm: canSignIn,
    },
    { route: 'GET /my-posts', step: 3, status: 200, ways: ['token'], grow: writePost, statements: 1 },
    { ...write, route: 'POST /posts', status: 201, body: aPost, fields: create, creates: true, logs: 'post created' },
    {
      ...write,
      route: 'PUT /posts/:id',
      status: 200,
      params: ownPost,
      body: aPost,
      fields: replace,
      absent: { ...noRecord, error: 'record not found' },
    },
    { ...write, route: 'DELETE /posts/:id', status: 204, params: ownPost },
    { route: 'GET /auth/me', step: 5, status: 200, ways: ['token'], statements: 1 },
    { route: 'POST /auth/logout', step: 5, status: 204 },
  ],
  collections: [
    {
      ...posts([published, { route: 'GET /my-posts', has: () => true, isNewestFirst: true }], ['author_id']),
      step: 3,
    },
  ],
};
