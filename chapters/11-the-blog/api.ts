import {
  type Api,
  aPost,
  cheapPasswords,
  credentials,
  earlyToken,
  ownPost,
  publishPost,
  type RouteRules,
  register,
  writePost,
} from '#blog';

/** Needs a token since step 1. Since step 4, the client gets the error message of the database. */
function writing(rules: Omit<RouteRules, 'step'>): RouteRules[] {
  return [1, 4].map((step) => ({ ...rules, step, ways: ['token'], showsStoreErrors: true }));
}

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  register,
  ways: { token: earlyToken },
  routes: [
    { route: 'POST /auth/register', step: 0, status: 201 },
    { route: 'POST /auth/login', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    ...writing({ route: 'POST /posts', status: 201, body: aPost, creates: true, logs: 'post created' }),
    ...writing({ route: 'PUT /posts/:id', status: 200, params: ownPost, body: aPost }),
    ...writing({ route: 'DELETE /posts/:id', status: 204, params: ownPost }),
    { route: 'GET /posts/:id', step: 2, status: 200, params: ownPost },
    { route: 'GET /posts', step: 3, status: 200, isShared: true, grow: publishPost },
    { route: 'GET /my-posts', step: 5, status: 200, ways: ['token'], grow: writePost },
  ],
};
