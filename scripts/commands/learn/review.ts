import { Clock, type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'five short tasks from finished chapters, or a checklist for chapter 33',
  words: '[33]',
};

/** `review`: what has been learned, asked again. */
export default class ReviewController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [{ path: 'review/*', handler: command(this.review, usage) }];
  }

  async review(ctx: Context) {
    const word = ctx.param('*');
    if (word !== '') return this.#checklist(word);
    // Loaded here: the commands that learners type every minute shouldn't wait for it.
    const { reviewInTerminal } = await import('../../review/in-terminal.ts');
    const { Schedule } = await import('../../review/schedule.ts');
    const schedule = new Schedule(this.workshop.state, () => this.clock.now());
    try {
      const result = await reviewInTerminal(this.workshop, this.terminal, schedule);
      return [result, await this.#drills()].filter((line) => line !== '').join('\n');
    } finally {
      this.terminal.stopAsking();
    }
  }

  /** A drill takes longer than all tasks of a review, so it isn't one of them. */
  async #drills(): Promise<string> {
    const { Drills } = await import('../../workshop/drills/record.ts');
    const { summaryView } = await import('../../workshop/drills/views.ts');
    return summaryView(new Drills(this.workshop.state).all(), this.clock.now());
  }

  /** Only a program that nobody has guided has something to be reviewed. */
  async #checklist(word: string): Promise<string> {
    const chapter = this.workshop.chapter(word);
    if (chapter.unit !== 'section')
      throw new UsageError(
        `Chapter ${chapter.number} has steps, and its checks review them. For five short tasks: npm run review`,
      );
    const { reviewOf } = await import('../../workshop/graded/review.ts');
    return reviewOf(chapter, this.workshop.progress);
  }
}
