import { rename, writeFile } from 'node:fs/promises';
import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import { BlogClient } from './blog-client.ts';

/** Copies all posts of a user into a file. */
export class ExportController implements Controller {
  @inject(BlogClient) private readonly blog!: BlogClient;

  routes(): Route[] {
    const options = { '--to=<file>': 'one post per line, as JSON' } as const;
    return [{ path: '/', handler: command(this.export, { summary: 'copy all of your posts into a file', options }) }];
  }

  async export(ctx: Context) {
    const [file, key] = [ctx.query('to'), process.env.BLOG_API_KEY ?? ''];
    if (file === '') throw new UsageError('Name the file: --to=posts.ndjson.');
    if (key === '') throw new UsageError('Set the environment variable BLOG_API_KEY to one of your API keys.');
    const lines: string[] = [];
    for (let path: string | undefined = '/my-posts'; path !== undefined; ) {
      const { posts, next } = await this.blog.page(path, key);
      lines.push(...posts.map((post) => `${JSON.stringify(post)}\n`));
      path = next;
    }
    // Only a complete export replaces yesterday's: rename() puts the new file into its place in one step.
    await writeFile(`${file}.part`, lines.join(''), { flush: true });
    await rename(`${file}.part`, file);
    return { file, posts: lines.length };
  }
}
