import { type Api, cheapPasswords, credentials, openBlog, register, type Visitor } from '#blog';

/** The routes of this chapter: what the rules that hold for every route need to know. */
export const api: Api = {
  env: cheapPasswords,
  register,
  ways: {},
  routes: [
    ...openBlog,
    { route: 'POST /auth/register', step: 0, status: 201 },
    // With a password since step 2, with a token since step 4, and with a new hash since step 6.
    ...[2, 4, 6].map((step) => ({
      route: 'POST /auth/login',
      step,
      status: 200,
      body: ({ person }: Visitor) => credentials(person),
      issuesSecret: true,
    })),
  ],
};
