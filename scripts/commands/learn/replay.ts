import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { lockOf } from '../../workshop/graded/lock.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'the request that failed, in your code beside the solution',
  words: '[chapter]',
};

/** `replay`: the request that failed, sent again. */
export default class ReplayController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'replay/*', handler: command(this.replay, usage) }];
  }

  async replay(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    // Imported here: the commands that learners type every minute shouldn't wait for it.
    const { NotReplayed, replay } = await import('../../workshop/replay/replay.ts');
    const { replayView } = await import('../../workshop/replay/replay-view.ts');
    this.terminal.announce(`Checking chapter ${chapter.number} …`);
    try {
      const replayed = await replay(chapter);
      if (replayed === undefined) return `No check of chapter ${chapter.number} fails: there is nothing to replay.`;
      return replayView(chapter, replayed, this.terminal.width);
    } catch (error) {
      if (!(error instanceof NotReplayed)) throw error;
      return ctx.status(422).send(error.message);
    }
  }
}
