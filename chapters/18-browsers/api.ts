import {
  type Api,
  type ExpectedHeader,
  earlier,
  ownPost,
  type PromisedHeader,
  publishedPost,
  publishPost,
  type RouteRules,
} from '#blog';
import { api as before } from '../17-abuse/api.ts';

const notFound = { isShared: false, status: 404, params: ownPost };
const list = { status: 200, isShared: true, isPaged: true, grow: publishPost };

/** Of the first version, which ends. The second one replaces it, and everything else stays as it is. */
function isEnding({ route }: RouteRules): boolean {
  return /^GET (\/api\/v1)?\/posts(\/:id)?$/.test(route);
}

/** Its response is for one user, or about one who is signing in. */
function isPersonal({ route, ways = [] }: RouteRules): boolean {
  return ways.length > 0 || route.includes(' /auth/');
}

const always = (name: string, value: RegExp): PromisedHeader => ({
  step: 3,
  name,
  value: () => value,
  because: 'SecurityHeaders does not set it, or is not the first of the middlewares in src/app.options.ts.',
});

const ending = (name: string, value: ExpectedHeader): PromisedHeader => ({
  step: 4,
  name,
  value: (rules) => (isEnding(rules) ? value : null),
  because: 'the route does not list deprecated, or the date is written in another way, or has passed.',
});

/** The routes of this chapter, and who may use them: what the rules that hold for every route need to know. */
export const api: Api = {
  ...before,
  env: { ...before.env, CORS_ORIGINS: 'https://reader.example', NODE_ENV: 'production' },
  origins: {
    trusted: 'https://reader.example',
    refusal: { status: 403, error: 'Cross-origin request rejected' },
    steps: { forgery: 1, sharing: 2 },
  },
  headers: [
    always('X-Content-Type-Options', /^nosniff$/),
    always('Content-Security-Policy', /^(?=.*default-src 'none')(?=.*frame-ancestors 'none')[^*]*$/),
    always('Referrer-Policy', /^no-referrer$/),
    always('Cross-Origin-Resource-Policy', /^same-origin$/),
    // At least half a year. Nobody can take back a preload, and subdomains are somebody else's decision.
    always('Strict-Transport-Security', /^max-age=(1[6-9]|[2-9]\d|\d{3,})\d{6}$/),
    {
      step: 3,
      name: 'Cache-Control',
      value: (rules, isUsual) => {
        if (!isPersonal(rules)) return null;
        return isUsual || rules.route.includes(' /auth/') ? /\bno-store\b/ : undefined;
      },
      because: 'the condition leaves out a route, or a way to authenticate: check whether the context has a user_id.',
    },
    ending('Deprecation', {
      test: (value) => /^@\d{9,10}$/.test(value),
      toString: () => 'a time in seconds, such as @1782864000',
    }),
    ending('Sunset', {
      test: (value) => new Date(value).toUTCString() === value && Date.parse(value) > Date.now(),
      toString: () => 'a date in the future, such as Thu, 01 Jul 2027 00:00:00 GMT',
    }),
  ],
  largestBody: { step: 6, bytes: 64 * 1024 },
  routes: [
    ...earlier(before),
    { route: 'GET /api/v1/posts', step: 4, ...list },
    { route: 'GET /api/v1/posts/:id', step: 4, ...notFound },
    { route: 'GET /api/v1/posts/:id', step: 4, status: 200, params: publishedPost },
    { route: 'GET /api/v2/posts', step: 4, ...list },
    { route: 'GET /api/v2/posts/:id', step: 4, ...notFound },
    { route: 'GET /api/v2/posts/:id', step: 4, status: 200, params: publishedPost },
    { route: 'GET /posts', step: 5, ...list },
  ],
};
