import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Context, type Controller, command, inject, type Route, UsageError } from 'trellis';
import { carryLines } from '../workshop/carry/offer.ts';
import type { Chapter } from '../workshop/chapters.ts';
import { lockOf } from '../workshop/graded/lock.ts';
import { Runner } from '../workshop/runner.ts';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';

/** `chapter` and `solution`: run a program until Ctrl-C. */
export class RunController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [
      {
        path: 'chapter/*',
        handler: command(this.chapter, {
          summary: 'run your chapter, and restart it when you save',
          words: '[chapter] [program]',
        }),
      },
      {
        path: 'solution/*',
        handler: command(this.solution, { summary: 'run the solution of a chapter', words: '[chapter] [program]' }),
      },
    ];
  }

  chapter(ctx: Context) {
    const { chapter, program } = this.#wanted(ctx);
    for (const line of carryLines(this.workshop, chapter)) this.terminal.print(line);
    return this.#run(chapter, chapter.src, program);
  }

  solution(ctx: Context) {
    const { chapter, program } = this.#wanted(ctx);
    const locked = lockOf(this.workshop.progress, chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    return this.#run(chapter, chapter.solution, program);
  }

  /** `19`, or `19 api` or `19 api.ts` for another program of the chapter. */
  #wanted(ctx: Context): { chapter: Chapter; program: string } {
    const [word = '', program = 'main'] = ctx.param('*').split(' ');
    return { chapter: this.workshop.chapter(word), program: `${program.replace(/\.ts$/, '')}.ts` };
  }

  async #run(chapter: Chapter, src: string, program: string): Promise<void> {
    if (!existsSync(join(src, program))) throw new UsageError(unknownProgram(chapter, src, program));
    const runner = new Runner({ chapter, src, program, print: (text) => this.terminal.print(text) });
    const interrupted = this.terminal.interrupted(() => runner.kill());
    try {
      await Promise.race([runner.start().then(() => interrupted), interrupted]);
    } finally {
      this.terminal.stopWaiting();
      await runner.stop();
    }
  }
}

function unknownProgram(chapter: Chapter, src: string, program: string): string {
  const names = existsSync(src) ? readdirSync(src).filter((name) => /^[\w-]+\.ts$/.test(name)) : [];
  const found = `Chapter ${chapter.number} has no ${program}. Its folder has: ${names.join(', ') || 'nothing'}.`;
  if (program !== 'main.ts') return found;
  if (src === chapter.solution) return `${found}\nTo get it back: git restore solutions/${chapter.slug}`;
  return `${found}\nTo get the starter back: npm run reset ${chapter.number} (your work is saved first)`;
}
