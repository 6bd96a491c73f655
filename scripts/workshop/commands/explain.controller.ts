import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import type { Chapter } from '../chapters.ts';
import { explainView } from '../explain-view.ts';
import { Terminal } from '../terminal.ts';
import { Workshop } from '../workshop.ts';

/** `explain`: our version of a step that the learner has passed. */
export class ExplainController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    const usage = {
      summary: 'our version of a step you have passed, and why',
      words: '[chapter] [step]',
      examples: ['explain 05', 'explain 05 2'],
    };
    return [{ path: 'explain/*', handler: command(this.explain, usage) }];
  }

  async explain(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const step = wanted === undefined ? undefined : stepNamed(wanted, chapter);
    if (step === undefined ? this.#latest(chapter) === undefined : !this.#hasPassed(chapter, step)) {
      // It may have passed since the last check.
      await this.workshop.check(chapter);
    }
    const shown = step ?? this.#latest(chapter);
    if (shown !== undefined && this.#hasPassed(chapter, shown)) return explainView(chapter, shown, this.terminal.width);
    const problem = step === undefined ? `No step of chapter ${chapter.number} has` : `Step ${step} hasn't`;
    return ctx.status(422).send(`${problem} passed yet. For a hint: npm run hint ${chapter.number}`);
  }

  #hasPassed(chapter: Chapter, step: number): boolean {
    return this.workshop.progress.of(chapter).passed.includes(step);
  }

  #latest(chapter: Chapter): number | undefined {
    return chapter.steps.findLast(({ number }) => this.#hasPassed(chapter, number))?.number;
  }
}

function stepNamed(word: string, chapter: Chapter): number {
  const step = chapter.steps.find(({ number }) => String(number) === word);
  if (step !== undefined) return step.number;
  throw new UsageError(`Chapter ${chapter.number} has no step "${word}". Its steps are 1 to ${chapter.steps.length}.`);
}
