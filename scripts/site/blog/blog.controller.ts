import { randomUUID } from 'node:crypto';
import { type Context, type Controller, field, HttpError, inject, type Route } from 'trellis';
import { LocalOnly } from '../local-only.ts';
import { Site } from '../site.ts';
import { XrayFeed } from '../x-ray-feed.ts';
import { XraySender } from '../x-ray-sender.ts';
import { blogPage } from './blog-page.ts';
import { runningBlog } from './running-blog.ts';

class ExchangeDTO {
  @field('required') method!: string;
  @field('required') path!: string;
  /** What the learner's program has issued. It is passed on, and kept nowhere. */
  @field() token!: string;
  @field() body!: string;
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/** Your blog: the running chapter's posts as pages, through its own HTTP API. */
export class BlogController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(XrayFeed) private readonly feed!: XrayFeed;
  @inject(XraySender) private readonly sender!: XraySender;

  routes(): Route[] {
    return [
      {
        path: '/blog',
        middlewares: [LocalOnly],
        children: [
          { method: 'GET', path: '/', handler: this.page },
          { method: 'GET', path: '/program', handler: this.program },
          { method: 'POST', path: '/send', handler: this.send },
        ],
      },
    ];
  }

  page() {
    return this.site.tool('blog', 'Your blog', blogPage(), this.site.liveView());
  }

  /** What runs, and which of the blog's routes it has. */
  program(ctx: Context) {
    ctx.response.setHeader('cache-control', 'no-store');
    const workshop = this.site.workshop();
    const { chapters } = workshop;
    const building = this.site.content.parts
      .filter(({ title }) => title.startsWith('Part V:'))
      .flatMap((part) => part.chapters.map(({ chapter }) => chapter.slug));
    return ctx.json(
      runningBlog({
        program: this.feed.started,
        run: this.feed.run,
        chapters,
        current: chapters.length === 0 ? '' : workshop.current().number,
        building: chapters.filter(({ slug, unit }) => building.includes(slug) || unit === 'section'),
      }),
    );
  }

  /**
   * Passes a request of the page on to the program, and its response back. The program gets the headers that are written
   * here, and none of the browser's: the cookie of the site stays here.
   */
  async send(ctx: Context) {
    const { method, path, token, body } = await ctx.bind(ExchangeDTO);
    if (!methods.includes(method)) throw new HttpError(400, `The blog needs ${methods.join(', ')} and nothing else.`);
    const mark = randomUUID();
    const headers = {
      accept: 'application/json',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== '' && { 'content-type': 'application/json' }),
    };
    const start = performance.now();
    const response = await this.sender.exchange({ method, path, headers, ...(body !== '' && { body }) }, mark);
    const ms = performance.now() - start;
    const { 'content-type': type = '', 'retry-after': wait = '', link, deprecation, sunset } = response.headers;
    ctx.response.setHeader('cache-control', 'no-store');
    return ctx.json({
      ...{ id: mark, ms, status: response.status, type, body: response.body, isCut: response.isCut },
      ...{ wait, next: nextOf(String(link ?? '')), isDeprecated: deprecation !== undefined, sunset: sunset ?? '' },
    });
  }
}

/** The path of the next page, from a `Link` header. An address on another host is none. */
function nextOf(link: string): string {
  return /<(\/[^>]*)>\s*;[^,]*\brel="?next"?/.exec(link)?.[1] ?? '';
}
