import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { differenceOf, differenceView, noDifference, openStepOf, whoseLines } from '../../workshop/difference.ts';
import { stepNamed } from '../../workshop/find-step.ts';
import { lockOf } from '../../workshop/graded/lock.ts';
import { wrap } from '../../workshop/prose.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'compare your code with the solution, up to the step you are on',
  words: '[chapter] [step | all]',
  examples: ['diff 05', 'diff 05 2', 'diff 05 all'],
};

/** `diff`: the learner’s code and the solution. */
export default class DiffController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'diff/*', handler: command(this.diff, usage) }];
  }

  diff(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    const { passed } = this.workshop.progress.of(chapter);
    const step =
      wanted === undefined ? openStepOf(chapter, passed) : wanted === 'all' ? undefined : stepNamed(wanted, chapter);
    const whole = step === undefined ? [] : [pc.dim(`The whole solution: npm run diff ${chapter.number} all`)];
    const differences = differenceOf(chapter, step);
    if (differences.length === 0) return [`Chapter ${chapter.number}: ${noDifference(step)}`, ...whole].join('\n');
    const { width } = this.terminal;
    const head = pc.dim(wrap(whoseLines(step), width));
    return [head, ...differences.map(differenceView), ...whole].join('\n\n');
  }
}
