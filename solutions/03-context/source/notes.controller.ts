// #region step-1
import type { Context, Controller, Route } from 'trellis';
// #starter
// import type { Controller, Route } from 'trellis';
// #endregion
// #region step-6
import { KnownReader } from './known-reader.ts';
// #endregion

/** Notes that readers leave in the margin. Everything it knows of a request, it asks the context. */
export class NotesController implements Controller {
  // #region step-3
  readonly #notes: string[] = [];
  // #endregion

  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/whoami', handler: this.whoami },
      // #starter
      // // Step 1: the route that tells who asks.
      // #endregion
      // #region step-2
      { method: 'POST', path: '/count', handler: this.count },
      // #starter
      // // Step 2: the route that counts what it is sent.
      // #endregion
      // #region step-3
      { method: 'POST', path: '/notes', handler: this.write },
      // #starter
      // // Step 3: the route that takes a note.
      // #endregion
      // #region step-4
      { method: 'GET', path: '/notes/:number', handler: this.read },
      // #starter
      // // Step 4: one route for every note.
      // #endregion
      // #region step-5
      { method: 'PUT', path: '/reader/:name', handler: this.remember },
      { method: 'GET', path: '/reader', handler: this.reader },
      // #starter
      // // Step 5: the route that sets the cookie, and the one that reads it.
      // #endregion
      // #region step-6
      { method: 'GET', path: '/welcome', middlewares: [KnownReader], handler: this.welcome },
      // #starter
      // // Step 6: the route of the welcome, with the middleware in front of it.
      // #endregion
    ];
  }

  // #region step-1
  whoami(ctx: Context) {
    return { agent: ctx.header('User-Agent'), reader: ctx.header('X-Reader') || 'stranger' };
  }
  // #starter
  // // Step 1: the handler that gives two headers.
  // #endregion

  // #region step-2
  async count(ctx: Context) {
    const body = await ctx.request.body();
    return { bytes: body.length, characters: [...body.toString()].length };
  }
  // #starter
  // // Step 2: the handler that gives the length of the body, in bytes and in characters.
  // #endregion

  // #region step-3
  async write(ctx: Context) {
    const body = await ctx.request.body();
    const number = this.#notes.push(body.toString());
    ctx.response.setHeader('Location', `/notes/${number}`);
    return ctx.status(201).json({ number });
  }
  // #starter
  // // Step 3: the handler that keeps the note, and answers 201 with its number and its address.
  // #endregion

  // #region step-4
  read(ctx: Context) {
    const note = this.#notes[Number(ctx.param('number')) - 1];
    if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });
    return ctx.status(200).send(note);
  }
  // #starter
  // // Step 4: the handler that gives the note as text, or 404 as JSON.
  // #endregion

  // #region step-5
  remember(ctx: Context) {
    ctx.setCookie('reader', ctx.param('name'));
  }

  reader(ctx: Context) {
    return { reader: ctx.cookie('reader') };
  }
  // #starter
  // // Step 5: their two handlers.
  // #endregion

  // #region step-6
  welcome(ctx: Context) {
    return { message: `Welcome, ${ctx.get<string>('reader')}!` };
  }
  // #starter
  // // Step 6: the handler that greets whom the middleware has found.
  // #endregion
}
