import { Database, inject } from 'trellis';
import type { Tag } from './tag-tree.ts';

/** A row for each tag. Its path has the position on every level: `2.0.1`. */
interface TagRow {
  path: string;
  name: string;
}

/** Stores each tag in a row of its own, so that one could ask for all posts with a tag. */
export class TagsService {
  @inject(Database) private readonly db!: Database;

  async onStart(): Promise<void> {
    await this.db.run`create table if not exists tags (
      post_id text not null,
      path text not null,
      name text not null,
      primary key (post_id, path)
    )`;
  }

  async of(post: string): Promise<Tag[]> {
    const rows = await this.db.all<TagRow>`select path, name from tags where post_id = ${post} order by path`;
    const root: Tag = { name: '', tags: [] };
    const known = new Map([['', root]]);
    for (const { path, name } of rows) {
      const tag: Tag = { name, tags: [] };
      known.set(path, tag);
      known.get(path.slice(0, -3))!.tags.push(tag);
    }
    return root.tags;
  }

  /** All of them or none. */
  async replace(post: string, tags: Tag[]): Promise<void> {
    await this.db.transaction(async (tx) => {
      await tx.run`delete from tags where post_id = ${post}`;
      for (const { path, name } of rowsOf(tags))
        await tx.run`insert into tags (post_id, path, name) values (${post}, ${path}, ${name})`;
    });
  }
}

/** Two digits and a dot for each level sort like the tree. */
function rowsOf(tags: readonly Tag[], above = ''): TagRow[] {
  return tags.flatMap(({ name, tags: below }, index) => {
    const path = `${above}${String(index).padStart(2, '0')}.`;
    return [{ path, name }, ...rowsOf(below, path)];
  });
}
