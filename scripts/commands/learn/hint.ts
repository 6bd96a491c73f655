import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { hintFor } from '../../workshop/hint-view.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'one more hint for the first step that fails',
  words: '[chapter] [star]',
  examples: ['hint 05', 'hint 05 star'],
};

/** `hint`: one more hint on each call. */
export default class HintController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'hint/*', handler: command(this.hint, usage) }];
  }

  hint(ctx: Context) {
    const [word = '', wanted] = ctx.param('*').split(' ');
    if (wanted !== undefined && wanted !== 'star')
      throw new UsageError('After the number of the chapter, only "star" is possible: a hint for its variation.');
    const chapter = this.workshop.chapter(word);
    if (chapter.unit !== 'section') this.terminal.announce(`Checking chapter ${chapter.number} …`);
    return hintFor(this.workshop, chapter, this.terminal.width, wanted === 'star');
  }
}
