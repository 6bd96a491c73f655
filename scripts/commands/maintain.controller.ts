import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route } from 'trellis';
import type { Verdict } from '../verify/verify.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { solutionOf, starterOf, writeFiles } from '../workshop/starters.ts';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `verify` and `starters`: what maintainers run. */
export class MaintainController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      {
        path: 'verify/*',
        handler: command(this.verify, {
          summary: 'check the material against the code (maintainers)',
          words: '[chapter | all]',
        }),
      },
      {
        path: 'starters/*',
        handler: command(this.starters, {
          summary: 'generate starters and solutions from their marked source (maintainers)',
          words: '[chapter]',
        }),
      },
    ];
  }

  async verify(ctx: Context) {
    // Loaded where it is used: the commands that learners type every minute shouldn't wait for it.
    const { verifyChapters } = await import('../verify/verify.ts');
    const isEverything = ctx.param('*') === 'all';
    const chapters = isEverything ? this.workshop.chapters : this.#chosen(ctx);
    let count = 0;
    const report = ({ chapter, findings, seconds, ofAttacks }: Verdict) => {
      const wrong = findings.filter(({ isNote }) => !isNote).length;
      count += wrong;
      const name = ofAttacks ? `${chapter.slug}, its attacks` : chapter.slug;
      const mark = wrong === 0 ? pc.green('✓') : pc.red('✗');
      this.terminal.print(`${mark} ${name} ${pc.dim(`${seconds.toFixed(1)} s`)}`);
      for (const { place, problem } of findings)
        this.terminal.print(`    ${pc.bold(place)}: ${problem.replaceAll('\n', '\n      ')}`);
    };
    await verifyChapters(chapters, report, isEverything || chapters.length === 1);
    return ctx
      .status(count === 0 ? 200 : 422)
      .send(count === 0 ? 'Everything passes.' : `${count} ${count === 1 ? 'finding' : 'findings'}.`);
  }

  starters(ctx: Context) {
    const [first] = this.#chosen(ctx);
    // A change in one chapter goes on into all that follow.
    const chapters = this.workshop.chapters.filter(({ slug }) => first !== undefined && slug >= first.slug);
    for (const chapter of chapters) {
      writeFiles(chapter.src, starterOf(chapter));
      writeFiles(chapter.solution, solutionOf(chapter));
    }
    return `Generated the starters and solutions of ${chapters.length} chapters.`;
  }

  #chosen(ctx: Context): readonly Chapter[] {
    const word = ctx.param('*');
    return word === '' ? this.workshop.chapters : [this.workshop.chapter(word)];
  }
}
