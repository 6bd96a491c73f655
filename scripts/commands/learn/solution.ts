import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { chosenProgram, runProgram } from '../../workshop/chosen-program.ts';
import { lockOf } from '../../workshop/graded/lock.ts';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'run the solution of a chapter',
  words: '[chapter] [program]',
};

/** `solution`: our program, until Ctrl-C. */
export default class SolutionController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'solution/*', handler: command(this.solution, usage) }];
  }

  solution(ctx: Context) {
    const chosen = chosenProgram(this.workshop, ctx.param('*'));
    const locked = lockOf(this.workshop.progress, chosen.chapter);
    if (locked !== undefined) return ctx.status(422).send(locked);
    return runProgram(chosen, chosen.chapter.solution, this.terminal);
  }
}
