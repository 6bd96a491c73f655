import { fieldsOf, type Rule, text } from './fields.ts';
import { type Call, type Reply, refuse } from './http.ts';
import { type Article, data, nextId, type User, userById, userByName } from './store.ts';
import { profileOf } from './users.ts';

const tag = text(50);
const tagList: Rule = (value) => {
  if (!Array.isArray(value)) return 'must be an array';
  if (value.length > 20) return 'must have at most 20 tags';
  return value.map(tag).find((problem) => problem !== undefined);
};
const rules = { title: text(200), description: text(500), body: text(100_000), tagList };

type Written = Pick<Article, 'title' | 'description' | 'body' | 'tagList'>;

export function list({ user, query }: Call): Reply {
  const { tag, author, favorited } = Object.fromEntries(query);
  const fan = favorited === undefined ? undefined : userByName(favorited);
  const matching = data.articles.filter(
    (article) =>
      (tag === undefined || article.tagList.includes(tag)) &&
      (author === undefined || article.author === userByName(author)?.id) &&
      (favorited === undefined || (fan !== undefined && article.favorites.includes(fan.id))),
  );
  return [200, page(matching, query, user)];
}

export function feed({ user, query }: Call): Reply {
  const followed = new Set(user!.follows);
  const matching = data.articles.filter(({ author }) => followed.has(author));
  return [200, page(matching, query, user)];
}

export function show({ user, params }: Call): Reply {
  return [200, { article: seen(found(params.slug!), user) }];
}

export async function create({ user, body }: Call): Promise<Reply> {
  const sent = await body();
  const { tagList = [], ...fields } = fieldsOf(sent, 'article', rulesFor(sent)) as Written;
  const now = new Date().toISOString();
  const article: Article = {
    ...{ id: nextId(), ...fields, tagList: [...new Set(tagList)], slug: freeSlug(fields.title), author: user!.id },
    ...{ createdAt: now, updatedAt: now, favorites: [], comments: [] },
  };
  data.articles.push(article);
  return [201, { article: seen(article, user) }];
}

export async function update({ user, params, body }: Call): Promise<Reply> {
  // Found again after the body has arrived: it may be gone by then.
  own(params.slug!, user!);
  const changes = fieldsOf(await body(), 'article', rules, true) as Partial<Written>;
  const article = own(params.slug!, user!);
  if (changes.title !== undefined && changes.title !== article.title) article.slug = freeSlug(changes.title);
  if (changes.tagList !== undefined) changes.tagList = [...new Set(changes.tagList)];
  Object.assign(article, changes, { updatedAt: new Date().toISOString() });
  return [200, { article: seen(article, user) }];
}

export function remove({ user, params }: Call): Reply {
  const article = own(params.slug!, user!);
  data.articles.splice(data.articles.indexOf(article), 1);
  return [204];
}

export function favorite({ user, params }: Call): Reply {
  const article = found(params.slug!);
  if (!article.favorites.includes(user!.id)) article.favorites.push(user!.id);
  return [200, { article: seen(article, user) }];
}

export function unfavorite({ user, params }: Call): Reply {
  const article = found(params.slug!);
  article.favorites = article.favorites.filter((id) => id !== user!.id);
  return [200, { article: seen(article, user) }];
}

export function tags(): Reply {
  return [200, { tags: [...new Set(data.articles.flatMap(({ tagList }) => tagList))].sort() }];
}

export function found(slug: string): Article {
  const article = data.articles.find((each) => each.slug === slug);
  if (article === undefined) throw refuse(404, 'article', 'not found');
  return article;
}

function own(slug: string, user: User): Article {
  const article = found(slug);
  if (article.author !== user.id) throw refuse(403, 'article', 'belongs to somebody else');
  return article;
}

/** A list of tags may be missing, and only that. */
function rulesFor(body: unknown): typeof rules {
  const isMissing =
    (body as { article?: object } | null)?.article && !('tagList' in (body as { article: object }).article);
  return isMissing ? { ...rules, tagList: () => undefined } : rules;
}

function seen(article: Article, viewer: User | undefined) {
  const { slug, title, description, body, tagList, createdAt, updatedAt, favorites, author } = article;
  return {
    ...{ slug, title, description, body, tagList, createdAt, updatedAt },
    favorited: viewer !== undefined && favorites.includes(viewer.id),
    favoritesCount: favorites.length,
    author: profileOf(userById(author)!, viewer),
  };
}

function page(articles: readonly Article[], query: URLSearchParams, viewer: User | undefined) {
  const limit = integer(query, 'limit', 20, 1, 100);
  const offset = integer(query, 'offset', 0, 0, Number.MAX_SAFE_INTEGER);
  const shown = articles.toReversed().slice(offset, offset + limit);
  const withoutBody = shown.map((article) => ({ ...seen(article, viewer), body: undefined }));
  return { articles: withoutBody, articlesCount: articles.length };
}

function integer(query: URLSearchParams, name: string, usual: number, least: number, most: number): number {
  const value = query.get(name);
  if (value === null) return usual;
  if (/^\d+$/.test(value) && Number(value) >= least && Number(value) <= most) return Number(value);
  throw refuse(422, name, `must be an integer from ${least} to ${most}`);
}

/** With a number if the slug is taken. `feed` always is: it is the path of the feed. */
function freeSlug(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
  const base = plain.match(/[a-z0-9]+/g)?.join('-') ?? 'article';
  const taken = new Set(['feed', ...data.articles.map(({ slug }) => slug)]);
  let slug = base;
  for (let number = 2; taken.has(slug); number++) slug = `${base}-${number}`;
  return slug;
}
