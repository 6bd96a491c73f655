import { existsSync, readFileSync } from 'node:fs';
import { type Context, type Controller, command, Database, inject, type Route, sql, UsageError } from 'trellis';
import type { Post } from '../posts/post.ts';
import { UsersService } from '../users/users.service.ts';

/** Seven values each: far from the limit of a statement. */
const batch = 500;
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Restores an export, with a statement for many posts. */
export class ImportController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    const description = { summary: 'restore an export', options: { '--from=<file>': 'the file' } } as const;
    return [{ path: 'posts', children: [{ path: 'import/:email', handler: command(this.import, description) }] }];
  }

  async import(ctx: Context) {
    if (ctx.query('from') === '') throw new UsageError('--from=<file> is missing.');
    const posts = readPosts(ctx.query('from'));
    const author = await this.users.findByEmail(ctx.param('email'));
    if (author === undefined) throw new Error(`There is no user ${ctx.param('email')}.`);
    const rows = posts.map(
      (post) =>
        sql`(${post.id}, ${post.title}, ${post.content}, ${author.id}, ${post.published}, ${post.created_at}, ${post.updated_at})`,
    );
    const added = await this.db.transaction(async (tx) => {
      let sum = 0;
      for (let from = 0; from < rows.length; from += batch) {
        const values = sql.join(rows.slice(from, from + batch));
        const { changes } = await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          values ${values} on conflict do nothing`;
        sum += changes;
      }
      return sum;
    });
    return { added, kept: rows.length - added };
  }
}

function readPosts(file: string): Post[] {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const lines = readFileSync(file, 'utf8').split(/\r?\n/);
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line, index) => {
    try {
      return postOf(JSON.parse(line));
    } catch {
      throw new Error(`The file has no post in line ${index + 1}.`);
    }
  });
}

/** Throws if it isn't a post. */
function postOf(post: Post): Post {
  const { id, title, content, published, created_at, updated_at } = post;
  const isPost =
    [id, title, content].every((text) => typeof text === 'string') &&
    id !== '' &&
    Array.from(title).length <= 200 &&
    Array.from(content).length <= 100_000 &&
    typeof published === 'boolean' &&
    [created_at, updated_at].every((moment) => time.test(moment));
  if (!isPost) throw new Error('not a post');
  return post;
}
