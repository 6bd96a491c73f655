import type { Context } from '../../http/context.ts';
import { isPromise } from '../../http/settle.ts';
import { serializeError as serializeJsonError, statusAndBody } from '../api.ts';
import type { HttpPlatform } from '../platform.ts';
import { errorPage as plainErrorPage } from './error-page.ts';
import { Html } from './html/html.ts';

/** A page: `html`, a string of markup, or the context itself after `ctx.redirect(url)`. */
export type Page = Html | string | Context;

export interface WebOptions {
  /** Turns the data that a handler returned into a page or a redirect. `html` is sent as it is, without this step. */
  serialize?(data: unknown, ctx: Context): Page | Promise<Page>;
  /** The page for an error. The message may be shown, but it is plain text: put it into an `html` template. */
  errorPage?(status: number, message: string, ctx: Context): Html | string;
}

/** The platform for browsers: data becomes HTML or a redirect, forms can be bound, and errors are pages too. */
export function web({ serialize = passMarkup, errorPage = plainErrorPage }: WebOptions = {}): HttpPlatform {
  return {
    kind: 'http',
    forms: true,
    serialize(value, ctx) {
      const special = typeof value === 'object' && value !== null ? statusAndBody(value, ctx) : undefined;
      // These objects mean the same on every platform: `{ error, status }` is an error, `{ _status, data }` is data.
      if (special !== undefined && special.body === value) {
        return this.serializeError(special.status, (value as { error: string }).error, ctx.status(special.status));
      }
      if (special !== undefined) ctx.status(special.status);
      const data = special === undefined ? value : special.body;
      if (data instanceof Html) return respond(data, ctx, 'the handler');
      const page = serialize(data, ctx);
      if (!isPromise(page)) return respond(page, ctx, 'serialize');
      return page.then((settled) => respond(settled, ctx, 'serialize'));
    },
    serializeError(status, message, ctx) {
      ctx.response.appendHeader('vary', 'Accept');
      if (prefersJson(ctx)) serializeJsonError(status, message, ctx);
      else respond(errorPage(status, message, ctx), ctx.status(status), 'errorPage');
    },
  };
}

/** The default serializer. It can't know what data should look like, so it accepts nothing but markup. */
function passMarkup(data: unknown, ctx: Context): string {
  if (typeof data === 'string') return data;
  throw new TypeError(
    `${ctx.request.method} ${ctx.request.path}: the handler returned data, and web() has no serializer for it. ` +
      'Return html`…` or ctx.json(data) from the handler, or pass web({ serialize }).',
  );
}

function respond(page: unknown, ctx: Context, source: string): void {
  if (page === ctx) return;
  if (!(page instanceof Html) && typeof page !== 'string') {
    throw new TypeError(
      `${ctx.request.method} ${ctx.request.path}: ${source} returned ${describe(page)} instead of a page. ` +
        'Return html`…`, a string of markup, or ctx.redirect(url).',
    );
  }
  ctx.response.body = page.toString();
  ctx.response.contentType = 'text/html; charset=utf-8';
}

/** Clients that ask for JSON get it. Browsers ask for HTML, and most other clients for nothing in particular. */
function prefersJson(ctx: Context): boolean {
  const accept = ctx.header('accept');
  return accept.includes('application/json') && !accept.includes('text/html');
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (isPromise(value)) return 'a promise';
  return typeof value === 'object' ? 'an object' : typeof value;
}
