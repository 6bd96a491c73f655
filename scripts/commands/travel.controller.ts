import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import type { Arrival } from '../workshop/travel/travel.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `import` and `export`: the work of a learner between the browser and this machine. */
export class TravelController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [
      {
        path: 'import/*',
        handler: command(this.import, {
          summary: 'take over the work that you have downloaded in the browser (everything is saved first)',
          words: '[file]',
          examples: ['import trellis-work-2026-11-18.json'],
        }),
      },
      {
        path: 'export/*',
        handler: command(this.export, {
          summary: 'write your work into a file that the browser, or another machine, can open',
          words: '[chapter]',
          examples: ['export', 'export 03'],
        }),
      },
    ];
  }

  async import(ctx: Context) {
    const file = ctx.param('*');
    if (file === '') throw new UsageError('Name the file that you have downloaded.');
    const { importWork } = await import('../workshop/travel/travel.ts');
    try {
      return importWork(this.workshop, file).map(arrivalView).join('\n');
    } catch (error) {
      return refusal(ctx, error, `Nothing was taken over. `);
    }
  }

  async export(ctx: Context) {
    const word = ctx.param('*');
    const { exportWork } = await import('../workshop/travel/travel.ts');
    const chapters = word === '' ? this.workshop.chapters : [this.workshop.chapter(word)];
    try {
      const done = exportWork(this.workshop, chapters, process.cwd());
      if (done === undefined)
        return ctx.status(422).send('There is no work to export: every chapter is still the starter.');
      const numbers = done.exported.map(({ number }) => number).join(', ');
      return `${done.name} has your work on ${done.exported.length === 1 ? 'chapter' : 'chapters'} ${numbers}.\nIn the browser: Continue on your machine …, Open work from a file. On another machine: npm run import ${done.name}`;
    } catch (error) {
      return refusal(ctx, error, '');
    }
  }
}

function arrivalView({ chapter, passed, saved, isSame, hadStar }: Arrival): string {
  const { number, title, steps } = chapter;
  const had = `${passed.length} of ${steps.length} steps passed where it comes from${hadStar ? ', with a star' : ''}`;
  return [
    `Chapter ${number}, ${title}: ${isSame ? 'these files were here already' : 'taken over'}; ${had}.`,
    `  To check it here: npm test ${number}`,
    saved && `  What it replaced is saved. To get it back: npm run reset ${number} ${saved}`,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A damaged file, and a disk that is full or can't be written, are no fault of ours. */
async function refusal(ctx: Context, error: unknown, before: string) {
  const { BadWorkFile } = await import('../workshop/travel/work-file.ts');
  if (error instanceof BadWorkFile) return ctx.status(422).send(`${before}${error.message}`);
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return ctx.status(422).send(`${error.message}. What to do: npm run doctor`);
}
