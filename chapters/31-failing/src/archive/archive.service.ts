import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { Database, inject } from 'trellis';
import { firstPage, type Key } from '../paging/page.ts';

interface Line extends Key {
  title: string;
  content: string;
  author: string;
}

const linesPerStatement = 100;

/** In a thread of its own. The event loop only waits for it. */
const compress = promisify(brotliCompress);

/** The archive: one post per line, as JSON. */
export class ArchiveService {
  @inject(Database) private readonly db!: Database;

  async lines(): Promise<Buffer> {
    const texts: string[] = [];
    for (let after: Key | undefined = firstPage.after; after !== undefined; ) {
      const lines: Line[] = await this.#page(after);
      texts.push(...lines.map((line) => `${JSON.stringify(line)}\n`));
      after = lines.length === linesPerStatement ? lines.at(-1) : undefined;
    }
    return Buffer.from(texts.join(''));
  }

  /** Brotli makes the file a fifth smaller than gzip does. */
  async compressed(lines: Buffer): Promise<Buffer> {
    return compress(lines);
  }

  #page(after: Key): Promise<Line[]> {
    return this.db.all<Line>`
      select posts.id, posts.created_at, posts.title, posts.content, users.name as author
      from posts join users on users.id = posts.author_id
      where posts.published = ${true} and (posts.created_at, posts.id) < (${after.created_at}, ${after.id})
      order by posts.created_at desc, posts.id desc
      limit ${linesPerStatement}`;
  }
}
