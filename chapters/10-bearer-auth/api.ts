import {
  type Api,
  aPost,
  cheapPasswords,
  credentials,
  drafts,
  earlyToken,
  openBlog,
  ownPost,
  posts,
  published,
  register,
  writePost,
} from '#blog';

const ways = ['token'];

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  register,
  ways: { token: earlyToken },
  routes: [
    ...openBlog.map((rules) => ({ ...rules, params: rules.params && ownPost })),
    { route: 'POST /auth/register', step: 0, status: 201 },
    { route: 'POST /auth/login', step: 0, status: 200, body: ({ person }) => credentials(person), issuesSecret: true },
    { route: 'GET /admin/drafts', step: 3, status: 200, ways, isShared: true, grow: writePost },
    { route: 'DELETE /admin/drafts', step: 3, status: 204, ways },
    { route: 'POST /posts', step: 4, status: 201, ways, body: aPost },
    {
      route: 'POST /posts',
      step: 6,
      status: 201,
      ways,
      body: aPost,
      creates: true,
      logs: 'post created',
      statements: 1,
    },
  ],
  collections: [{ ...posts([published, drafts], ['author_id']), step: 6 }],
};
