import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import { Terminal } from '../../workshop/terminal.ts';
import { Watch } from '../../workshop/watch.ts';
import { Workshop } from '../../workshop/workshop.ts';

export const usage: Usage = {
  summary: 'check a chapter whenever you save',
  words: '[chapter]',
};

/** `watch`: the checks of a chapter, again and again. */
export default class WatchController implements Controller {
  @inject(Workshop) private readonly workshop!: Workshop;
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'watch/*', handler: command(this.watch, usage) }];
  }

  async watch(ctx: Context) {
    await new Watch(this.workshop, this.terminal, this.workshop.chapter(ctx.param('*'))).run();
  }
}
