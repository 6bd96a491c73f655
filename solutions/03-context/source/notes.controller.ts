// #region step-1
import type { Context, Controller, Route } from 'trellis';
// #starter
// import type { Controller, Route } from 'trellis';
// #endregion
// #region step-6
import { KnownReader } from './known-reader.ts';
// #endregion

/** Notes that readers leave on the blog. Everything about a request comes from its context. */
export class NotesController implements Controller {
  // #region step-3
  readonly #notes: string[] = [];
  // #starter
  // // Step 3: add a field for the notes.
  // #endregion

  routes(): Route[] {
    return [
      // #region step-1
      { method: 'GET', path: '/whoami', handler: this.whoami },
      // #starter
      // // Step 1: add the route GET /whoami.
      // #endregion
      // #region step-2
      { method: 'POST', path: '/count', handler: this.count },
      // #starter
      // // Step 2: add the route POST /count.
      // #endregion
      // #region step-3
      { method: 'POST', path: '/notes', handler: this.write },
      // #starter
      // // Step 3: add the route POST /notes.
      // #endregion
      // #region step-4
      { method: 'GET', path: '/notes/:number', handler: this.read },
      // #starter
      // // Step 4: add the route GET /notes/:number.
      // #endregion
      // #region step-5
      { method: 'PUT', path: '/reader/:name', handler: this.remember },
      { method: 'GET', path: '/reader', handler: this.reader },
      // #starter
      // // Step 5: add the routes PUT /reader/:name and GET /reader.
      // #endregion
      // #region step-6
      { method: 'POST', path: '/guestbook', middlewares: [KnownReader], handler: this.sign },
      // #starter
      // // Step 6: add the route POST /guestbook, with the middleware KnownReader.
      // #endregion
    ];
  }

  // #region step-1
  whoami(ctx: Context) {
    return { agent: ctx.header('User-Agent'), reader: ctx.header('X-Reader') || 'stranger' };
  }
  // #starter
  // // Step 1: add its handler, which returns two request headers.
  // #endregion

  // #region step-2
  async count(ctx: Context) {
    const body = await ctx.request.body();
    return { bytes: body.length, characters: [...body.toString()].length };
  }
  // #starter
  // // Step 2: add its handler, which returns the length of the body in bytes and in characters.
  // #endregion

  // #region step-3
  async write(ctx: Context) {
    const body = await ctx.request.body();
    const number = this.#notes.push(body.toString());
    ctx.response.setHeader('Location', `/notes/${number}`);
    return ctx.status(201).json({ number });
  }
  // #starter
  // // Step 3: add its handler, which stores the note and responds with 201, a Location header and the number.
  // #endregion

  // #region step-4
  read(ctx: Context) {
    const note = this.#notes[Number(ctx.param('number')) - 1];
    if (note === undefined) return ctx.status(404).json({ error: 'Note not found' });
    return ctx.status(200).send(note);
  }
  // #starter
  // // Step 4: add its handler, which responds with the note as plain text, or with 404.
  // #endregion

  // #region step-5
  remember(ctx: Context) {
    ctx.setCookie('reader', ctx.param('name'));
  }

  reader(ctx: Context) {
    return { reader: ctx.cookie('reader') };
  }
  // #starter
  // // Step 5: add their handlers: one sets the cookie, the other returns its value.
  // #endregion

  // #region step-6
  async sign(ctx: Context) {
    const body = await ctx.request.body();
    return { from: ctx.get<string>('reader'), text: body.toString() };
  }
  // #starter
  // // Step 6: add its handler, which returns the reader's name and the body.
  // #endregion
}
