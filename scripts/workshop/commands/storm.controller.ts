import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import { Terminal } from '../terminal.ts';
import { Workshop } from '../workshop.ts';

/** `storm`: attack a chapter's program, and see what it survives. */
export class StormController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    const usage = {
      summary: 'attack your chapter, and see what it survives',
      examples: ['storm 15', 'storm 15 solution'],
    };
    return [{ path: 'storm/*', handler: command(this.storm, usage) }];
  }

  async storm(ctx: Context) {
    const [word = '', which = ''] = ctx.param('*').split(' ');
    if (which !== '' && which !== 'solution')
      throw new UsageError(`"${which}" is not understood. Write: npm run storm ${word} solution`);
    const chapter = this.workshop.chapter(word);
    // Loaded where it is used: the commands that learners type every minute should not wait for it.
    const { outcomeView, storm, stormSummary } = await import('../storm/storm.ts');
    const hardening = this.workshop.chapters.find(({ slug }) => slug.endsWith('-hardening'));
    this.terminal.print(`\nA storm over chapter ${chapter.number}: ${chapter.title}\n`);
    const src = which === 'solution' ? chapter.solution : chapter.src;
    const outcomes = await storm(src, (outcome) => this.terminal.print(outcomeView(outcome, hardening)));
    const isWhole = outcomes.every(({ loss }) => loss === undefined);
    return ctx.status(isWhole ? 200 : 422).send(`\n${stormSummary(outcomes)}`);
  }
}
