import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { resetChapter, restoreChapter, savedView } from '../../workshop/reset.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'go back to the starter (your work is saved first)',
  words: '[chapter] [saved work]',
};

/** `reset`: back to the starter, or to work that was saved. */
export default class ResetController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [{ path: 'reset/*', handler: command(this.reset, usage) }];
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
}
