import type { Context, Controller, Route } from 'trellis';
import { KnownReader } from './known-reader.ts';

/** Notes that readers leave on the blog. Everything about a request comes from its context. */
export class NotesController implements Controller {
  readonly #notes: string[] = [];

  routes(): Route[] {
    return [
      { method: 'GET', path: '/whoami', handler: this.whoami },
      { method: 'POST', path: '/count', handler: this.count },
      { method: 'POST', path: '/notes', handler: this.write },
      { method: 'GET', path: '/notes/:number', handler: this.read },
      { method: 'PUT', path: '/reader/:name', handler: this.remember },
      { method: 'GET', path: '/reader', handler: this.reader },
      { method: 'POST', path: '/guestbook', middlewares: [KnownReader], handler: this.sign },
    ];
  }

  whoami(ctx: Context) {
    return { agent: ctx.header('User-Agent'), reader: ctx.header('X-Reader') || 'stranger' };
  }

  async count(ctx: Context) {
    const body = await ctx.request.body();
    return { bytes: body.length, characters: [...body.toString()].length };
  }

  async write(ctx: Context) {
    const body = await ctx.request.body();
    const number = this.#notes.push(body.toString());
    ctx.response.setHeader('Location', `/notes/${number}`);
    return ctx.status(201).json({ number });
  }

  read(ctx: Context) {
    const note = this.#notes[Number(ctx.param('number')) - 1];
    if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });
    return ctx.status(200).send(note);
  }

  remember(ctx: Context) {
    ctx.setCookie('reader', ctx.param('name'));
  }

  reader(ctx: Context) {
    return { reader: ctx.cookie('reader') };
  }

  async sign(ctx: Context) {
    const body = await ctx.request.body();
    return { from: ctx.get<string>('reader'), text: body.toString() };
  }
}
