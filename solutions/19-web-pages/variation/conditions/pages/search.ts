import { Database, HttpError, inject, sql } from 'trellis';
import type { Page } from '../paging/page.ts';
import { type Post, type PostWithAuthorRow, toPostWithAuthor } from '../posts/post.ts';

const mostWords = 20;

/** Finds published posts with a condition for each word. */
export class Search {
  @inject(Database) private readonly db!: Database;

  async find(words: readonly string[], { limit, after }: Page): Promise<Post[]> {
    if (words.length > mostWords) throw new HttpError(400, 'Too many words');
    const matches = sql.and(words.map((word) => sql`posts.title like ${pattern(word)} escape '!'`));
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name,
        users.role as author_role, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.published = ${true} and ${matches}
        and (posts.created_at, posts.id) < (${after.created_at}, ${after.id})
      order by posts.created_at desc, posts.id desc
      limit ${limit}`;
    return rows.map(toPostWithAuthor);
  }
}

function pattern(word: string): string {
  return `%${word.replace(/[%_!]/g, '!$&')}%`;
}
