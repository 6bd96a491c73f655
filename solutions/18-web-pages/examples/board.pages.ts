import {
  type AppOptions,
  type Context,
  type Controller,
  field,
  type Html,
  html,
  inject,
  type Route,
  web,
} from 'trellis';
import { Board } from './board.service.ts';

class NoteInput {
  @field() text!: string;
}

export class BoardPages implements Controller {
  @inject(Board) private readonly board!: Board;

  routes(): Route[] {
    return [
      { method: 'GET', path: '/', handler: this.index },
      { method: 'POST', path: '/notes', handler: this.pin },
    ];
  }

  index() {
    return html`<ul>${this.board.all().map(({ text }) => html`<li>${text}</li>`)}</ul>`;
  }

  async pin(ctx: Context) {
    const { text } = await ctx.bind(NoteInput);
    if (text.length > 80) {
      ctx.status(422);
      return noteForm(text, 'is longer than the paper');
    }
    this.board.pin(text);
    return ctx.redirect('/', 303);
  }
}

function noteForm(text: string, problem: string): Html {
  return html`<p>Your note ${problem}.</p>
    <form method="post" action="/notes"><label>Note <input name="text" value="${text}"></label></form>`;
}

/** What all pages have in common. */
function frame(content: Html): Html {
  return html`<!doctype html><title>The board</title>${content}`;
}

export const boardOptions: AppOptions = {
  platform: web({
    serialize: (content) => frame(content as Html),
    errorPage: (_status, message) => frame(html`<h1>${message}</h1>`),
  }),
};
