import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type Context, type Controller, earlyHints, HttpError, module, type Route } from 'trellis';

async function* csv(...rows: string[][]) {
  for (const row of rows) yield `${row.join(',')}\r\n`;
}

async function slowTitle() {
  return 'The Gardener';
}

export class AnswersController implements Controller {
  routes(): Route[] {
    return [
      { method: 'GET', path: '/value', handler: this.value },
      { method: 'POST', path: '/created', handler: this.created },
      { method: 'GET', path: '/text', handler: this.text },
      { method: 'GET', path: '/old', handler: this.old },
      { method: 'GET', path: '/cookie', handler: this.cookie },
      { method: 'GET', path: '/teapot', handler: this.teapot },
      { method: 'GET', path: '/maps/error', handler: this.errorMap },
      { method: 'GET', path: '/maps/data', handler: this.dataMap },
      { method: 'GET', path: '/file', handler: this.file },
      { method: 'GET', path: '/listing', handler: this.listing },
      { method: 'GET', path: '/rows', handler: this.rows },
      { method: 'GET', path: '/digest', handler: this.digest },
      { method: 'GET', path: '/hinted', handler: this.hinted },
      { method: 'GET', path: '/standard', handler: this.standard },
      { method: 'GET', path: '/slow', handler: this.slow },
      { method: 'POST', path: '/raw', handler: this.raw },
    ];
  }

  value(ctx: Context) {
    return { greeting: `Hello, ${ctx.queryDefault('name', 'reader')}` };
  }

  created(ctx: Context) {
    return ctx.status(201).json({ id: '7' });
  }

  text(ctx: Context) {
    ctx.response.setHeader('x-language', ctx.header('accept-language') || 'none');
    return ctx.status(200).send('plain words');
  }

  old(ctx: Context) {
    return ctx.redirect('/value');
  }

  cookie(ctx: Context) {
    ctx.setCookie('visits', String(Number(ctx.cookie('visits')) + 1), { maxAge: 3600 });
    return { before: ctx.cookie('visits') };
  }

  teapot() {
    throw new HttpError(418, 'No coffee here');
  }

  errorMap() {
    return { error: 'Not today', status: 503 };
  }

  dataMap() {
    return { _status: 202, data: { queued: true } };
  }

  file(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/plain; charset=utf-8');
    return ctx.stream(createReadStream(new URL(import.meta.url)));
  }

  listing(ctx: Context) {
    const path = new URL('library.ts', import.meta.url);
    return ctx.sendFile(path, { contentType: 'text/plain; charset=utf-8', cacheControl: 'private, max-age=60' });
  }

  rows(ctx: Context) {
    ctx.response.setHeader('content-type', 'text/csv; charset=utf-8');
    return ctx.stream(csv(['id', 'title'], ['1', 'The Gardener']));
  }

  digest(ctx: Context) {
    const hash = createHash('sha256');
    const source = createReadStream(new URL(import.meta.url)).on('data', (chunk) => hash.update(chunk));
    ctx.response.setHeader('trailer', 'content-digest');
    return ctx.stream(source, { trailers: () => ({ 'content-digest': `sha-256=:${hash.digest('base64')}:` }) });
  }

  async hinted(ctx: Context) {
    earlyHints(ctx, '</style.css>; rel=preload; as=style');
    const title = await slowTitle();
    return ctx.send(title);
  }

  standard() {
    return new Response('plain words', { status: 202 });
  }

  async slow(ctx: Context) {
    const answer = await fetch('http://localhost:1/', { signal: ctx.signal });
    return answer.json();
  }

  async raw(ctx: Context) {
    const bytes = await ctx.request.body();
    return { bytes: bytes.length };
  }
}

export const AnswersModule = module('AnswersModule', { declarations: [AnswersController] });
