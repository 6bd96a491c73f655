import { type Context, type Controller, inject, type Route } from 'trellis';
import { anyone } from '../auth/policies.ts';
import { ArchiveService } from './archive.service.ts';

/** All published posts in one file, for search engines and other partners. */
export class ArchiveController implements Controller {
  @inject(ArchiveService) private readonly archive!: ArchiveService;

  routes(): Route[] {
    return [{ method: 'GET', path: '/archive', middlewares: [anyone], handler: this.download }];
  }

  async download(ctx: Context) {
    ctx.response.setHeader('Content-Type', 'application/x-ndjson');
    ctx.response.setHeader('Vary', 'Accept-Encoding');
    const lines = await this.archive.lines();
    if (!/\bbr\b/.test(ctx.header('Accept-Encoding'))) return ctx.send(lines);
    ctx.response.setHeader('Content-Encoding', 'br');
    return ctx.send(await this.archive.compressed(lines));
  }
}
