import {
  type App,
  api,
  type CliPlatform,
  type ConfiguredMiddleware,
  type Context,
  cli,
  createApp,
  type Description,
  type Dto,
  type EventsOptions,
  type FlatRoute,
  field,
  type HttpPlatform,
  type IncrementOptions,
  inject,
  KeyValue,
  Log,
  type LogFields,
  type MiddlewareEntry,
  type Module,
  module,
  type NamedToken,
  type Platform,
  type Problem,
  type Provider,
  provide,
  type ResourceController,
  type Route,
  resource,
  type Schema,
  type SetOptions,
  type Subscription,
  token,
} from 'trellis';
import * as z from 'zod';
import { MembersOnly, RequireLevel } from './guards.ts';

/** Which classes get an instance of a class, for example to see what a change affects. */
export function usersOf(app: App, name: string): string[] {
  const { parts }: Description = app.describe();
  const used = parts.find((part) => part.name === name)?.number;
  return parts.filter(({ needs }) => needs.some(({ number }) => number === used)).map((part) => part.name);
}

/** The routes that anyone can call: no middleware comes before their handlers. */
export function unguarded(app: App): string[] {
  return app
    .routes()
    .filter(({ middlewares }: FlatRoute) => middlewares.length === 0)
    .map(({ method, path }) => `${method} ${path}`);
}

/** What `use(RequireLevel, 'gold')` creates. */
const gold: ConfiguredMiddleware = {
  middleware: RequireLevel,
  configure: (level: RequireLevel) => ({ handle: (ctx, next) => level.handle(ctx, next, 'gold') }),
};

/** A group that only members of this level can use. */
export const forGold = (children: Route[]): Route => {
  const middlewares: MiddlewareEntry[] = [MembersOnly, gold];
  return { path: '/gold', middlewares, children };
};

/** Read-only: a resource has routes only for the methods that its class has. */
class Plants implements ResourceController {
  routes(): Route[] {
    return [...resource('/plants', this), forGold([{ method: 'GET', path: '/seeds', handler: () => ['orchid'] }])];
  }

  index() {
    return ['basil', 'mint'];
  }

  show(ctx: Context) {
    return { name: ctx.param('id') };
  }
}

const Greeting: NamedToken<string> = token('Greeting');

/** Settings that several applications share, with a different greeting in each. */
export function settings(greeting: string): Module {
  const provider: Provider<string> = provide(Greeting, { value: greeting });
  return module('SettingsModule', { exports: [Greeting], declarations: [provider] });
}

/** Counts attempts, and locks an account after five of them in a minute. */
export class Attempts {
  @inject(KeyValue) private readonly keys!: KeyValue;
  @inject(Log) private readonly log!: Log;
  @inject(Greeting) readonly greeting!: string;

  async failed(account: string): Promise<boolean> {
    const perMinute: IncrementOptions = { ttl: 60 };
    const attempts = await this.keys.increment(`attempts:${account}`, perMinute);
    if (attempts < 5) return false;
    const forAnHour: SetOptions = { ttl: 3600 };
    await this.keys.set(`locked:${account}`, true, forAnHour);
    const fields: LogFields = { account, attempts };
    this.log.warn('account locked', fields);
    return true;
  }
}

class NewPlant {
  @field('required,max=40') name!: string;
}

const Order = z.object({ plant: z.string(), count: z.number().int().min(1) });

/** Both kinds of description can be passed on, with the type of what they describe. */
export const bodies = { plant: NewPlant satisfies Dto<NewPlant>, order: Order satisfies Schema<z.infer<typeof Order>> };

/** `email must be an email address, name is required` */
export function sentence(problems: readonly Problem[]): string {
  return problems.map(({ field, problem }) => `${field} ${problem}`).join(', ');
}

/** A comment every five seconds, for a proxy that closes connections after ten. */
export const quickly: EventsOptions = { heartbeat: 5_000 };

export function ticks(ctx: Context) {
  return ctx.events(async function* ({ signal }: Subscription) {
    for (let tick = 1; tick <= 2 && !signal.aborted; tick++) yield { data: tick };
  }, quickly);
}

/** JSON as `api()` writes it, in an envelope. */
export function envelope(): HttpPlatform {
  const { serializeError } = api();
  return { kind: 'http', forms: false, serialize: (value, ctx) => ctx.json({ data: value }), serializeError };
}

const terminal: CliPlatform = cli({ name: 'plants' });

/** The same module as a program for requests or for a terminal. */
export function platformFor(place: string): Platform {
  return place === 'terminal' ? terminal : envelope();
}

export const plants = createApp(
  module('PlantsModule', {
    imports: [settings('Hello')],
    declarations: [Plants, Attempts, MembersOnly, RequireLevel],
  }),
  { platform: platformFor('network') },
);
