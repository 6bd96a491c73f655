import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pc from 'picocolors';
import { Clock, type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'what you built and learned, as a page and a picture to keep',
  words: '[chapter | part | workshop]',
  examples: ['keep 05', 'keep part 1', 'keep workshop'],
};

/** `keep`: an ending as files. */
export default class KeepController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;
  @inject(Clock) private readonly clock!: Clock;

  routes(): Route[] {
    return [{ path: 'keep/*', handler: command(this.keep, usage) }];
  }

  async keep(ctx: Context) {
    const { endingOf, scopeOf } = await import('../../workshop/ending/ending.ts');
    const { freeName } = await import('../../workshop/travel/travel.ts');
    const repository = join(this.workshop.state, '..');
    const latest = this.workshop.standings().findLast(({ isDone }) => isDone)?.chapter;
    const words = ctx.param('*') || latest?.slug;
    if (words === undefined) return ctx.status(422).send('No chapter is done yet. Begin with: npm run chapter 01');
    const scope = scopeOf(this.workshop, repository, words);
    if (scope === undefined)
      return ctx
        .status(422)
        .send(
          `There is no "${words}". A chapter: npm run keep 05. A part: npm run keep part 1. Everything: npm run keep workshop`,
        );
    this.terminal.print(pc.dim('Running your program …'));
    const ending = await endingOf(this.workshop, repository, scope, this.clock.now());
    if (ending === undefined)
      return ctx.status(422).send(`Nothing of it is done yet. What is missing: npm test ${scope.chapters[0]!.number}`);
    const [{ endingFile }, { cardOf }] = await Promise.all([
      import('../../site/ending/page.ts'),
      import('../../site/ending/card.ts'),
    ]);
    const name = freeName(process.cwd(), `trellis-${scope.id}`, 'html');
    const picture = freeName(process.cwd(), `trellis-${scope.id}`, 'svg');
    writeFileSync(join(process.cwd(), name), endingFile(ending));
    writeFileSync(join(process.cwd(), picture), cardOf(ending, 'light').toString());
    return `${name} is a page of its own, and ${picture} a picture. Nothing was sent anywhere.`;
  }
}
