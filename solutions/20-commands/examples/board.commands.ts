import { type Context, type Controller, command, field, inject, type Route, UsageError } from 'trellis';
import { Terminal } from '../src/commands/terminal.ts';
import { Board } from './board.service.ts';

class ListDTO {
  @field('integer,min=1') newest!: number;
  @field('boolean') long!: boolean;
}

export class BoardCommands implements Controller {
  @inject(Board) private readonly board!: Board;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      {
        path: 'notes',
        children: [{ path: 'remove/:id', handler: command(this.remove, { summary: 'take a note down' }) }],
      },
      {
        path: 'list',
        handler: command(this.list, {
          summary: 'list the notes',
          options: { '--newest=<n>': 'only this many', '--long': 'with the whole text' },
        }),
      },
      { path: 'clear', handler: command(this.clear, { summary: 'take all notes down' }) },
    ];
  }

  remove(ctx: Context) {
    const id = ctx.param('id');
    if (!this.board.takeDown(id)) throw new Error(`There is no note "${id}".`);
    return { id, removed: true };
  }

  async list(ctx: Context) {
    const { newest, long } = await ctx.bind(ListDTO);
    const notes = this.board.all().slice(-newest);
    return notes.map(({ id, text }) => ({ id, text: long ? text : text.slice(0, 20) }));
  }

  async clear() {
    if (!this.terminal.isInteractive) throw new UsageError('There is nobody to ask. Add --yes if you are sure.');
    const answer = await this.terminal.ask('Take all notes down? [y/N] ');
    if (answer !== 'y') throw new Error('The board is as it was.');
    for (const { id } of this.board.all()) this.board.takeDown(id);
    return { cleared: true };
  }
}
