import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import type { Chapter } from '../workshop/chapters.ts';
import { differenceOf, differenceView, noDifference, openStepOf, whoseLines } from '../workshop/difference.ts';
import { diagnosisView, examine } from '../workshop/doctor.ts';
import { explainView } from '../workshop/explain-view.ts';
import { lockOf, noStepsIn } from '../workshop/graded/lock.ts';
import { hintFor } from '../workshop/hint-view.ts';
import { wrap } from '../workshop/prose.ts';
import { resetChapter, restoreChapter, savedView } from '../workshop/reset.ts';
import { Terminal } from '../workshop/terminal.ts';
import { Watch } from '../workshop/watch.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `watch`, `hint`, `explain`, `diff`, `replay`, `reset` and `doctor`: help on the way. */
export class LearnController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      {
        path: 'watch/*',
        handler: command(this.watch, { summary: 'check a chapter whenever you save', words: '[chapter]' }),
      },
      {
        path: 'hint/*',
        handler: command(this.hint, {
          summary: 'one more hint for the first step that fails',
          words: '[chapter] [star]',
          examples: ['hint 05', 'hint 05 star'],
        }),
      },
      {
        path: 'explain/*',
        handler: command(this.explain, {
          summary: 'our version of a step you have passed, and why',
          words: '[chapter] [step]',
          examples: ['explain 05', 'explain 05 2'],
        }),
      },
      {
        path: 'replay/*',
        handler: command(this.replay, {
          summary: 'the request that failed, in your code beside the solution',
          words: '[chapter]',
        }),
      },
      {
        path: 'diff/*',
        handler: command(this.diff, {
          summary: 'compare your code with the solution, up to the step you are on',
          words: '[chapter] [step | all]',
          examples: ['diff 05', 'diff 05 2', 'diff 05 all'],
        }),
      },
      {
        path: 'reset/*',
        handler: command(this.reset, {
          summary: 'go back to the starter (your work is saved first)',
          words: '[chapter] [saved work]',
        }),
      },
      {
        path: 'doctor',
        handler: command(this.doctor, { summary: 'find out what is wrong with this machine, and how to fix it' }),
      },
    ];
  }

  hint(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    if (wanted !== undefined && wanted !== 'star')
      throw new UsageError('After the number of the chapter, only "star" is possible: a hint for its variation.');
    return hintFor(this.workshop, this.workshop.chapter(word), this.terminal.width, wanted === 'star');
  }

  async watch(ctx: Context) {
    await new Watch(this.workshop, this.terminal, this.workshop.chapter(ctx.param('*'))).run();
  }

  async doctor(ctx: Context) {
    const diagnoses = await examine();
    // Printed, not sent: in the message of a failure, colours are shown as escapes.
    this.terminal.print(diagnosisView(diagnoses));
    return ctx.status(diagnoses.every(({ isWell }) => isWell) ? 200 : 422).send('');
  }

  async explain(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    if (chapter.unit === 'section') return noStepsIn(chapter);
    const step = wanted === undefined ? undefined : stepNamed(wanted, chapter);
    // It may have passed since the last check.
    if (this.#passed(chapter, step) === undefined) await this.workshop.check(chapter);
    const shown = this.#passed(chapter, step);
    if (shown !== undefined) return explainView(chapter, shown, this.terminal.width);
    const problem = step === undefined ? `No step of chapter ${chapter.number} has` : `Step ${step} hasn't`;
    return ctx.status(422).send(`${problem} passed yet. For a hint: npm run hint ${chapter.number}`);
  }

  async replay(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    // Imported here: the commands that learners type every minute shouldn't wait for it.
    const { NotReplayed, replay } = await import('../workshop/replay/replay.ts');
    const { replayView } = await import('../workshop/replay/replay-view.ts');
    try {
      const replayed = await replay(chapter);
      if (replayed === undefined) return `No check of chapter ${chapter.number} fails: there is nothing to replay.`;
      return replayView(chapter, replayed);
    } catch (error) {
      if (!(error instanceof NotReplayed)) throw error;
      return ctx.status(422).send(error.message);
    }
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

  reset(ctx: Context) {
    const [word = '', saved] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const name = saved === undefined ? resetChapter(chapter) : restoreChapter(chapter, saved);
    this.workshop.progress.forget(chapter);
    const back = name && `What it replaced is saved. To get it back: npm run reset ${chapter.number} ${name}`;
    if (saved !== undefined)
      return [`Chapter ${chapter.number} has the work from ${saved} again.`, back].filter(Boolean).join('\n');
    return `Chapter ${chapter.number} is the starter${name === undefined ? '' : ' again'}.\n${savedView(chapter)}`;
  }

  /** The step if it has passed; without one, the latest that has. */
  #passed(chapter: Chapter, step: number | undefined): number | undefined {
    const passed = this.workshop.progress.of(chapter).passed.filter((number) => number <= chapter.steps.length);
    return step === undefined ? passed.at(-1) : passed.find((number) => number === step);
  }
}

function stepNamed(word: string, chapter: Chapter): number {
  const step = chapter.steps.find(({ number }) => String(number) === word);
  if (step !== undefined) return step.number;
  throw new UsageError(`Chapter ${chapter.number} has no step "${word}". Its steps are 1 to ${chapter.steps.length}.`);
}
