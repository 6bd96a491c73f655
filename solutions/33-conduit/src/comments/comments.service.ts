import { Database, inject, type Sql, sql } from 'trellis';
import { ArticlesService } from '../articles/articles.service.ts';
import { forbidden, notFound } from '../http/errors.ts';
import { type Profile, toProfile, type UserRow } from '../users/user.ts';

/** A comment, as the API returns it. */
export interface Comment {
  id: number;
  createdAt: string;
  updatedAt: string;
  body: string;
  author: Profile;
}

interface CommentRow extends Omit<Profile, 'following'> {
  id: number;
  body: string;
  created_at: string;
  following: boolean | number;
}

/** Stores the comments of articles. `viewer` is the id of the user who will see the result. */
export class CommentsService {
  @inject(Database) private readonly db!: Database;
  @inject(ArticlesService) private readonly articles!: ArticlesService;

  async list(slug: string, viewer: string): Promise<Comment[]> {
    return this.#load(sql`comments.article_id = ${await this.articles.idOf(slug)}`, viewer);
  }

  async create(slug: string, body: string, author: UserRow): Promise<Comment> {
    const article = await this.articles.idOf(slug);
    const now = new Date().toISOString();
    const id = await this.#nextId();
    await this.db.run`
      insert into comments (id, article_id, author_id, body, created_at)
      values (${id}, ${article}, ${author.id}, ${body}, ${now})`;
    return { id, createdAt: now, updatedAt: now, body, author: toProfile(author, false) };
  }

  /** Only a comment of this article: an id alone must not reach into another one. */
  async delete(slug: string, id: number, caller: UserRow): Promise<void> {
    const article = await this.articles.idOf(slug);
    const comment = await this.db.get<{ author_id: string }>`
      select author_id from comments where id = ${id} and article_id = ${article}`;
    if (comment === undefined) throw notFound('comment');
    if (comment.author_id !== caller.id) throw forbidden('comment');
    await this.db.run`delete from comments where id = ${id}`;
  }

  /** From a counter: the largest id plus one would give the number of a deleted comment to the next one. */
  async #nextId(): Promise<number> {
    const row = await this.db.get<{ value: number }>`
      update counters set value = value + 1 where name = 'comments' returning value`;
    if (row === undefined) throw new Error('The counter for comments is missing.');
    return row.value;
  }

  async #load(matches: Sql, viewer: string): Promise<Comment[]> {
    const rows = await this.db.all<CommentRow>`
      select comments.id, comments.body, comments.created_at, users.username, users.bio, users.image,
        exists (select 1 from follows where follower_id = ${viewer} and followed_id = users.id) as following
      from comments join users on users.id = comments.author_id
      where ${matches} order by comments.id desc`;
    return rows.map(({ id, body, created_at, ...author }) => ({
      id,
      createdAt: created_at,
      // Nobody can change a comment.
      updatedAt: created_at,
      body,
      author: toProfile(author, author.following),
    }));
  }
}
