import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Context, type Controller, type Html, HttpError, html, inject, type Route, staticFiles } from 'trellis';
import { chapterFiles } from '../browser/chapter-files.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { openStepOf } from '../workshop/difference.ts';
import { lockOf } from '../workshop/graded/lock.ts';
import { ChapterChecks } from './chapter-checks.ts';
import type { Page } from './content.ts';
import { differenceView } from './difference-view.ts';
import { onlyForNow } from './fragment.ts';
import { isOwnPage, LocalOnly } from './local-only.ts';
import { ProgressFeed } from './progress-feed.ts';
import { replayPart } from './replay-part.ts';
import { SearchFile } from './search-file.ts';
import { tryPolicy } from './security-headers.ts';
import { Site } from './site.ts';

/** The workshop's pages, and what they ask for while they are open. */
export class SiteController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(ProgressFeed) private readonly feed!: ProgressFeed;
  @inject(ChapterChecks) private readonly checks!: ChapterChecks;

  #edition: Promise<string> | undefined;
  #search: SearchFile | undefined;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/assets/search-index.js', handler: this.searchIndex },
      { method: 'GET', path: '/assets/try/chapters/:file', handler: this.chapterFiles },
      { method: 'GET', path: '/assets/try/*', handler: this.edition },
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
          { method: 'GET', path: '/explain/:slug/:step/runs', handler: this.runs },
        ],
      },
      { method: 'GET', path: '/try/:slug', handler: this.try },
      { method: 'GET', path: '/try/:slug/:fragment', handler: this.ourVersion },
      { method: 'GET', path: '/images/*', handler: this.image },
      { method: 'GET', path: '/source/*', handler: this.source },
      { method: 'GET', path: '/', handler: this.home },
      { method: 'GET', path: '/*', handler: this.page },
    ];
  }

  async onStart(): Promise<void> {
    await this.site.warm();
  }

  home() {
    return this.site.home(this.site.liveView());
  }

  page(ctx: Context) {
    const page = this.site.content.at(ctx.request.path);
    if (page === undefined) throw new HttpError(404);
    // The state of the tasks is part of it: going back must not show an old one.
    if (page.chapter) ctx.response.setHeader('cache-control', 'no-store');
    const [states, variation] = page.chapter
      ? [this.checks.states(page.chapter), this.checks.variation(page.chapter)]
      : [];
    return this.site.page(page, this.site.liveView(), states, variation);
  }

  /** A chapter whose program runs in the browser. */
  try(ctx: Context) {
    ctx.response.setHeader('content-security-policy', `${tryPolicy}; frame-ancestors 'none'`);
    return this.site.tryPage(this.#browserPage(ctx.param('slug')), this.site.liveView());
  }

  /** Our version of a step. The page shows the way here when the step has passed in the browser, which this server can't know. */
  ourVersion(ctx: Context) {
    const { chapter } = this.#browserPage(ctx.param('slug'));
    const step = chapter!.steps.find(({ number }) => `explain-${number}.html` === ctx.param('fragment'));
    if (step === undefined) throw new HttpError(404);
    return this.site.explanation(chapter!, step.number, this.site.liveView());
  }

  #browserPage(slug: string): Page {
    const page = this.site.browserChapters().find(({ chapter }) => chapter!.slug === slug);
    if (page === undefined) throw new HttpError(404);
    return page;
  }

  chapterFiles(ctx: Context) {
    return ctx.json(chapterFiles(this.#browserPage(ctx.param('file').replace(/\.json$/, '')).chapter!));
  }

  /** What these pages load. It is built when the first of them asks. */
  async edition(ctx: Context) {
    this.#edition ??= this.site.edition();
    const folder = await this.#edition;
    return staticFiles(pathToFileURL(`${folder}/`))(ctx);
  }

  image(ctx: Context) {
    const name = ctx.param('*');
    if (!this.site.sources.images.has(name)) throw new HttpError(404);
    ctx.response.setHeader('content-type', name.endsWith('.svg') ? 'image/svg+xml' : 'image/png');
    return ctx.stream(createReadStream(join(this.site.repository, name)));
  }

  source(ctx: Context) {
    const name = ctx.param('*');
    if (!this.site.sources.has(name)) throw new HttpError(404);
    return this.site.source(name, this.site.liveView());
  }

  async difference(ctx: Context) {
    onlyForNow(ctx);
    const chapter = this.#chapter(ctx);
    const locked = lockOf(this.site.progress(), chapter);
    const wanted = ctx.query('step');
    const { passed } = this.site.progress().of(chapter);
    const step = wanted === 'all' ? undefined : openStepOf(chapter, passed);
    const view =
      locked === undefined ? await differenceView(chapter, step, this.site.highlighter) : html`<p>${locked}</p>`;
    if (ctx.header('x-fragment') !== '') return view;
    const title = 'Your code and the solution';
    return this.site.plain(title, html`${this.#heading(chapter, title)}${view}`, this.site.liveView(), true);
  }

  async explain(ctx: Context) {
    return this.#ofStep(ctx, 'Our version', (chapter, step) =>
      this.site.comparison(chapter, step, this.site.liveView()),
    );
  }

  /** Both versions of a step run, and what they do is compared. */
  async runs(ctx: Context) {
    onlyForNow(ctx);
    if (!isOwnPage(ctx)) return html`<p>Open this from the page of the step: it runs your program.</p>`;
    return this.#ofStep(ctx, 'Both programs', async (chapter, step) => {
      const { runsView } = await import('./compared-view.ts');
      return runsView(chapter, step, this.site.progress());
    });
  }

  async #ofStep(ctx: Context, what: string, make: (chapter: Chapter, step: number) => Promise<Html>) {
    onlyForNow(ctx);
    const chapter = this.#chapter(ctx);
    const step = chapter.steps.find(({ number }) => String(number) === ctx.param('step'));
    // The solution of a graded chapter has no steps: see `difference`.
    if (step === undefined || chapter.unit === 'section') throw new HttpError(404);
    const hasPassed = this.site.workshop().progress.of(chapter).passed.includes(step.number);
    const part = hasPassed
      ? await make(chapter, step.number)
      : html`<p>Step ${step.number} hasn’t passed yet. Our version appears when it does.</p>`;
    if (ctx.header('x-fragment') !== '') return part;
    const title = `${what} of step ${step.number}: ${step.title}`;
    return this.site.plain(
      title,
      html`${this.#heading(chapter, title, step.anchor)}${part}`,
      this.site.liveView(),
      true,
    );
  }

  /** With the way back to the chapter. */
  #heading({ slug, number, title }: Chapter, heading: string, anchor = 'finish'): Html {
    return html`<h1><a class="eyebrow" href="/chapters/${slug}/#${anchor}">← Chapter ${number}: ${title}</a><span class="visually-hidden">:</span> ${heading}</h1>`;
  }

  /** Starts the checks. Their results go to every page of the chapter that is open. */
  check(ctx: Context) {
    void this.checks.check(this.#chapter(ctx));
    return ctx.status(202).json({});
  }

  /** The request of the failed check again, next to the solution: a part of a page. */
  replay(ctx: Context) {
    const chapter = this.#chapter(ctx);
    const locked = lockOf(this.site.progress(), chapter);
    return locked === undefined ? replayPart(chapter) : html`<p>${locked}</p>`;
  }

  /**
   * Server-sent events: the progress of every chapter, now and whenever it changes. With `chapter`, also the state of its
   * tasks; with `on-save`, the code is checked on every save while the page is open.
   */
  progress(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/event-stream').setHeader('cache-control', 'no-store');
    const stream = this.feed.open();
    const slug = ctx.query('chapter');
    const chapter = this.site.workshop().chapters.find((candidate) => candidate.slug === slug);
    if (chapter && isOwnPage(ctx)) this.checks.join(chapter, stream, ctx.query('on-save') === '1');
    return ctx.stream(stream);
  }

  searchIndex(ctx: Context) {
    this.#search ??= new SearchFile(this.site.content);
    return this.#search.send(ctx);
  }

  #chapter(ctx: Context): Chapter {
    const chapter = this.site.workshop().chapters.find(({ slug }) => slug === ctx.param('slug'));
    if (chapter === undefined) throw new HttpError(404);
    return chapter;
  }
}
