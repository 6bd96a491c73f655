import { Readable } from 'node:stream';
import { type Context, type Controller, HttpError, html, inject, type Route, staticFiles } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { failureView } from '../workshop/steps-view.ts';
import { Workshop } from '../workshop/workshop.ts';
import { differenceView } from './chapter-panel.ts';
import { serverPlaces } from './places.ts';
import { ProgressFeed } from './progress-feed.ts';
import { searchEngineText, searchScript } from './search-index.ts';
import { Site, type View } from './site.ts';

/** The workshop's pages, and what they ask for while they are open. */
export class SiteController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(ProgressFeed) private readonly feed!: ProgressFeed;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/assets/code.css', handler: this.codeStyle },
      { method: 'GET', path: '/assets/search-index.js', handler: this.searchIndex },
      { method: 'GET', path: '/assets/minisearch.js', handler: this.searchEngine },
      { method: 'GET', path: '/assets/*', handler: staticFiles(new URL('./assets/', import.meta.url)) },
      { method: 'GET', path: '/progress', handler: this.progress },
      { method: 'POST', path: '/check/:slug', handler: this.check },
      { method: 'GET', path: '/diff/:slug', handler: this.difference },
      { method: 'GET', path: '/source/*', handler: this.source },
      { method: 'GET', path: '/*', handler: this.page },
    ];
  }

  async onStart(): Promise<void> {
    await this.site.warm(this.#view());
  }

  page(ctx: Context) {
    const page = this.site.content.at(ctx.request.path);
    if (page === undefined) throw new HttpError(404);
    return this.site.page(page, this.#view());
  }

  source(ctx: Context) {
    const file = ctx.param('*');
    if (!this.site.sources.has(file)) throw new HttpError(404);
    return this.site.source(file, this.#view());
  }

  async difference(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const view = await differenceView(chapter, this.site.highlighter);
    if (ctx.header('x-fragment') !== '') return view;
    return this.site.plain(
      `The difference in chapter ${chapter.number}`,
      html`<h1>${chapter.title}</h1>${view}`,
      this.#view(),
    );
  }

  /** One line of JSON for each check, as it ends; the page draws them. */
  check(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const lines = new Readable({ read() {} });
    const run = this.workshop.check(chapter, (result) => {
      const failure = result.failure && failureView(chapter, result);
      lines.push(`${JSON.stringify({ step: result.step, name: result.name, failure })}\n`);
    });
    run.then(
      () => lines.push(null),
      (error: Error) => {
        lines.push(`${JSON.stringify({ error: error.message })}\n`);
        lines.push(null);
      },
    );
    ctx.response.setHeader('content-type', 'application/x-ndjson; charset=utf-8');
    return ctx.stream(lines);
  }

  /** Server-sent events: the progress of every chapter, now and whenever it changes. */
  progress(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/event-stream').setHeader('cache-control', 'no-store');
    return ctx.stream(this.feed.open());
  }

  codeStyle(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/css; charset=utf-8').setHeader('cache-control', 'no-cache');
    return ctx.send(this.site.highlighter.css());
  }

  searchIndex(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/javascript; charset=utf-8').setHeader('cache-control', 'no-cache');
    return ctx.send(searchScript(this.site.content, () => serverPlaces));
  }

  searchEngine(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/javascript; charset=utf-8').setHeader('cache-control', 'no-cache');
    return ctx.send(searchEngineText());
  }

  #view(): View {
    return { places: serverPlaces, standings: new Workshop().standings(), isStatic: false };
  }

  #chapter(ctx: Context): Chapter {
    const chapter = this.workshop.chapters.find(({ slug }) => slug === ctx.param('slug'));
    if (chapter === undefined) throw new HttpError(404);
    return chapter;
  }
}
