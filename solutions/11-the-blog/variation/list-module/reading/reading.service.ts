import { Database, inject } from 'trellis';
import { type Post, type PostWithAuthorRow, toPostWithAuthor } from '../posts/post.ts';

/** Who wants to read what. A row may outlive its post: ids are never used again, and the join leaves it out. */
export class ReadingService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists reading (reader text not null, post text not null)`;
    await this.db.run`create unique index if not exists reading_once on reading (reader, post)`;
  }

  async of(reader: string): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at
      from posts join users on users.id = posts.author_id
      where posts.published = ${true} and posts.id in (select post from reading where reader = ${reader})
      order by posts.created_at desc, posts.id desc`;
    return rows.map(toPostWithAuthor);
  }

  async add(reader: string, post: string): Promise<void> {
    try {
      await this.db.run`insert into reading (reader, post) values (${reader}, ${post})`;
    } catch (error) {
      if ((error as { code?: string }).code !== 'unique') throw error;
    }
  }

  async remove(reader: string, post: string): Promise<void> {
    await this.db.run`delete from reading where reader = ${reader} and post = ${post}`;
  }
}
