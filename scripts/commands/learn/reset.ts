import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import type { Chapter } from '../../workshop/chapters.ts';
import { resetChapter, restoreChapter, savedView } from '../../workshop/reset.ts';
import { freeStarterOf } from '../../workshop/starters.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'go back to the starter (your work is saved first)',
  words: '[chapter] [free|saved work]',
  examples: ['reset 23', 'reset 23 free'],
};

/** `reset`: back to the starter, to the one for a design of one's own, or to work that was saved. */
export default class ResetController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [{ path: 'reset/*', handler: command(this.reset, usage) }];
  }

  reset(ctx: Context) {
    const [word = '', saved] = ctx.param('*').split(' ');
    const chapter = this.workshop.chapter(word);
    if (saved === 'free') return this.#free(ctx, chapter);
    const name = saved === undefined ? resetChapter(chapter) : restoreChapter(chapter, saved);
    this.workshop.progress.forget(chapter);
    if (saved !== undefined)
      return [`Chapter ${chapter.number} has the work from ${saved} again.`, wayBack(chapter, name)]
        .filter(Boolean)
        .join('\n');
    return `Chapter ${chapter.number} is the starter${name === undefined ? '' : ' again'}.\n${savedView(chapter)}`;
  }

  #free(ctx: Context, chapter: Chapter) {
    const { number, slug } = chapter;
    const starter = freeStarterOf(chapter);
    if (starter === undefined) {
      const others = this.workshop.chapters.filter(freeStarterOf).map((each) => each.number);
      const which = others.length > 0 ? ` Those that do are: ${others.join(', ')}.` : '';
      return ctx.status(422).send(`Chapter ${number} has no starter for a design of your own.${which}`);
    }
    const name = resetChapter(chapter, undefined, undefined, starter);
    this.workshop.progress.forget(chapter);
    return [
      `Chapter ${number} is ready for a design of your own. The section "Two ways" of its README has the rules:`,
      `  chapters/${slug}/README.md`,
      wayBack(chapter, name),
    ]
      .filter(Boolean)
      .join('\n');
  }
}

function wayBack({ number }: Chapter, name: string | undefined): string | undefined {
  return name && `What it replaced is saved. To get it back: npm run reset ${number} ${name}`;
}
