import { type Class, type Controller, inject, type Lifecycle, Log, module, provide, type Route, token } from 'trellis';

/** An abstract class serves as an interface: it can be asked for, and something else is built. */
export abstract class Mailer {
  abstract send(to: string, text: string): Promise<void>;
}

export class LogMailer extends Mailer {
  @inject(Log) private readonly log!: Log;

  async send(to: string, text: string): Promise<void> {
    this.log.info('mail', { to, text });
  }
}

/** Something that has no class of its own. */
export const SiteName = token<string>('SiteName');

export class ReadersService implements Lifecycle {
  @inject(Mailer) private readonly mailer!: Mailer;
  @inject(SiteName) private readonly site!: string;
  #readers: string[] = [];

  async onStart(): Promise<void> {
    this.#readers = ['ada@example.com'];
  }

  async onStop(): Promise<void> {
    this.#readers = [];
  }

  async welcome(): Promise<number> {
    for (const reader of this.#readers) await this.mailer.send(reader, `Welcome to ${this.site}`);
    return this.#readers.length;
  }
}

export class ReadersController implements Controller {
  @inject(ReadersService) private readonly readers!: ReadersService;

  routes(): Route[] {
    return [{ method: 'POST', path: '/welcome', handler: this.welcome }];
  }

  async welcome() {
    return { sent: await this.readers.welcome() };
  }
}

export const MailModule = module('MailModule', {
  exports: [Mailer],
  declarations: [provide(Mailer, LogMailer)],
});

export const ReadersModule = module('ReadersModule', {
  imports: [MailModule],
  declarations: [ReadersController, ReadersService, provide(SiteName, { value: 'The Blog' })],
});

/** What a module may declare by itself: classes that take no arguments. */
export const buildable: Class[] = [LogMailer, ReadersService];
