import { Clock, type Controller, command, inject, type Route } from 'trellis';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `review` and `report`: what has been learned, for the learner and for a teacher. */
export class ReviewController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    const summary = 'five short tasks from chapters you have finished';
    return [
      { path: 'review', handler: command(this.review, { summary }) },
      { path: 'report', handler: command(this.report, { summary: 'your progress as JSON, to hand in' }) },
    ];
  }

  async review() {
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

  async report() {
    const { reportOf } = await import('./report.ts');
    return JSON.stringify(await reportOf(this.workshop, this.clock.now()), null, 2);
  }
}
