import { type Context, type Controller, command, inject, type Route } from 'trellis';
import type { Chapter } from '../chapters.ts';
import { Terminal } from '../terminal.ts';
import { Workshop } from '../workshop.ts';

/** `replay`: sends the request of a failed check again, to the learner's program and to the solution. */
export class ReplayController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    const summary = 'the request that failed, in your code beside the solution';
    return [{ path: 'replay/*', handler: command(this.replay, { summary, words: '[chapter]' }) }];
  }

  async replay(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    const failure = this.workshop.failures.of(chapter);
    if (failure === undefined) {
      const isDone = this.#isDone(chapter);
      return ctx.status(isDone ? 200 : 422).send(nothingKept(chapter, isDone));
    }
    // Imported here: the commands that learners type every minute shouldn't wait for it.
    const { NotReplayed, replay } = await import('../replay/replay.ts');
    const { replayView } = await import('../replay/replay-view.ts');
    try {
      this.terminal.print(replayView(chapter, await replay(chapter, failure)));
    } catch (error) {
      if (!(error instanceof NotReplayed)) throw error;
      return ctx.status(422).send(error.message);
    }
    return ctx.send('');
  }

  #isDone(chapter: Chapter): boolean {
    const standing = this.workshop.standings().find((candidate) => candidate.chapter === chapter);
    return standing !== undefined && standing.total > 0 && standing.done === standing.total;
  }
}

function nothingKept({ number }: Chapter, isDone: boolean): string {
  if (isDone) return `Chapter ${number} is done: no check fails, so there is nothing to replay.`;
  return `No failed check of chapter ${number} is kept. Check it first: npm test ${number}`;
}
