import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'write your work into a file that the browser, or another machine, can open',
  words: '[chapter]',
  examples: ['export', 'export 03'],
};

/** `export`: the work on this machine, as a file. */
export default class ExportController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [{ path: 'export/*', handler: command(this.export, usage) }];
  }

  async export(ctx: Context) {
    const word = ctx.param('*');
    const { exportWork } = await import('../../workshop/travel/travel.ts');
    const { refusal } = await import('../../workshop/travel/refusal.ts');
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
