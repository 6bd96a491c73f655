import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'continue with your own code of the chapter before (everything is saved first)',
  words: '[chapter] [mine|starter] [file]',
  examples: ['carry 06', 'carry 06 mine src/posts/posts.service.ts', 'carry 06 starter'],
};

/** `carry`: the learner's own code in the next chapter. */
export default class CarryController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'carry/*', handler: command(this.carry, usage) }];
  }

  async carry(ctx: Context) {
    const [word = '', side, ...file] = ctx.param('*').split(' ');
    if (side !== undefined && side !== 'mine' && side !== 'starter')
      throw new UsageError(`"${side}" is neither "mine" nor "starter", the two sides of a conflict.`);
    const chapter = this.workshop.chapter(word);
    // Imported here: the commands that learners type every minute shouldn't wait for it.
    const { Carry } = await import('../../workshop/carry/carry.ts');
    const { ownershipLine } = await import('../../workshop/carry/ownership.ts');
    const { NotCarried } = await import('../../workshop/carry/origin.ts');
    const { carryView, isSettled } = await import('../../workshop/carry/view.ts');
    try {
      const carry = new Carry(this.workshop, chapter);
      const onChecks = () => this.terminal.print('Checking the merged program …');
      const outcome = side === undefined ? await carry.run(onChecks) : await carry.take(side, file.join(' '), onChecks);
      const view = carryView(outcome);
      if (isSettled(outcome)) return [view, ownershipLine(chapter, this.workshop.chapters)].filter(Boolean).join('\n');
      // Printed, not sent: in the message of a failure, colours are shown as escapes.
      this.terminal.print(view);
      return ctx.status(422).send(`\nChapter ${chapter.number} isn't ready yet.`);
    } catch (error) {
      if (error instanceof NotCarried) return ctx.status(422).send(error.message);
      // A file where a folder should be, no right to read, a full disk.
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      return ctx.status(422).send(`Your code can't be carried on: ${error.message}. What to do: npm run doctor`);
    }
  }
}
