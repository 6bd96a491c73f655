import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { Board } from './board.service.ts';

export class BoardCommands implements Controller {
  @inject(Board) private readonly board!: Board;

  routes(): Route[] {
    return [
      {
        path: 'notes',
        children: [{ path: 'remove/:id', handler: command(this.remove, { summary: 'take a note down' }) }],
      },
    ];
  }

  remove(ctx: Context) {
    const id = ctx.param('id');
    if (!this.board.takeDown(id)) throw new Error(`There is no note "${id}".`);
    return { id, removed: true };
  }
}
