import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { author, posts, refreshToken, sessionId } from './servers/shared/seed.ts';

/** At least 32 bytes, or the blog refuses to start in production. */
export const JWT_SECRET = 'a secret of the benchmark, with enough bytes for HS256';

const newestPublished = posts.filter(({ published }) => published).toReversed();
const withAuthor = (post: object) => ({ ...post, author });
const newPost = { title: 'A new soup', content: 'Leeks, potatoes, and a bay leaf.' };

interface Expected {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
  status: number;
  /** The exact text of the body, unless it contains something random. */
  json?: unknown;
  header?: Record<string, string | RegExp>;
}

/** A token as the blog signs it. */
export function accessToken(overrides: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const { id: user_id, email, role } = author;
  const claims = { user_id, email, role, iat: now, exp: now + 3_600, iss: 'blog', ...overrides };
  return jwt.sign(claims, JWT_SECRET, { algorithm: 'HS256' });
}

export const bearer = (token = accessToken()) => ({ Authorization: `Bearer ${token}` });
export const cookie = { Cookie: `session_id=${sessionId}` };
const json = { 'Content-Type': 'application/json' };

function cases(): Expected[] {
  const page = newestPublished.slice(0, 20).map(withAuthor);
  const last = page.at(-1) as unknown as { created_at: string; id: string };
  const next = `/posts?limit=20&after=${encodeURIComponent(`${last.created_at}_${last.id}`)}`;
  const security = {
    'content-type': /^application\/json/,
    'x-content-type-options': 'nosniff',
    'content-security-policy': /default-src 'none'; ?frame-ancestors 'none'/,
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000',
    vary: /Origin/,
  };
  const deprecated = { deprecation: '@1782864000', sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' };
  const refused = (headers: Record<string, string>, error: string): Expected[] => [
    { method: 'POST', path: '/posts', headers: { ...json, ...headers }, body: newPost, status: 401, json: { error } },
    { path: '/my-posts', headers, status: 401, json: { error } },
  ];
  const invalid = [
    {},
    { title: 'No content' },
    { ...newPost, title: 'x'.repeat(201) },
    { title: 1, content: [] },
    'text',
  ];
  return [
    {
      path: '/posts?limit=20',
      status: 200,
      json: page,
      header: { ...security, ...deprecated, link: `<${next}>; rel="next"` },
    },
    { path: next, status: 200, json: newestPublished.slice(20, 40).map(withAuthor) },
    { path: '/posts', status: 200, json: newestPublished.slice(0, 50).map(withAuthor) },
    { path: '/posts?limit=no', status: 400, json: { error: 'Invalid request' } },
    {
      path: `/posts/${posts[3]!.id}`,
      status: 200,
      json: withAuthor(posts[3]!),
      header: { ...security, ...deprecated },
    },
    { path: `/posts/${randomUUID()}`, status: 404, json: { error: 'Post not found' } },
    { path: '/no/such/path', status: 404, json: { error: 'Not Found' } },
    ...refused({}, 'Missing authorization header'),
    ...refused({ Authorization: 'Basic abc' }, 'Invalid authorization format'),
    ...refused(bearer('abc'), 'Invalid token'),
    ...refused(bearer(accessToken({ exp: 1 })), 'Invalid token'),
    ...refused(bearer(accessToken({ iss: 'another' })), 'Invalid token'),
    ...refused({ Cookie: 'session_id=unknown' }, 'Invalid session'),
    ...invalid.map(
      (body): Expected => ({
        method: 'POST',
        path: '/posts',
        headers: { ...json, ...bearer() },
        body,
        status: 400,
        json: { error: 'Invalid request' },
      }),
    ),
    {
      path: '/my-posts?limit=20',
      headers: cookie,
      status: 200,
      json: posts.toReversed().slice(0, 20),
      header: { ...security, 'cache-control': 'no-store', link: /rel="next"/ },
    },
    { path: '/my-posts?limit=20', headers: bearer(), status: 200, json: posts.toReversed().slice(0, 20) },
    { method: 'POST', path: '/auth/refresh', headers: json, body: {}, status: 400, json: { error: 'Invalid request' } },
  ];
}

/**
 * Sends every kind of request and compares status, headers and the exact text of the body. The requests
 * that change data come last: those that refresh tokens, and the one that creates a post.
 */
export async function assertConforms(name: string, url: string): Promise<void> {
  for (const expected of cases()) await compare(name, url, expected);
  await refreshes(name, url);
  await creates(name, url);
}

async function compare(name: string, url: string, expected: Expected): Promise<void> {
  const { response, text } = await send(url, expected);
  const { method = 'GET', path } = expected;
  const where = `${name}: ${method} ${path}`;
  const wanted = JSON.stringify(expected.json);
  if (response.status !== expected.status || text !== wanted) {
    throw new Error(`${where}: expected ${expected.status} ${wanted}, got ${response.status} ${text}`);
  }
  for (const [header, value] of Object.entries(expected.header ?? {})) {
    const found = response.headers.get(header) ?? '';
    const isRight = typeof value === 'string' ? found === value : value.test(found);
    if (!isRight) throw new Error(`${where}: expected the header ${header} to be ${value}, got "${found}"`);
  }
}

/** A token works once. If it comes back, all tokens of its family end. */
async function refreshes(name: string, url: string): Promise<void> {
  const refresh = async (refresh_token: string) => {
    const request = { method: 'POST', path: '/auth/refresh', headers: json, body: { refresh_token }, status: 0 };
    const { response, text } = await send(url, request);
    return { status: response.status, body: JSON.parse(text) as Record<string, string | number> };
  };
  const first = refreshToken(name, 70);
  const { status, body } = await refresh(first);
  const claims = jwt.verify(String(body.access_token), JWT_SECRET, { algorithms: ['HS256'] }) as jwt.JwtPayload;
  const isPair = Object.keys(body).join() === 'access_token,refresh_token,expires_in' && body.expires_in === 86_400;
  if (
    status !== 200 ||
    !isPair ||
    claims.email !== `${name}-70@example.com` ||
    claims.exp! - Math.floor(claims.iat!) !== 86_400
  ) {
    throw new Error(`${name}: POST /auth/refresh: ${status} ${JSON.stringify(body)}`);
  }
  for (const token of [first, String(body.refresh_token), randomUUID()]) {
    const again = await refresh(token);
    if (again.status === 401 && again.body.error === 'invalid refresh token') continue;
    throw new Error(`${name}: POST /auth/refresh with a token that has ended: ${again.status}`);
  }
}

async function creates(name: string, url: string): Promise<void> {
  const request = { method: 'POST', path: '/posts', headers: { ...json, ...bearer() }, body: newPost, status: 201 };
  const { response, text } = await send(url, request);
  const { id, created_at } = JSON.parse(text) as { id: string; created_at: string };
  const post = { id, ...newPost, author_id: author.id, published: false, created_at, updated_at: created_at };
  if (
    response.status !== 201 ||
    text !== JSON.stringify(post) ||
    Math.abs(Date.parse(created_at) - Date.now()) > 60_000
  ) {
    throw new Error(`${name}: POST /posts: ${response.status} ${text}`);
  }
  // A draft is for its author alone.
  await compare(name, url, { path: `/posts/${id}`, status: 404, json: { error: 'Post not found' } });
}

async function send(url: string, { method = 'GET', path, headers, body }: Expected) {
  const response = await fetch(url + path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  return { response, text: await response.text() };
}
