/** The posts of the blog, and how people write them. */
import type { CheckedResponse } from '../check/checked-response.ts';
import { random } from '../check/random.ts';
import type { Collection, EntryList, RouteRules, Visitor } from './api.ts';
import { token } from './blog-people.ts';

/** What the blog says of a post that doesn't exist. */
export const noPost = { status: 404, error: 'Post not found' };
/** For a change, until chapter 12. */
export const noRecord = { status: 500, error: 'Internal Server Error' };

const fields = ['id', 'title', 'content', 'published', 'created_at', 'updated_at'];

/** The posts of the blog, in these lists. From chapter 10 on, they have an author. */
export function posts(lists: readonly EntryList[], others: readonly string[] = []): Collection {
  return {
    path: '/posts',
    body: aPost,
    initial: { published: false },
    changes: { published: true },
    times: { created: 'created_at', updated: 'updated_at' },
    longest: { title: 200, content: 100_000 },
    fields: [...fields, ...others],
    lists,
    clears: { route: 'DELETE /admin/drafts', has: drafts.has },
  };
}

export const drafts: EntryList = { route: 'GET /admin/drafts', has: ({ published }) => published === false };
export const published: EntryList = {
  route: 'GET /posts',
  has: (post) => post.published === true,
  isNewestFirst: true,
};

/** The blog as it was before anything needed a token. */
export const openBlog: readonly RouteRules[] = [
  { route: 'GET /posts', step: 0, status: 200, isShared: true },
  { route: 'GET /posts/:id', step: 0, status: 200, params: openPost, absent: noPost },
  { route: 'POST /posts', step: 0, status: 201, body: aPost },
  { route: 'PUT /posts/:id', step: 0, status: 200, params: openPost, body: aPost, absent: noRecord },
  { route: 'DELETE /posts/:id', step: 0, status: 204, params: openPost },
  { route: 'GET /admin/drafts', step: 0, status: 200, isShared: true },
  { route: 'DELETE /admin/drafts', step: 0, status: 204 },
];

export function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

export async function writePost(visitor: Visitor): Promise<CheckedResponse> {
  return (await visitor.app.post('/posts', aPost(), { headers: await writerOf(visitor) })).status(201, refused);
}

function refused({ code }: CheckedResponse): string | undefined {
  return code === 401
    ? 'POST /posts refuses a valid credential that the contract accepts: the route does not list this way, or the way does not find the user.'
    : undefined;
}

/** A route that is open to everybody may need a post that somebody has written. */
async function writerOf({ app, person, headers }: Visitor): Promise<Record<string, string>> {
  const isKnown = ['Authorization', 'Cookie', 'X-API-Key'].some((name) => name in headers);
  return { ...headers, ...(!isKnown && (await token.obtain(app, person)).headers) };
}

/** Writes a post that everybody can see in the list. */
export async function publishPost(visitor: Visitor): Promise<CheckedResponse> {
  const headers = await writerOf(visitor);
  const { id } = (await writePost({ ...visitor, headers })).body;
  return (await visitor.app.put(`/posts/${id}`, { ...aPost(), published: true }, { headers })).status(200);
}

/** The same, and a draft, which that list must not contain. */
export async function publishOneOfTwo(visitor: Visitor): Promise<CheckedResponse> {
  await writePost(visitor);
  return publishPost(visitor);
}

/** A post that the visitor has written. */
export async function ownPost(visitor: Visitor) {
  return { id: (await writePost(visitor)).body.id };
}

/** One that everybody can see. */
export async function publishedPost(visitor: Visitor) {
  return { id: (await publishPost(visitor)).body.id };
}

/** Before there are users, everybody may write. */
export async function writeOpenly({ app }: Visitor): Promise<CheckedResponse> {
  return (await app.post('/posts', aPost())).status(201);
}

/** The same, for a list of what is published. */
export async function publishOpenly(visitor: Visitor): Promise<CheckedResponse> {
  const { id } = (await writeOpenly(visitor)).body;
  return (await visitor.app.put(`/posts/${id}`, { ...aPost(), published: true })).status(200);
}

/** A post of somebody. */
export async function openPost(visitor: Visitor) {
  return { id: (await writeOpenly(visitor)).body.id };
}
