import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import type { Arrival } from '../../workshop/travel/travel.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'take over work from the browser (everything is saved first)',
  words: '[file]',
  examples: ['import trellis-work-2026-11-18.json'],
};

/** `import`: work that was done in a browser, or on another machine. */
export default class ImportController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [{ path: 'import/*', handler: command(this.import, usage) }];
  }

  async import(ctx: Context) {
    const file = ctx.param('*');
    if (file === '') throw new UsageError('Name the file that you have downloaded.');
    const { importWork } = await import('../../workshop/travel/travel.ts');
    const { refusal } = await import('../../workshop/travel/refusal.ts');
    try {
      return importWork(this.workshop, file).map(arrivalView).join('\n');
    } catch (error) {
      return refusal(ctx, error, `Nothing was taken over. `);
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
