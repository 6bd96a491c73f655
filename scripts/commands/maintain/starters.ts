import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { solutionOf, starterOf, writeFiles } from '../../workshop/starters.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'generate starters and solutions from their marked source (maintainers)',
  words: '[chapter]',
};

/** `starters`: what is generated from the marked sources. */
export default class StartersController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;

  routes(): Route[] {
    return [{ path: 'starters/*', handler: command(this.starters, usage) }];
  }

  starters(ctx: Context) {
    const word = ctx.param('*');
    const first = word === '' ? this.workshop.chapters[0] : this.workshop.chapter(word);
    // A change in one chapter goes on into all that follow.
    const chapters = this.workshop.chapters.filter(({ slug }) => first !== undefined && slug >= first.slug);
    for (const chapter of chapters) {
      writeFiles(chapter.src, starterOf(chapter));
      writeFiles(chapter.solution, solutionOf(chapter));
    }
    return `Generated the starters and solutions of ${chapters.length} chapters.`;
  }
}
