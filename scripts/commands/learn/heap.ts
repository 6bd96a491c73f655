import { existsSync } from 'node:fs';
import { type Context, type Controller, command, inject, type Route, type Usage, UsageError } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';

export const usage: Usage = {
  summary: 'show what a program has added to its heap between two snapshots',
  words: '<before.heapsnapshot> <after.heapsnapshot>',
  examples: ['heap .workshop/heap/spring.heapsnapshot .workshop/heap/autumn.heapsnapshot'],
};

/** `heap`: what is in the second heap snapshot of a process and not in the first, and what holds it. */
export default class HeapController implements Controller {
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'heap/*', handler: command(this.heap, usage) }];
  }

  async heap(ctx: Context) {
    const files = ctx.param('*').split(' ').filter(Boolean);
    if (files.length !== 2) throw new UsageError('Name two heap snapshots of the same process, the earlier one first.');
    const missing = files.find((file) => !existsSync(file));
    if (missing !== undefined) throw new UsageError(`There is no file "${missing}".`);
    const { heapItems, readSnapshot } = await import('../../workshop/incidents/heap.ts');
    const { itemsView } = await import('../../workshop/incidents/views.ts');
    const [before, after] = files as [string, string];
    return itemsView(heapItems(readSnapshot(before), readSnapshot(after)), this.terminal.width);
  }
}
