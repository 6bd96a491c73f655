import { type Class, type Controller, inject, type Lifecycle, Log, module, provide, type Route, token } from 'trellis';

/** An abstract class serves as an interface: classes inject it, and a module provides an implementation. */
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

/** A class that isn't ours: its constructor takes arguments, so the container can't build it alone. */
export const Dates = token<Intl.DateTimeFormat>('Dates');

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

  @inject(Dates) private readonly dates!: Intl.DateTimeFormat;

  routes(): Route[] {
    return [
      { method: 'POST', path: '/welcome', handler: this.welcome },
      { method: 'GET', path: '/founded', handler: this.founded },
    ];
  }

  founded() {
    return this.dates.format(new Date(Date.UTC(2026, 0, 1)));
  }

  async welcome() {
    return { sent: await this.readers.welcome() };
  }
}

export const MailModule = module('MailModule', {
  exports: [Mailer],
  declarations: [provide(Mailer, LogMailer)],
});

export class Settings {
  readonly language = process.env.SITE_LANGUAGE || 'en-GB';
}

export const FormatModule = module('FormatModule', {
  exports: [Dates],
  declarations: [
    Settings,
    provide(Dates, {
      inject: [Settings],
      factory: ({ language }) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }),
    }),
  ],
});

export const ReadersModule = module('ReadersModule', {
  imports: [MailModule, FormatModule],
  declarations: [ReadersController, ReadersService, provide(SiteName, { value: 'The Blog' })],
});

/** Classes that a module can declare without a provider: their constructors take no arguments. */
export const buildable: Class[] = [LogMailer, ReadersService];
