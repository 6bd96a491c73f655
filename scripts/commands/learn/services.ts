import pc from 'picocolors';
import { type Context, type Controller, command, inject, type Route, type Usage } from 'trellis';
import {
  type Addresses,
  findServices,
  howToInstall,
  publishServices,
  runningServices,
  startServices,
} from '../../workshop/services/services.ts';
import { Terminal } from '../../workshop/terminal.ts';

export const usage: Usage = {
  summary: 'start PostgreSQL and Redis for this repository, until Ctrl-C',
};

/** `services`: PostgreSQL and Redis on this machine, until Ctrl-C. */
export default class ServicesController implements Controller {
  @inject(Terminal) private readonly terminal!: Terminal;

  routes(): Route[] {
    return [{ path: 'services', handler: command(this.services, usage) }];
  }

  async services(ctx: Context) {
    const running = runningServices();
    if (running)
      return ctx.status(422).send(`They are already running, started in another terminal:\n\n${linesOf(running)}`);
    const found = findServices();
    for (const [service, name] of [['postgres', 'PostgreSQL'] as const, ['redis', 'Redis'] as const]) {
      if (found[service]) continue;
      this.terminal.print(`${pc.bold('!')} ${name} is not installed here. To install it: ${howToInstall(service)}`);
    }
    if (!found.postgres && !found.redis) return ctx.status(422).send('There is nothing to start.');
    const interrupted = this.terminal.interrupted();
    const services = await startServices({ found }).catch((error: unknown) => {
      this.terminal.stopWaiting();
      throw error;
    });
    const forget = publishServices(services.addresses);
    try {
      this.terminal.print(`\nRunning. Set these variables for a program that should use them:\n`);
      this.terminal.print(`${linesOf(services.addresses)}\n`);
      this.terminal.print(pc.dim('The data is kept in .workshop/services. Ctrl-C stops them.'));
      await interrupted;
    } finally {
      forget();
      await services.stop();
    }
    return 'Stopped. The data is kept.';
  }
}

function linesOf(addresses: Addresses): string {
  return Object.entries(addresses)
    .map(([name, url]) => `${name}=${url}`)
    .join('\n');
}
