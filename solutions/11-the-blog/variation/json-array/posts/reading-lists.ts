import { Database, inject } from 'trellis';
import { type Post, type PostWithAuthorRow, toPostWithAuthor } from './post.ts';

/** One row for each user, with the ids of the posts as JSON. Each change is one statement, so none is lost. */
export class ReadingLists {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists reading_lists (user_id text primary key, posts text not null)`;
  }

  async of(user_id: string): Promise<Post[]> {
    const rows = await this.db.all<PostWithAuthorRow>`
      select posts.*, users.email as author_email, users.name as author_name, users.created_at as author_created_at
      from reading_lists, json_each(reading_lists.posts) as kept
      join posts on posts.id = kept.value
      join users on users.id = posts.author_id
      where reading_lists.user_id = ${user_id} and posts.published = ${true}
      order by posts.created_at desc, posts.id desc`;
    return rows.map(toPostWithAuthor);
  }

  async add(user_id: string, post: string): Promise<void> {
    await this.db.run`
      insert into reading_lists (user_id, posts) values (${user_id}, json_array(${post}))
      on conflict (user_id) do update set posts = json_insert(reading_lists.posts, '$[#]', ${post})
      where not exists (select 1 from json_each(reading_lists.posts) where value = ${post})`;
  }

  async remove(user_id: string, post: string): Promise<void> {
    await this.db.run`
      update reading_lists
      set posts = (select json_group_array(value) from json_each(reading_lists.posts) where value <> ${post})
      where user_id = ${user_id}`;
  }
}
