import { Database, inject } from 'trellis';
import type { Tag } from './read-tags.ts';

/** Stores the tags of each post in one row. */
export class TagsService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists trees (post text primary key, tags text not null)`;
  }

  async of(post: string): Promise<Tag[]> {
    const row = await this.db.get<{ tags: string }>`select tags from trees where post = ${post}`;
    return JSON.parse(row?.tags ?? '[]');
  }

  async replace(post: string, tags: Tag[]): Promise<void> {
    await this.db.run`insert or replace into trees (post, tags) values (${post}, ${JSON.stringify(tags)})`;
  }
}
