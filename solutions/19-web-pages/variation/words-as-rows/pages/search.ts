import { Database, inject } from 'trellis';

export interface Hit {
  id: string;
  title: string;
  created_at: string;
  name: string;
}

/** A search, and the last hit that its reader has seen. */
export interface Query {
  words: readonly string[];
  before?: Pick<Hit, 'created_at' | 'id'>;
  limit: number;
}

/** Passes the words to the database as one value, so any number of them is one condition. */
export class Search {
  @inject(Database) private readonly db!: Database;

  find({ words, before = { created_at: '9999', id: '' }, limit }: Query): Promise<Hit[]> {
    const list = JSON.stringify(words);
    return this.db.all<Hit>`
      select posts.id, posts.title, posts.created_at, users.name
      from posts join users on users.id = posts.author_id
      where published = ${true}
        and not exists (
          select 1 from json_each(${list}) as word
          where instr(lower(posts.title || ' ' || users.name), lower(word.value)) = 0
        )
        and (posts.created_at, posts.id) < (${before.created_at}, ${before.id})
      order by posts.created_at desc, posts.id desc
      limit ${limit}`;
  }
}
