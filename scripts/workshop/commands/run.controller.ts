import { type Context, type Controller, command, inject, type Route } from 'trellis';
import type { Chapter } from '../chapters.ts';
import { Runner } from '../runner.ts';
import { Terminal } from '../terminal.ts';
import { Workshop } from '../workshop.ts';

/** `chapter` and `solution`: run a program until Ctrl-C. */
export class RunController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      { path: 'chapter/*', handler: command(this.chapter, { summary: 'run your chapter, and again on each save' }) },
      { path: 'solution/*', handler: command(this.solution, { summary: 'run the solution of a chapter' }) },
    ];
  }

  chapter(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    return this.#run(chapter, chapter.src);
  }

  solution(ctx: Context) {
    const chapter = this.workshop.chapter(ctx.param('*'));
    return this.#run(chapter, chapter.solution);
  }

  async #run(chapter: Chapter, src: string): Promise<void> {
    const runner = new Runner({ chapter, src, print: (text) => this.terminal.print(text) });
    const interrupted = untilInterrupted();
    await runner.start();
    await interrupted;
    await runner.stop();
  }
}

/** npm passes Ctrl-C on although the terminal has sent it already; the second one must not kill us halfway. */
function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });
}
