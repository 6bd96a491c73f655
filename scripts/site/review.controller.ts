import { Clock, type Context, type Controller, field, inject, type Route } from 'trellis';
import { Schedule } from '../review/schedule.ts';
import type { ReviewSession } from '../review/session.ts';
import { LocalOnly } from './local-only.ts';
import { type ReviewState, reviewView } from './review-view.ts';
import { Site } from './site.ts';

class AnswerDTO {
  /** Which task is answered: another window may be further along. */
  @field('required') task!: string;
  @field() first!: string;
  @field() second!: string;
}

/** The same tasks as `npm run review`. The page shows where the session is; forms move it on. */
export class ReviewController implements Controller {
  @inject(Site) private readonly site!: Site;
  @inject(Clock) private readonly clock!: Clock;
  #session: ReviewSession | undefined;
  #state: Pick<ReviewState, 'turn' | 'outcome' | 'answered' | 'chosen'> = { answered: [] };
  /** One after another: two windows must not answer the same task. */
  #turn: Promise<unknown> = Promise.resolve();

  routes(): Route[] {
    return [
      {
        path: '/review',
        middlewares: [LocalOnly],
        children: [
          { method: 'GET', path: '/', handler: this.page },
          { method: 'POST', path: '/next', handler: this.next },
          { method: 'POST', path: '/answer', handler: this.answer },
        ],
      },
    ];
  }

  async page() {
    const finished = this.site.workshop().finished();
    const view = this.site.liveView();
    const { standings } = view;
    const state = { ...this.#state, finished, standings, due: this.#schedule().count(finished) };
    const prose = (markdown: string) => this.site.prose(markdown, view);
    const body = await reviewView(state, { prose, highlighter: this.site.highlighter });
    return this.site.tool('review', 'Review', body, view);
  }

  next(ctx: Context) {
    return this.#inTurn(ctx, async () => {
      const { turn, outcome } = this.#state;
      // The open task stays, however often the button is pressed.
      if (turn !== undefined && (outcome === undefined || outcome.verdict === 'open')) return;
      if (this.#session === undefined) {
        // Loaded when the first review starts: it loads the checks and the mistakes.
        const { ReviewSession } = await import('../review/session.ts');
        this.#session = new ReviewSession(this.site.workshop(), this.#schedule());
        this.#state = { answered: [] };
      }
      const next = await this.#session.next();
      this.#state = { answered: this.#state.answered, turn: next };
      if (next === undefined) this.#session = undefined;
    });
  }

  async answer(ctx: Context) {
    const { task, first, second } = await ctx.bind(AnswerDTO);
    return this.#inTurn(ctx, async () => {
      const { turn, outcome, answered } = this.#state;
      if (turn?.task.id !== task || this.#session === undefined) return;
      if (outcome !== undefined && outcome.verdict !== 'open') return;
      const judged = await turn.question.judge([first, second]);
      const rest = this.#session.record(turn, judged);
      if (rest === undefined) {
        this.#state = { turn, outcome: judged, answered };
        return;
      }
      const { kind, chapter } = turn.task;
      const last = { kind, chapter, rest, isRight: judged.verdict === 'right' };
      this.#state = { turn, outcome: judged, answered: [...answered, last], chosen: [first, second] };
    });
  }

  async #inTurn(ctx: Context, work: () => Promise<void>): Promise<Context> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    await done;
    return ctx.redirect('/review/', 303);
  }

  #schedule(): Schedule {
    return new Schedule(this.site.workshop().state, () => this.clock.now());
  }
}
