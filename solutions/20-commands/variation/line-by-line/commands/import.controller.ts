import { createReadStream } from 'node:fs';
import { type Context, type Controller, command, Database, inject, type Route, UsageError } from 'trellis';
import type { Post } from '../posts/post.ts';
import { UsersService } from '../users/users.service.ts';

/** Restores an export of any size: it is read as it is stored, and the transaction undoes everything if a line isn't a valid post. */
export class ImportController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    const options = { '--from=<file>': 'where the export is' } as const;
    return [{ path: 'posts/import/:email', handler: command(this.import, { summary: 'import posts', options }) }];
  }

  async import(ctx: Context) {
    const file = ctx.query('from');
    if (file === '') throw new UsageError('Which file? Add --from=<file>.');
    const user = await this.users.findByEmail(ctx.param('email'));
    if (user === undefined) throw new Error(`"${ctx.param('email')}" has no account.`);
    return this.db.transaction(async (tx) => {
      const result = { added: 0, kept: 0 };
      let number = 0;
      for await (const line of linesIn(file)) {
        number++;
        const post = postIn(line);
        if (post === undefined) throw new Error(`Line ${number} is not a post.`);
        const known = await tx.get`select id from posts where id = ${post.id}`;
        if (known === undefined) {
          await tx.run`
            insert into posts (id, title, content, author_id, published, created_at, updated_at)
            values (${post.id}, ${post.title}, ${post.content}, ${user.id}, ${post.published}, ${post.created_at},
              ${post.updated_at})`;
          result.added++;
        } else {
          result.kept++;
        }
      }
      return result;
    });
  }
}

/** Only a line feed ends a line: `readline` would also break at U+2028, which JSON doesn't escape. Leaves out empty lines at the end. */
async function* linesIn(file: string): AsyncGenerator<string> {
  let rest = '';
  let empty = 0;
  const each = function* (line: string) {
    if (line.trim() === '') {
      empty++;
    } else {
      for (; empty > 0; empty--) yield '';
      yield line;
    }
  };
  for await (const chunk of createReadStream(file, 'utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield* each(line);
  }
  yield* each(rest);
}

function postIn(line: string): Post | undefined {
  let post: Partial<Record<keyof Post, unknown>>;
  try {
    post = Object(JSON.parse(line));
  } catch {
    return undefined;
  }
  const { id, title, content, published, created_at, updated_at } = post;
  if (typeof id !== 'string' || typeof title !== 'string' || typeof content !== 'string') return undefined;
  if ([...title].length > 200 || [...content].length > 100_000 || typeof published !== 'boolean') return undefined;
  if (!isTime(created_at) || !isTime(updated_at)) return undefined;
  return { id, title, content, published, created_at, updated_at, author_id: '' };
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value;
}
