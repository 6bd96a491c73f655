import { type Context, type Controller, command, inject, type Route } from 'trellis';
import { boardOf } from '../board.ts';
import { root } from '../chapters.ts';
import { stepsView } from '../steps-view.ts';
import { Terminal } from '../terminal.ts';
import { findTestFiles } from '../test-runner/files.ts';
import { describeReport } from '../test-runner/report.ts';
import { runTests } from '../tests.ts';
import { Workshop } from '../workshop.ts';

/** `test`: with a chapter the learner's steps, without one everything that must hold. */
export class TestController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'test/*', handler: command(this.test, { summary: 'check a chapter, or everything' }) }];
  }

  test(ctx: Context) {
    const word = ctx.param('*');
    return word === '' ? this.#everything(ctx) : this.#chapter(ctx, word);
  }

  async #chapter(ctx: Context, word: string) {
    const chapter = this.workshop.chapter(word);
    const results = await this.workshop.check(chapter);
    this.terminal.print(stepsView(chapter, results, this.workshop.after(chapter)));
    return ctx.status(results.length > 0 && results.every(({ failure }) => failure === undefined) ? 200 : 422).send('');
  }

  /** Unfinished chapters never fail it: they are what the workshop is for. */
  async #everything(ctx: Context) {
    const report = await runTests(findTestFiles(root), { root });
    await this.workshop.refresh();
    this.terminal.print(boardOf(this.workshop.standings()));
    this.terminal.print(describeReport(report).trimEnd());
    return ctx.status(report.failed === 0 && report.passed > 0 ? 200 : 422).send('');
  }
}
