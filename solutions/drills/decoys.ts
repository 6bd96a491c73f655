import type { Mistake } from '#check';

/** Harmless differences from the finished blogs: each drill gets some of them, so that a comparison doesn't show its fault. */
export default [
  {
    file: 'comments/comments.service.ts',
    find: `    return rows.map(({ author_name, ...row }) => toComment(row, author_name));`,
    replace: `    return rows.map((row) => {
      const { author_name, ...comment } = row;
      return toComment(comment, author_name);
    });`,
  },
  {
    file: 'reactions/reactions.service.ts',
    find: `    const counts: Counts = { like: 0, love: 0, laugh: 0 };
    // PostgreSQL counts in bigint, which may arrive as a string.
    for (const { kind, count } of rows) counts[kind] = Number(count);
    return counts;`,
    replace: `    const known = new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
    return { like: known.get('like') ?? 0, love: known.get('love') ?? 0, laugh: known.get('laugh') ?? 0 };`,
  },
  {
    file: 'archive/archive.service.ts',
    find: `const linesPerStatement = 100;`,
    replace: `const linesPerStatement = 80;`,
  },
  {
    file: 'archive/archive.controller.ts',
    find: `    if (!/\\bbr\\b/.test(ctx.header('Accept-Encoding'))) return ctx.send(lines);
    ctx.response.setHeader('Content-Encoding', 'br');
    return ctx.send(await this.archive.compressed(lines));`,
    replace: `    const canDecode = /\\bbr\\b/.test(ctx.header('Accept-Encoding'));
    if (canDecode) ctx.response.setHeader('Content-Encoding', 'br');
    return ctx.send(canDecode ? await this.archive.compressed(lines) : lines);`,
  },
  {
    file: 'popular/popular.service.ts',
    find: `    const titles = new Map(rows.map(({ id, title }) => [id, title]));
    return top.flatMap(({ post_id: id, reads }) => {
      const title = titles.get(id);
      return title === undefined ? [] : [{ id, title, reads }];
    });`,
    replace: `    const list: PopularPost[] = [];
    for (const { post_id, reads } of top) {
      const row = rows.find(({ id }) => id === post_id);
      if (row !== undefined) list.push({ ...row, reads });
    }
    return list;`,
  },
  {
    file: 'popular/statistics.ts',
    find: `const patience = 5_000;`,
    replace: `const patience = 4_000;`,
  },
  {
    file: 'authors/authors.service.ts',
    find: `/** Seconds. */
const ttl = 30;`,
    replace: `/** Seconds. Nobody counts their posts more often. */
const ttl = 60;`,
  },
  {
    file: 'feed/feed.controller.ts',
    find: `    const etag = \`"\${createHash('sha256').update(text).digest('base64url')}"\`;`,
    replace: `    const digest = createHash('sha256').update(text).digest('base64url');
    const etag = \`"\${digest}"\`;`,
  },
  {
    file: 'posts/posts.controller.ts',
    find: `    const post = await this.posts.find(ctx.param('id'));
    return post ?? notFound(ctx);`,
    replace: `    const post = await this.posts.find(ctx.param('id'));
    return post === undefined ? notFound(ctx) : post;`,
  },
  {
    file: 'auth/token-cutoffs.ts',
    find: `    return row === undefined || isoOf(issuedAt) >= row.valid_from;`,
    replace: `    if (row === undefined) return true;
    return isoOf(issuedAt) >= row.valid_from;`,
  },
  {
    file: 'paging/page.ts',
    find: `  const [created_at = '', id = ''] = value.split('_');`,
    replace: `  const parts = value.split('_');
  const [created_at = '', id = ''] = parts;`,
  },
  {
    file: 'announcements/announcer.ts',
    find: `const interval = 500;`,
    replace: `const interval = 400;`,
  },
  {
    file: 'users/users.service.ts',
    find: `    const row = await db.get<UserRow>\`select * from users where id = \${id}\`;
    return row && toUser(row);
  }

  async list`,
    replace: `    const row = await db.get<UserRow>\`select * from users where id = \${id}\`;
    return row === undefined ? undefined : toUser(row);
  }

  async list`,
  },
  {
    file: 'events/events.service.ts',
    find: `    return rows.map(({ name }) => name);`,
    replace: `    return rows.map((row) => row.name);`,
  },
  {
    file: 'letters/letter-sender.ts',
    find: `const interval = 200;`,
    replace: `const interval = 250;`,
  },
  {
    file: 'highlight/highlighter.ts',
    find: `const most = 100;`,
    replace: `const most = 120;`,
  },
  {
    file: 'search/recent-searches.ts',
    find: `    this.#words = [words, ...this.#words.filter((one) => one !== words)].slice(0, this.#most);`,
    replace: `    const others = this.#words.filter((one) => one !== words);
    this.#words = [words, ...others].slice(0, this.#most);`,
  },
] satisfies Mistake['edits'];
