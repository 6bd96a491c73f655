import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { carryLines } from '../../workshop/carry/offer.ts';
import { chosenProgram, runProgram } from '../../workshop/chosen-program.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'run your chapter, and restart it when you save',
  words: '[chapter] [program]',
};

/** `chapter`: the learner’s program, until Ctrl-C. */
export default class ChapterController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'chapter/*', handler: command(this.chapter, usage) }];
  }

  chapter(ctx: Context) {
    const chosen = chosenProgram(this.workshop, ctx.param('*'));
    for (const line of carryLines(this.workshop, chosen.chapter)) this.terminal.print(line);
    return runProgram(chosen, chosen.chapter.src, this.terminal);
  }
}
