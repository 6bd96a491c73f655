import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import type { Chapter } from '../../workshop/chapters.ts';
import { explainView } from '../../workshop/explain-view.ts';
import { stepNamed } from '../../workshop/find-step.ts';
import { lockOf, noStepsIn } from '../../workshop/graded/lock.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'your version of a step you have passed next to ours, and our reasons',
  words: '[chapter] [step]',
  examples: ['explain 05', 'explain 05 2'],
};

/** `explain`: our version of a step, for those who have one of their own. */
export default class ExplainController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'explain/*', handler: command(this.explain, usage) }];
  }

  async explain(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    if (chapter.unit === 'section') return noStepsIn(chapter);
    const step = wanted === undefined ? undefined : stepNamed(wanted, chapter);
    // It may have passed since the last check.
    if (this.#passed(chapter, step) === undefined) {
      this.terminal.announce(`Checking chapter ${chapter.number} …`);
      await this.workshop.check(chapter);
    }
    const shown = this.#passed(chapter, step);
    if (shown !== undefined) {
      const { compareRuns, compareStep } = await import('../../workshop/explain/compare.ts');
      const compared = await compareStep(chapter, shown, this.workshop.progress);
      if (compared.isOpen) this.terminal.print(pc.dim('Running both programs …\n'));
      const measured = compared.isOpen ? await compareRuns(chapter, shown, compared) : [];
      const all = { ...compared, statements: [...compared.statements, ...measured] };
      return explainView(chapter, shown, this.terminal.width, all);
    }
    const problem = step === undefined ? `No step of chapter ${chapter.number} has` : `Step ${step} hasn't`;
    return ctx.status(422).send(`${problem} passed yet. For a hint: npm run hint ${chapter.number}`);
  }

  /** The step if it has passed; without one, the latest that has. */
  #passed(chapter: Chapter, step: number | undefined): number | undefined {
    const passed = this.workshop.progress.of(chapter).passed.filter((number) => number <= chapter.steps.length);
    return step === undefined ? passed.at(-1) : passed.find((number) => number === step);
  }
}
