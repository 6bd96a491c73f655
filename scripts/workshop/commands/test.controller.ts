import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { boardOf } from '../board.ts';
import { Terminal } from '../terminal.ts';
import { testChapter } from '../test-chapter.ts';
import { Workshop } from '../workshop.ts';

/** `test` and `board`: how far the learner is, in one chapter and in all of them. */
export class TestController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      { path: 'test/*', handler: command(this.test, { summary: 'check your steps of a chapter', words: '[chapter]' }) },
      { path: 'board', handler: command(this.board, { summary: 'your progress in every chapter' }) },
    ];
  }

  async test(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    return ctx.status((await testChapter(this.workshop, this.terminal, chapter)) ? 200 : 422).send('');
  }

  async board() {
    await this.workshop.refresh();
    this.terminal.print(boardOf(this.workshop.standings()));
  }
}
