import { Clock, type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `review` and `report`: what has been learned, for the learner and for a teacher. */
export class ReviewController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    const summary = 'five short tasks from chapters you have finished, or a checklist for reviewing chapter 33';
    return [
      { path: 'review/*', handler: command(this.review, { summary, words: '[33]' }) },
      { path: 'report', handler: command(this.report, { summary: 'your progress as JSON, to hand in' }) },
    ];
  }

  async review(ctx: Context) {
    const word = ctx.param('*');
    if (word !== '') return this.#checklist(word);
    // Loaded here: the commands that learners type every minute shouldn't wait for it.
    const { reviewInTerminal } = await import('../review/in-terminal.ts');
    const { Schedule } = await import('../review/schedule.ts');
    const schedule = new Schedule(this.workshop.state, () => this.clock.now());
    try {
      return await reviewInTerminal(this.workshop, this.terminal, schedule);
    } finally {
      this.terminal.stopAsking();
    }
  }

  /** Only a program that nobody has guided has something to be reviewed. */
  async #checklist(word: string): Promise<string> {
    const chapter = this.workshop.chapter(word);
    if (chapter.unit !== 'section')
      throw new UsageError(
        `Chapter ${chapter.number} has steps, and its checks review them. For five short tasks: npm run review`,
      );
    const { reviewOf } = await import('../workshop/graded/review.ts');
    return reviewOf(chapter, this.workshop.progress);
  }

  async report() {
    const { reportOf } = await import('./report.ts');
    return JSON.stringify(await reportOf(this.workshop, this.clock.now()), null, 2);
  }
}
