import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { differenceOf, differenceView } from '../difference.ts';
import { diagnosisView, examine } from '../doctor.ts';
import { hintFor } from '../hint-view.ts';
import { resetChapter, restoreChapter, savedView } from '../reset.ts';
import { Terminal } from '../terminal.ts';
import { Watch } from '../watch.ts';
import { Workshop } from '../workshop.ts';

/** `watch`, `hint`, `diff`, `reset` and `doctor`: help on the way. */
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
        handler: command(this.hint, { summary: 'one more hint for the first step that fails', words: '[chapter]' }),
      },
      {
        path: 'diff/*',
        handler: command(this.diff, { summary: 'compare your code with the solution', words: '[chapter]' }),
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
    return hintFor(this.workshop, this.workshop.chapter(ctx.param('*')), this.terminal.width);
  }

  async watch(ctx: Context) {
    await new Watch(this.workshop, this.terminal, this.workshop.chapter(ctx.param('*'))).run();
  }

  async doctor(ctx: Context) {
    const diagnoses = await examine();
    return ctx.status(diagnoses.every(({ isWell }) => isWell) ? 200 : 422).send(diagnosisView(diagnoses));
  }

  diff(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    const differences = differenceOf(chapter);
    if (differences.length === 0) return `Chapter ${chapter.number}: your code is identical to the solution.`;
    const head = pc.dim(
      `Red lines are yours, green ones are the solution's. There are other correct solutions: npm test ${chapter.number} decides.`,
    );
    return [head, ...differences.map(differenceView)].join('\n\n');
  }

  reset(ctx: Context) {
    const [word = '', saved] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    const name = saved === undefined ? resetChapter(chapter) : restoreChapter(chapter, saved);
    this.workshop.progress.forget(chapter);
    const back = name && `What it replaced is saved. To get it back: npm run reset ${chapter.number} ${name}`;
    if (saved !== undefined)
      return [`Chapter ${chapter.number} has the work of ${saved} again.`, back].filter(Boolean).join('\n');
    return `Chapter ${chapter.number} is the starter${name === undefined ? '' : ' again'}.\n${savedView(chapter)}`;
  }
}
