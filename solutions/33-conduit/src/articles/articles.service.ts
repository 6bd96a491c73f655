import { Database, inject, type OptionalSql, type Sql, sql } from 'trellis';
import { v7 as uuid } from 'uuid';
import { forbidden, notFound } from '../http/errors.ts';
import { Schema } from '../store/schema.ts';
import type { UserRow } from '../users/user.ts';
import { keyOf } from '../users/users.service.ts';
import type { ArticleChanges, FeedQuery, ListQuery, NewArticle } from './article.dto.ts';
import { type Article, type ArticleRow, toArticle, withoutBody } from './article.ts';
import { slugOf } from './slug.ts';

export interface ArticleList {
  articles: Omit<Article, 'body'>[];
  articlesCount: number;
}

/** Stores articles, their tags, and who has favorited them. `viewer` is the id of the user who will see the result. */
export class ArticlesService {
  @inject(Database) private readonly db!: Database;
  @inject(Schema) protected readonly schema!: Schema;

  async show(slug: string, viewer: string): Promise<Article> {
    const [article] = await this.#load(sql`articles.slug = ${slug}`, viewer);
    if (article === undefined) throw notFound('article');
    return article;
  }

  list({ tag, author, favorited, ...page }: ListQuery, viewer: string): Promise<ArticleList> {
    const conditions = [
      tag !== undefined && sql`articles.id in (select article_id from article_tags where tag = ${tag})`,
      author !== undefined && sql`users.username_key = ${keyOf(author)}`,
      favorited !== undefined &&
        sql`articles.id in (
          select article_id from favorites join users as fans on fans.id = favorites.user_id
          where fans.username_key = ${keyOf(favorited)})`,
    ];
    return this.#page(conditions, page, viewer);
  }

  feed(page: FeedQuery, viewer: string): Promise<ArticleList> {
    const isFollowed = sql`articles.author_id in (select followed_id from follows where follower_id = ${viewer})`;
    return this.#page([isFollowed], page, viewer);
  }

  async create({ title, description, body, tagList }: NewArticle, author: UserRow): Promise<Article> {
    const id = uuid();
    const slug = slugOf(title, id);
    const now = new Date().toISOString();
    await this.db.transaction(async (tx) => {
      await tx.run`
        insert into articles (id, slug, title, description, body, author_id, created_at, updated_at)
        values (${id}, ${slug}, ${title}, ${description}, ${body}, ${author.id}, ${now}, ${now})`;
      await insertTags(tx, id, tagList);
    });
    return this.show(slug, author.id);
  }

  async update(slug: string, changes: ArticleChanges, caller: UserRow): Promise<Article> {
    const { tagList, ...columns } = changes;
    const newSlug = await this.db.transaction(async (tx) => {
      const article = await ownArticle(tx, slug, caller);
      const { title, description, body } = { ...article, ...columns };
      const now = new Date().toISOString();
      await tx.run`
        update articles set slug = ${slugOf(title, article.id)}, title = ${title}, description = ${description},
          body = ${body}, updated_at = ${now}
        where id = ${article.id}`;
      if (tagList !== undefined) {
        await tx.run`delete from article_tags where article_id = ${article.id}`;
        await insertTags(tx, article.id, tagList);
      }
      return slugOf(title, article.id);
    });
    return this.show(newSlug, caller.id);
  }

  async delete(slug: string, caller: UserRow): Promise<void> {
    const { id } = await ownArticle(this.db, slug, caller);
    // Tags, favorites and comments refer to it, and go with it.
    await this.db.run`delete from articles where id = ${id}`;
  }

  async favorite(slug: string, user: UserRow): Promise<Article> {
    const id = await this.idOf(slug);
    await this.db.run`insert into favorites (user_id, article_id) values (${user.id}, ${id}) on conflict do nothing`;
    return this.show(slug, user.id);
  }

  async unfavorite(slug: string, user: UserRow): Promise<Article> {
    const id = await this.idOf(slug);
    await this.db.run`delete from favorites where user_id = ${user.id} and article_id = ${id}`;
    return this.show(slug, user.id);
  }

  async tags(): Promise<string[]> {
    const rows = await this.db.all<{ tag: string }>`select distinct tag from article_tags order by tag`;
    return rows.map(({ tag }) => tag);
  }

  async idOf(slug: string): Promise<string> {
    const row = await this.db.get<{ id: string }>`select id from articles where slug = ${slug}`;
    if (row === undefined) throw notFound('article');
    return row.id;
  }

  async #page(conditions: OptionalSql[], { limit, offset }: FeedQuery, viewer: string): Promise<ArticleList> {
    const matches = sql.and(conditions);
    const counted = await this.db.get<{ count: number | string }>`
      select count(*) as count from articles join users on users.id = articles.author_id where ${matches}`;
    const articles = await this.#load(matches, viewer, sql`limit ${limit} offset ${offset}`);
    return { articles: articles.map(withoutBody), articlesCount: Number(counted?.count) };
  }

  /** Two queries, however many articles there are: one for the articles, one for the tags of all of them. */
  async #load(matches: Sql, viewer: string, part = sql``): Promise<Article[]> {
    // Ids are UUIDs of version 7: they grow with time, even within a millisecond.
    const rows = await this.db.all<ArticleRow>`
      select articles.*, users.username, users.bio, users.image,
        exists (select 1 from follows where follower_id = ${viewer} and followed_id = users.id) as following,
        exists (select 1 from favorites where user_id = ${viewer} and article_id = articles.id) as favorited,
        (select count(*) from favorites where article_id = articles.id) as favorites_count
      from articles join users on users.id = articles.author_id
      where ${matches} order by articles.id desc ${part}`;
    const tags = await this.#tagsOf(rows.map(({ id }) => id));
    return rows.map((row) => toArticle(row, tags.get(row.id) ?? []));
  }

  async #tagsOf(ids: string[]): Promise<Map<string, string[]>> {
    const tags = new Map<string, string[]>();
    if (ids.length === 0) return tags;
    const rows = await this.db.all<{ article_id: string; tag: string }>`
      select article_id, tag from article_tags where article_id in ${ids} order by article_id, position`;
    for (const { article_id, tag } of rows) tags.set(article_id, [...(tags.get(article_id) ?? []), tag]);
    return tags;
  }
}

type OwnArticle = Pick<ArticleRow, 'id' | 'title' | 'description' | 'body' | 'author_id'>;

/** Articles are public, so somebody else's is 403, and not 404. */
async function ownArticle(db: Database, slug: string, caller: UserRow): Promise<OwnArticle> {
  const article = await db.get<OwnArticle>`select * from articles where slug = ${slug}`;
  if (article === undefined) throw notFound('article');
  if (article.author_id !== caller.id) throw forbidden('article');
  return article;
}

async function insertTags(tx: Database, id: string, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return;
  const rows = tags.map((tag, position) => sql`(${id}, ${position}, ${tag})`);
  await tx.run`insert into article_tags (article_id, position, tag) values ${sql.join(rows)}`;
}
