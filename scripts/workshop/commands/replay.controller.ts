import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { Workshop } from '../workshop.ts';

/** `replay`: sends the request of a failed check again, to the learner's program and to the solution. */
export class ReplayController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    const summary = 'the request that failed, in your code beside the solution';
    return [{ path: 'replay/*', handler: command(this.replay, { summary, words: '[chapter]' }) }];
  }

  async replay(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    // Imported here: the commands that learners type every minute shouldn't wait for it.
    const { NotReplayed, replay } = await import('../replay/replay.ts');
    const { replayView } = await import('../replay/replay-view.ts');
    try {
      const replayed = await replay(chapter);
      return replayed
        ? replayView(chapter, replayed)
        : `No check of chapter ${chapter.number} fails: there is nothing to replay.`;
    } catch (error) {
      if (!(error instanceof NotReplayed)) throw error;
      return ctx.status(422).send(error.message);
    }
  }
}
