import { type Context, type Controller, field, type Html, HttpError, html, inject, type Route } from 'trellis';
import { predictionsOf } from '../review/predict/prediction.ts';
import { judge } from '../review/predict/verdict.ts';
import type { SentRequest } from '../workshop/check/failure-parts.ts';
import { requestsIn } from './curl-command.ts';
import { onlyForNow } from './fragment.ts';
import { LocalOnly } from './local-only.ts';
import { refusalView, verdictView } from './predict-view.ts';
import { Site } from './site.ts';
import { XrayFeed } from './x-ray-feed.ts';
import { atHandView, pictureOf, routeOptions, runningView, type XrayState, xrayPage } from './x-ray-page.ts';
import { XraySender } from './x-ray-sender.ts';
import { sentView, traceView } from './x-ray-view.ts';

class SendDTO {
  @field('required') method!: string;
  @field('required') path!: string;
  @field() headers!: string;
  @field() body!: string;
  /** The names of values from a login, separated by commas. */
  @field() with!: string;
}

class TryDTO {
  /** `curl` commands, one per line. */
  @field('required') command!: string;
  @field('required') chapter!: string;
  /** What the text shows as the response. */
  @field() printed!: string;
}

class PredictDTO {
  @field('required') slug!: string;
  @field('number') index!: number;
  @field('required') choice!: string;
}

/** The X-ray: the running chapter's requests as pages, and requests that are sent to it from here. */
export class XrayController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(XrayFeed) private readonly feed!: XrayFeed;
  @inject(XraySender) private readonly sender!: XraySender;

  routes(): Route[] {
    return [
      {
        path: '/x-ray',
        middlewares: [LocalOnly],
        children: [
          { method: 'GET', path: '/', handler: this.page },
          { method: 'GET', path: '/stream', handler: this.stream },
          { method: 'GET', path: '/requests/:id', handler: this.trip },
          { method: 'GET', path: '/sent/:id', handler: this.sent },
          { method: 'POST', path: '/send', handler: this.send },
          { method: 'POST', path: '/clear', handler: this.clear },
          { method: 'POST', path: '/curl', handler: this.curl },
          { method: 'POST', path: '/try', handler: this.try },
          { method: 'POST', path: '/predict', handler: this.predict },
        ],
      },
    ];
  }

  /** The whole page, or the parts of it that change when another program listens. */
  page(ctx: Context) {
    onlyForNow(ctx);
    const state = this.#state();
    if (ctx.header('x-fragment') === '') return this.#framed('X-ray', xrayPage(state));
    return html`<template data-for="running">${runningView(state)}</template><template data-for="picture">${pictureOf(state)}</template><template data-for="paths">${routeOptions(state)}</template><template data-for="at-hand">${atHandView(state.atHand)}</template>`;
  }

  /** Server-sent events: each request as a line of the list. */
  stream(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/event-stream').setHeader('cache-control', 'no-store');
    return ctx.stream(this.feed.open());
  }

  trip(ctx: Context) {
    onlyForNow(ctx);
    const trace = this.feed.trace(ctx.param('id'));
    if (trace === undefined) return this.#gone(ctx);
    const view = traceView(trace, this.site.repository, this.feed.isPast(trace));
    if (ctx.header('x-fragment') !== '') return view;
    return this.#framed(`${trace.method} ${trace.path}`, xrayPage(this.#state(), view));
  }

  /** Leads from a request that a page of ours has sent to its trace. */
  async sent(ctx: Context) {
    onlyForNow(ctx);
    const trace = await this.feed.sent(ctx.param('id'));
    return trace === undefined ? this.#gone(ctx) : ctx.redirect(`/x-ray/requests/${trace.key}`, 303);
  }

  /** Shows X-ray itself with a message, so that somebody who reloads an old URL can continue. */
  #gone(ctx: Context) {
    const why = 'This request is no longer kept. X-ray keeps the last 200, until these pages are restarted.';
    ctx.status(404);
    if (ctx.header('x-fragment') !== '') return html`<p class="trouble">${why}</p>`;
    return this.#framed('X-ray', xrayPage(this.#state(), html`<p class="trouble">${why}</p>`));
  }

  clear(ctx: Context) {
    this.feed.clear();
    return ctx.status(204);
  }

  async send(ctx: Context) {
    const { status, trace } = await this.sender.send(toRequest(await ctx.bind(SendDTO)));
    const atHand = atHandView(this.sender.atHand()).toString();
    return ctx.json({ status, id: trace?.key ?? null, atHand });
  }

  async curl(ctx: Context) {
    return ctx.json({ curl: this.sender.curl(toRequest(await ctx.bind(SendDTO))) });
  }

  /** Sends the commands in a chapter to the learner's program, and shows the outcome of each. */
  async try(ctx: Context) {
    const { command, chapter: slug, printed } = await ctx.bind(TryDTO);
    const chapter = this.#chapterOf(slug);
    const requests = requestsIn(command);
    if (chapter === undefined || requests === undefined)
      throw new HttpError(400, 'This command can only run in a terminal.');
    if (this.feed.program?.chapter !== slug) {
      return refusalView(chapter, this.#chapterOf(this.feed.chapter), this.feed.program !== undefined);
    }
    const parts: Html[] = [];
    for (const [index, request] of requests.entries()) {
      // Several commands print a line each.
      const own = requests.length === 1 ? printed : printed.split('\n')[index];
      const { status, trace } = await this.sender.send(request, own);
      parts.push(
        trace
          ? sentView(trace, this.site.repository)
          : html`<p>The response was ${status}, but its trace did not arrive.</p>`,
      );
    }
    return html`${parts}`;
  }

  /** Sends the request of a prediction question to the learner's program, and checks the answer against the trace. */
  async predict(ctx: Context) {
    const { slug, index, choice } = await ctx.bind(PredictDTO);
    const page = this.site.content.pages.find(({ chapter }) => chapter?.slug === slug);
    const prediction = page && predictionsOf(this.site.content.textOf(page))[index];
    if (page?.chapter === undefined || prediction === undefined) throw new HttpError(404, 'There is no such question.');
    if (this.feed.program?.chapter !== slug) {
      return refusalView(page.chapter, this.#chapterOf(this.feed.chapter), this.feed.program !== undefined);
    }
    for (const request of prediction.before) await this.sender.send(request);
    const { trace } = await this.sender.send(prediction.request);
    if (trace === undefined) throw new HttpError(504, 'The chapter responded, but its trace did not arrive.');
    return verdictView(trace, judge(trace, prediction.judge), choice, this.site.repository);
  }

  #state(): XrayState {
    const { program, traces, running, dropped, chapter, run } = this.feed;
    return {
      ...{
        program,
        traces,
        pending: running,
        dropped,
        chapter: this.#chapterOf(chapter),
        repository: this.site.repository,
      },
      ...{ atHand: this.sender.atHand(), next: this.#next(), run },
    };
  }

  #chapterOf(slug: string | undefined) {
    return this.site.workshop().chapters.find((chapter) => chapter.slug === slug);
  }

  #next(): string {
    const workshop = this.site.workshop();
    return workshop.chapters.length === 0 ? '01' : workshop.current().number;
  }

  #framed(title: string, body: ReturnType<typeof xrayPage>) {
    return this.site.tool('x-ray', title, body, this.site.liveView());
  }
}

const headersAtHand: Record<string, [name: string, value: string]> = {
  TOKEN: ['Authorization', 'Bearer <TOKEN>'],
  COOKIE: ['Cookie', '<COOKIE>'],
  API_KEY: ['X-API-Key', '<API_KEY>'],
};

/** A body that was written for another method: `curl` would send it with POST. */
const withoutBody = ['GET', 'HEAD'];

/** The request from the fields of the form. A body is JSON unless a header says otherwise. */
function toRequest({ method, path, headers: lines, body: written, with: names }: SendDTO): SentRequest {
  const body = withoutBody.includes(method) ? '' : written;
  const headers: Record<string, string> = {};
  for (const line of lines.split('\n').filter((text) => text.trim() !== '')) {
    const [, name, value] = /^([^:\s]+)\s*:\s*(.*)$/.exec(line.trim()) ?? [];
    if (name === undefined)
      throw new HttpError(400, `"${line.trim()}" is not a header. Write "Name: value", one per line.`);
    headers[name] = value!;
  }
  for (const name of names.split(',')) {
    const header = headersAtHand[name];
    if (header !== undefined) headers[header[0]] ??= header[1];
  }
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body !== '' && !isTyped) headers['Content-Type'] = 'application/json';
  return { method, path, headers, ...(body === '' ? {} : { body }) };
}
