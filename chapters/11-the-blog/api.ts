import {
  type Api,
  aPost,
  cheapPasswords,
  credentials,
  earlyToken,
  noPost,
  noRecord,
  ownPost,
  posts,
  published,
  publishOneOfTwo,
  type RouteRules,
  register,
  writePost,
} from '#blog';

/** Needs a token since step 1. Since step 4, the client gets the error message of the database. */
function writing(rules: Omit<RouteRules, 'step'>): RouteRules[] {
  const closed = { ...rules, ways: ['token'], statements: 1 };
  return [
    { ...closed, step: 1, isInputLater: true, storeErrors: 'allowed' },
    { ...closed, step: 4, storeErrors: 'shown' },
  ];
}

const create = { title: 'required,max=200', content: 'required,max=100000' };
const replace = { title: 'max=200', content: 'max=100000', published: 'boolean' };

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  register,
  ways: { token: earlyToken },
  routes: [
    { route: 'POST /auth/register', step: 0, status: 201 },
    { route: 'POST /auth/login', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    ...writing({ route: 'POST /posts', status: 201, body: aPost, fields: create, creates: true, logs: 'post created' }),
    ...writing({
      route: 'PUT /posts/:id',
      status: 200,
      params: ownPost,
      body: aPost,
      fields: replace,
      absent: { ...noRecord, error: 'record not found' },
    }),
    ...writing({ route: 'DELETE /posts/:id', status: 204, params: ownPost }),
    { route: 'GET /posts/:id', step: 2, status: 200, params: ownPost, absent: noPost, statements: 1 },
    { route: 'GET /posts', step: 3, status: 200, isShared: true, grow: publishOneOfTwo, statements: 1 },
    { route: 'GET /my-posts', step: 5, status: 200, ways: ['token'], grow: writePost, statements: 1 },
  ],
  // From step 4 on, the message for a post that doesn't exist is the one above.
  collections: [
    {
      ...posts([published, { route: 'GET /my-posts', has: () => true, isNewestFirst: true }], ['author_id']),
      step: 4,
    },
  ],
};
