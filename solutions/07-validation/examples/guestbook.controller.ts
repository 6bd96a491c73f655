import { type Context, type Controller, HttpError, type Route } from 'trellis';
import { CommentDTO, EditCommentDTO } from './comment.dto.ts';

const pages = 200;

/** A book that visitors write in. */
export class GuestbookController implements Controller {
  readonly #comments: object[] = [];

  routes(): Route[] {
    return [
      { method: 'POST', path: '/comments', handler: this.comment },
      { method: 'PUT', path: '/comments/:number', handler: this.edit },
    ];
  }

  async comment(ctx: Context) {
    const body = await ctx.bind(CommentDTO);
    this.#write(body);
    return ctx.status(201).json(body);
  }

  async edit(ctx: Context) {
    const { text, stars, hidden } = await ctx.bind(EditCommentDTO);
    this.#comments[Number(ctx.param('number'))] = { text, stars, hidden };
  }

  #write(comment: object): void {
    if (this.#comments.length >= pages) throw new HttpError(503, 'The guestbook is full');
    this.#comments.push(comment);
  }
}
