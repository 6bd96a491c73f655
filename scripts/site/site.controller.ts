import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { type Context, type Controller, HttpError, html, inject, type Route, staticFiles } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { failureView } from '../workshop/steps-view.ts';
import { stillStarting } from '../workshop/workshop.ts';
import { differenceView } from './chapter-panel.ts';
import { LocalOnly } from './local-only.ts';
import { serverPlaces } from './places.ts';
import { ProgressFeed } from './progress-feed.ts';
import { replayPart } from './replay-part.ts';
import { searchEngineText, searchScript } from './search-index.ts';
import { Site } from './site.ts';

/** The workshop's pages, and what they ask for while they are open. */
export class SiteController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(ProgressFeed) private readonly feed!: ProgressFeed;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/assets/search-index.js', handler: this.searchIndex },
      { method: 'GET', path: '/assets/minisearch.js', handler: this.searchEngine },
      { method: 'GET', path: '/assets/*', handler: staticFiles(new URL('./assets/', import.meta.url)) },
      { method: 'GET', path: '/progress', handler: this.progress },
      {
        path: '/',
        middlewares: [LocalOnly],
        children: [
          { method: 'POST', path: '/check/:slug', handler: this.check },
          { method: 'POST', path: '/replay/:slug', handler: this.replay },
          { method: 'GET', path: '/diff/:slug', handler: this.difference },
          { method: 'GET', path: '/explain/:slug/:step', handler: this.explain },
        ],
      },
      { method: 'GET', path: '/images/*', handler: this.image },
      { method: 'GET', path: '/source/*', handler: this.source },
      { method: 'GET', path: '/*', handler: this.page },
    ];
  }

  async onStart(): Promise<void> {
    await this.site.warm();
  }

  page(ctx: Context) {
    const page = this.site.content.at(ctx.request.path);
    if (page === undefined) throw new HttpError(404);
    return this.site.page(page, this.site.liveView());
  }

  image(ctx: Context) {
    const name = ctx.param('*');
    if (!this.site.sources.images.has(name)) throw new HttpError(404);
    ctx.response.setHeader('content-type', 'image/png');
    return ctx.stream(createReadStream(join(this.site.repository, name)));
  }

  source(ctx: Context) {
    const name = ctx.param('*');
    if (!this.site.sources.has(name)) throw new HttpError(404);
    return this.site.source(name, this.site.liveView());
  }

  async difference(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const view = await differenceView(chapter, this.site.highlighter);
    if (ctx.header('x-fragment') !== '') return view;
    const title = `The difference in chapter ${chapter.number}`;
    return this.site.plain(title, html`<h1>${chapter.title}</h1>${view}`, this.site.liveView());
  }

  async explain(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const step = chapter.steps.find(({ number }) => String(number) === ctx.param('step'));
    if (step === undefined) throw new HttpError(404);
    const view = this.site.liveView();
    const hasPassed = this.site.workshop().progress.of(chapter).passed.includes(step.number);
    const part = hasPassed
      ? await this.site.explanation(chapter, step.number, view)
      : html`<p>Step ${step.number} hasn’t passed yet. Our version appears when it does.</p>`;
    if (ctx.header('x-fragment') !== '') return part;
    return this.site.plain(`Our version of step ${step.number}`, html`<h1>${step.title}</h1>${part}`, view);
  }

  /** One line of JSON for each check, as it ends; the page draws them. */
  check(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const lines = new Readable({ read() {} });
    const tell = (line: object) => lines.push(`${JSON.stringify(line)}\n`);
    this.site
      .workshop()
      .check(chapter, {
        onResult: (result) => {
          // The same words as in the terminal, without its colours.
          const failure = result.failure && stripVTControlCharacters(failureView(chapter, result));
          tell({ step: result.step, name: result.name, failure, isReplayable: result.exchange !== undefined });
        },
        onSlowStart: () => tell({ waiting: stillStarting }),
      })
      .catch((error: Error) => tell({ error: error.message }))
      .finally(() => lines.push(null));
    ctx.response.setHeader('content-type', 'application/x-ndjson; charset=utf-8');
    return ctx.stream(lines);
  }

  /** The request of the failed check once more, beside the solution: a part of a page. */
  replay(ctx: Context) {
    return replayPart(this.#chapter(ctx));
  }

  /** Server-sent events: the progress of every chapter, now and whenever it changes. */
  progress(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/event-stream').setHeader('cache-control', 'no-store');
    return ctx.stream(this.feed.open());
  }

  searchIndex(ctx: Context) {
    return script(ctx, searchScript(this.site.content, serverPlaces));
  }

  searchEngine(ctx: Context) {
    return script(ctx, searchEngineText());
  }

  #chapter(ctx: Context): Chapter {
    const chapter = this.site.workshop().chapters.find(({ slug }) => slug === ctx.param('slug'));
    if (chapter === undefined) throw new HttpError(404);
    return chapter;
  }
}

function script(ctx: Context, text: string) {
  ctx.response.setHeader('content-type', 'text/javascript; charset=utf-8').setHeader('cache-control', 'no-cache');
  return ctx.send(text);
}
