import type { Context } from '../../http/context.ts';
import { isPromise } from '../../http/settle.ts';
import { serializeError as answerJsonError, returnedMap } from '../api.ts';
import type { HttpPlatform } from '../platform.ts';
import { errorPage as plainErrorPage } from './error-page.ts';
import { Html } from './html/html.ts';

/** A page, as `html` or as a string of markup, or the context itself after `ctx.redirect(url)`. */
export type Page = Html | string | Context;

export interface WebOptions {
  /** Turns what a handler returned into a page or a redirect. What is `html` already goes out without it. */
  serialize?(data: unknown, ctx: Context): Page | Promise<Page>;
  /** The page for what went wrong. The message may be shown, but is text: put it into `html`. */
  errorPage?(status: number, message: string, ctx: Context): Html | string;
}

/** Pages for people: data becomes HTML or a redirect, forms can be bound, and errors are pages too. */
export function web({ serialize = passMarkup, errorPage = plainErrorPage }: WebOptions = {}): HttpPlatform {
  return {
    kind: 'http',
    forms: true,
    serialize(value, ctx) {
      const map = typeof value === 'object' && value !== null ? returnedMap(value, ctx) : undefined;
      // The maps mean the same on every platform: `{ error, status }` is an error, `{ _status, data }` is data.
      if (map !== undefined && map.body === value) {
        return this.serializeError(map.status, (value as { error: string }).error, ctx);
      }
      if (map !== undefined) ctx.status(map.status);
      const data = map === undefined ? value : map.body;
      if (data instanceof Html) return answer(data, ctx, 'the handler');
      const page = serialize(data, ctx);
      if (!isPromise(page)) return answer(page, ctx, 'serialize');
      return page.then((settled) => answer(settled, ctx, 'serialize'));
    },
    serializeError(status, message, ctx) {
      ctx.response.appendHeader('vary', 'Accept');
      if (wantsJson(ctx)) answerJsonError(status, message, ctx);
      else answer(errorPage(status, message, ctx), ctx.status(status), 'errorPage');
    },
  };
}

/** Without a serializer there is nobody who could know what data should look like. */
function passMarkup(data: unknown, ctx: Context): string {
  if (typeof data === 'string') return data;
  throw new TypeError(
    `${ctx.request.method} ${ctx.request.path}: the handler returned data, and web() has no serializer for it. ` +
      'Return html`…` from the handler, or pass web({ serialize }).',
  );
}

function answer(page: unknown, ctx: Context, source: string): void {
  if (page === ctx) return;
  if (!(page instanceof Html) && typeof page !== 'string') {
    throw new TypeError(
      `${ctx.request.method} ${ctx.request.path}: ${source} gave ${nameOf(page)} instead of a page. ` +
        'Return html`…`, a string of markup, or ctx.redirect(url).',
    );
  }
  ctx.response.body = page.toString();
  ctx.response.contentType = 'text/html; charset=utf-8';
}

/** Programs that call a page get the errors that they can read. Browsers name HTML, and most others name nothing. */
function wantsJson(ctx: Context): boolean {
  const accept = ctx.header('accept');
  return accept.includes('application/json') && !accept.includes('text/html');
}

function nameOf(value: unknown): string {
  if (value === null) return 'null';
  if (isPromise(value)) return 'a promise';
  return typeof value === 'object' ? 'an object' : typeof value;
}
