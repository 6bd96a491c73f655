import { type Api, aPost, browser, credentials, registerInBrowser, submit, type Visitor } from '#blog';

const signedIn = ['session'];
const outOfDate = { status: 403, error: 'This form is out of date' };

/** A draft of the visitor. */
async function ownDraft({ app, headers }: Visitor) {
  (await submit(app, '/my-posts', aPost(), { ...headers }, '/my-posts/new')).status(303);
  const { content } = (await app.get('/my-posts', { headers: { ...headers } })).status(200);
  return { id: /action="\/my-posts\/([^"/]+)\/publish"/.exec(content)?.[1] ?? '' };
}

/** The pages of this chapter, and who may see them: what the rules that hold for every route need to know. */
export const api: Api = {
  program: 'web.ts',
  env: { TRUST_PROXY: '1', NODE_ENV: 'production' },
  isForPeople: true,
  formsFrom: 5,
  headers: [
    {
      step: 2,
      name: 'Content-Security-Policy',
      value: () => /default-src 'none'/,
      because:
        'only some methods, statuses or pages have the policy. PageHeaders sets it for every response, before next().',
    },
  ],
  largestBody: { step: 5, bytes: 64 * 1024 },
  register: registerInBrowser,
  ways: { session: browser },
  logsEmails: true,
  routes: [
    { route: 'GET /', step: 2, status: 200, isShared: true },
    { route: 'GET /posts/:id', step: 0, status: 200 },
    { route: 'GET /public/*', step: 0, status: 200 },
    { route: 'GET /auth/register', step: 2, status: 200 },
    { route: 'POST /auth/register', step: 0, status: 303 },
    { route: 'GET /auth/sign-in', step: 3, status: 200 },
    {
      route: 'POST /auth/sign-in',
      step: 3,
      status: 303,
      form: '/auth/sign-in',
      body: ({ person }) => credentials(person),
      tidiesUp: /^KeyValue\.(delete|decrement)/,
    },
    { route: 'POST /auth/sign-out', step: 0, status: 303 },
    { route: 'GET /my-posts', step: 4, status: 200, ways: signedIn, grow: ownDraft },
    { route: 'GET /my-posts/new', step: 4, status: 200, ways: signedIn },
    // Without a session, there is no form either, so its token is the first thing that is missing.
    {
      route: 'POST /my-posts',
      step: 5,
      status: 303,
      ways: signedIn,
      missing: outOfDate,
      form: '/my-posts/new',
      body: aPost,
      logs: 'post created',
    },
    {
      route: 'POST /my-posts/:id/publish',
      step: 5,
      status: 303,
      ways: signedIn,
      missing: outOfDate,
      form: '/my-posts',
      params: ownDraft,
      stranger: { status: 404, error: 'Post not found' },
    },
  ],
};
