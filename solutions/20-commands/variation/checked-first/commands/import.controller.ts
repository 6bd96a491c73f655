import { readFile } from 'node:fs/promises';
import { type Context, type Controller, command, Database, inject, type Route, UsageError } from 'trellis';
import * as z from 'zod';
import { UsersService } from '../users/users.service.ts';

const ExportedPost = z.object({
  id: z.string().min(1),
  title: z.string().refine((title) => [...title].length <= 200, 'at most 200 characters'),
  content: z.string().refine((content) => [...content].length <= 100_000, 'at most 100,000 characters'),
  published: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

/** Restores an export. All lines are looked at before the first one is stored. */
export class ImportController implements Controller {
  @inject(UsersService) private readonly users!: UsersService;
  @inject(Database) private readonly db!: Database;

  routes(): Route[] {
    const options = { '--from=<file>': 'an export' } as const;
    const summary = 'add the posts of an export';
    return [{ path: 'posts/import/:email', handler: command(this.import, { summary, options }) }];
  }

  async import(ctx: Context) {
    const [file, email] = [ctx.query('from'), ctx.param('email')];
    if (file === '') throw new UsageError('Name the file: --from=posts.ndjson.');
    const user = await this.users.findByEmail(email);
    if (user === undefined) throw new Error(`Nobody is registered as "${email}".`);
    const posts = (await readFile(file, 'utf8')).trimEnd().split('\n').flatMap(postIn);
    let added = 0;
    await this.db.transaction(async (tx) => {
      for (const { id, title, content, published, created_at, updated_at } of posts) {
        const { changes } = await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          values (${id}, ${title}, ${content}, ${user.id}, ${published}, ${created_at}, ${updated_at})
          on conflict (id) do nothing`;
        added += changes;
      }
    });
    return { added, kept: posts.length - added };
  }
}

function postIn(line: string, index: number, lines: readonly string[]) {
  if (line === '' && lines.length === 1) return [];
  const parsed = ExportedPost.safeParse(jsonIn(line));
  if (!parsed.success) throw new Error(`Line ${index + 1} is not a post. Nothing was imported.`);
  return [parsed.data];
}

function jsonIn(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
