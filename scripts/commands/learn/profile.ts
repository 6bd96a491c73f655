import { statSync } from 'node:fs';
import { relative } from 'node:path';
import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'run a program to its end, and show where it spends its time',
  words: '<program.ts> [words]',
  examples: ['profile solutions/30-slow/examples/spelling.ts'],
};

/** `profile`: where any program spends its time. */
export default class ProfileController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'profile/*', handler: command(this.profile, usage) }];
  }

  async profile(ctx: Context) {
    const [program = '', ...words] = ctx.param('*').split(' ');
    if (program === '') throw new UsageError('Name the file of a program, as seen from here.');
    if (!statSync(program, { throwIfNoEntry: false })?.isFile()) throw new UsageError(`There is no file "${program}".`);
    const { profiled } = await import('../../workshop/incidents/profiled.ts');
    const { itemsView } = await import('../../workshop/incidents/views.ts');
    const { output, file, items } = await profiled(program, words, this.workshop.state);
    this.terminal.print(`${output.trimEnd()}\n`);
    if (file === undefined) return ctx.status(422).send('The program ended before it had a profile.');
    const path = relative(process.cwd(), file).replaceAll('\\', '/');
    return `${itemsView(items, this.terminal.width)}\n\nFor the Performance panel of Chrome's DevTools, or VS Code: ${path}`;
  }
}
