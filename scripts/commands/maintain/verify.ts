import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import type { Verdict } from '../../verify/verify.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'check the material against the code (maintainers)',
  words: '[chapter | all]',
};

/** `verify`: whether texts, starters, solutions and known mistakes agree. */
export default class VerifyController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'verify/*', handler: command(this.verify, usage) }];
  }

  async verify(ctx: Context) {
    // Loaded where it is used: the commands that learners type every minute shouldn't wait for it.
    const { verifyChapters } = await import('../../verify/verify.ts');
    const word = ctx.param('*');
    const isEverything = word === 'all';
    const chapters = word === '' || isEverything ? this.workshop.chapters : [this.workshop.chapter(word)];
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
}
