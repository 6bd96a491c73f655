import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import { builtins } from './builtins.ts';
import { Container } from './core/container.ts';
import type { Token } from './core/inject.ts';
import type { Module, Provider } from './core/module.ts';
import { Dispatcher } from './dispatcher.ts';
import { FetchHandler } from './fetch/fetch-handler.ts';
import { checkLimits } from './hints/limits.ts';
import { portFromEnvironment } from './hints/port.ts';
import { checkRoutes } from './hints/routes.ts';
import { defaultHost, defaultLimits, defaultPort, type Limits } from './http/defaults.ts';
import { listen } from './http/server.ts';
import { ignore } from './http/settle.ts';
import type { Hooks } from './observe/hooks.ts';
import { api } from './platforms/api.ts';
import { shapingErrors } from './platforms/errors-option.ts';
import type { HttpPlatform, Platform } from './platforms/platform.ts';
import { GracefulStop } from './protection/graceful-stop.ts';
import { createHttpServer, type ListenOptions } from './protection/limited-server.ts';
import { protect } from './protection/protect.ts';
import {
  type Controller,
  type FindMiddleware,
  type FlatRoute,
  flatten,
  type Middleware,
  type MiddlewareEntry,
  middlewareOf,
} from './routing/route.ts';
import { Router } from './routing/router.ts';
import { Log } from './services/log/log.ts';
import { forgetSignals, logUnhandledRejections, stopOnSignal } from './signals.ts';
import { listening } from './trace/channel.ts';
import { type Description, describe } from './trace/description.ts';

export interface AppOptions extends Hooks {
  /** `api()` by default. */
  platform?: Platform;
  /** Run for every request, around those of groups and routes. */
  middlewares?: MiddlewareEntry[];
  /** Replaces the providers of these tokens in every module, for example with a clock that a test controls. */
  overrides?: Provider[];
  limits?: Partial<Limits>;
  /** Shapes the application's error responses, instead of the platform. */
  errors?: HttpPlatform['serializeError'];
}

/** Checks the whole application and builds it. Every mistake in it is reported here, before a port opens. */
export function createApp(root: Module, options: AppOptions = {}): App {
  return new App(root, options);
}

/** One application: its instances, its routes, and its life from startup to shutdown. */
export class App {
  /** May be changed while the application runs. Empty in a CLI application, whose commands are in `routes()`. */
  readonly router: Router;
  readonly #container: Container;
  readonly #platform: Platform;
  readonly #middlewares: Middleware[];
  readonly #limits: Limits;
  readonly #commands: FlatRoute[] = [];
  readonly #log: Log;
  readonly #dispatcher: Dispatcher | undefined;
  readonly #fetcher: FetchHandler | undefined;
  #server: Server | undefined;
  #graceful: GracefulStop | undefined;
  readonly #stopController = new AbortController();
  #state: 'new' | 'started' | 'stopped' = 'new';
  #starting: Promise<unknown> | undefined;
  #shutdown: Promise<void> | undefined;

  constructor(root: Module, options: AppOptions) {
    const { platform = api(), middlewares = [], overrides = [], limits = {}, errors } = options;
    // One listener per open stream, and Node warns from the eleventh on.
    setMaxListeners(0, this.stopping);
    this.#container = new Container(root, builtins(), overrides);
    this.#log = this.#container.get(Log);
    this.#platform = errors && platform.kind === 'http' ? shapingErrors(platform, errors) : platform;
    this.#limits = { ...defaultLimits, ...checkLimits(limits) };
    const find = this.#findIn(root, 'createApp');
    this.#middlewares = middlewares.map((entry) => middlewareOf(entry, 'createApp', (wanted) => find(wanted, '')));
    this.router = new Router(this.#middlewares, find);
    for (const { unit, instance } of this.#container.built()) {
      if (unit.module !== undefined && isController(instance)) this.#addRoutes(unit.module, instance);
    }
    if (this.#platform.kind === 'cli') return;
    const shared = { limits: this.#limits, log: this.#log, stopping: this.stopping };
    const own = { router: this.router, platform: this.#platform, middlewares: this.#middlewares, hooks: options };
    this.#dispatcher = new Dispatcher({ ...shared, ...own });
    this.#fetcher = new FetchHandler(this.#dispatcher, shared);
  }

  /** The instance for a token. For tests and scripts; inside the application, inject it. */
  get<T>(token: Token<T>): T {
    return this.#container.get(token);
  }

  /** Node's own server, for libraries that need it, such as those for WebSockets. */
  get server(): Server {
    if (this.#server === undefined) throw new Error('app.server exists once app.listen() has resolved.');
    return this.#server;
  }

  /** Aborts when the application starts to shut down, before it waits for running requests. */
  get stopping(): AbortSignal {
    return this.#stopController.signal;
  }

  /** Every route or command, with its groups resolved. */
  routes(): FlatRoute[] {
    return this.#platform.kind === 'cli' ? this.#commands : this.router.routes();
  }

  /** The application as plain data: its modules, what they declare, the dependencies, and the startup order. */
  describe(): Description {
    return describe(this.#container);
  }

  /** Starts the services, then opens the port. Resolves to the address, for example `http://localhost:3000`. */
  async listen(
    port = portFromEnvironment(defaultPort),
    host = process.env.HOST || defaultHost,
    options: ListenOptions = {},
  ): Promise<string> {
    const dispatcher = this.#dispatcher;
    if (dispatcher === undefined) throw new Error('A CLI application has no port. Call app.run() instead.');
    const url = await this.#start(() => listen(this.#createServer(dispatcher, options), port, host));
    if (options.signals !== false) {
      stopOnSignal(this);
      logUnhandledRejections(this.#log);
    }
    listening.publish({ url, app: this, built: [...this.#container.built()] });
    this.#log.info(`Listening on ${url}`);
    return url;
  }

  /** Handles one request without a port: the first call starts the services, unless `listen` has. `stop` stops them. */
  async fetch(request: Request): Promise<Response> {
    if (this.#fetcher === undefined) throw new Error('A CLI application takes no requests. Call app.run() instead.');
    await (this.#state === 'new' ? this.#start(async () => {}) : this.#starting);
    return this.#fetcher.fetch(request);
  }

  /** Runs one command and resolves to its exit code: `process.exitCode = await app.run()`. */
  async run(argv: string[] = process.argv.slice(2)): Promise<number> {
    const platform = this.#platform;
    if (platform.kind !== 'cli') throw new Error('Only a CLI application runs commands. Call app.listen() instead.');
    try {
      return await platform.run(this.#commands, argv, this.#log, () => this.#start(async () => {}));
    } finally {
      await this.stop();
    }
  }

  /** Lets running requests finish, then stops the services in reverse order. */
  stop(): Promise<void> {
    this.#shutdown ??= this.#stop();
    return this.#shutdown;
  }

  /** Starts the services, then calls `open`. If either fails, everything is stopped again before the caller hears of it. */
  async #start<T>(open: () => Promise<T>): Promise<T> {
    if (this.#state !== 'new') throw new Error(`This application has already ${this.#state}. Create another one.`);
    this.#state = 'started';
    const starting = this.#container.start().then(open);
    this.#starting = starting;
    try {
      const opened = await starting;
      if (this.#shutdown === undefined) return opened;
    } catch (error) {
      // A failure while stopping is logged. The caller needs the error that made us stop.
      await this.stop().catch(ignore);
      throw error;
    }
    await this.#shutdown;
    throw new Error('This application was stopped before it had started.');
  }

  async #stop(): Promise<void> {
    this.#state = 'stopped';
    this.#stopController.abort();
    // During startup, a service or the port may not exist yet and would be left running.
    await this.#starting?.catch(ignore);
    const failures: unknown[] = [];
    // Even if the server can't be stopped, the services have to be.
    for (const part of [this.#graceful, this.#fetcher, this.#container]) {
      await part?.stop().catch((error: unknown) => {
        failures.push(error);
        this.#log.error('Stopping failed', { error });
      });
    }
    forgetSignals(this);
    if (failures.length > 0) throw failures[0];
  }

  #createServer(dispatcher: Dispatcher, { createServer }: ListenOptions): Server {
    this.#server = createHttpServer(this.#limits, createServer);
    this.#graceful = new GracefulStop(this.#server, this.#limits, () => dispatcher.idle(), this.#log);
    protect(this.#server, this.#limits, (incoming, outgoing) => dispatcher.dispatch(incoming, outgoing));
    return this.#server;
  }

  #addRoutes(module: Module, controller: Controller): void {
    const find = this.#findIn(module, controller.constructor.name);
    const around = { prefix: '', middlewares: this.#middlewares, find, owner: controller };
    for (const route of checkRoutes(controller.routes(), controller.constructor.name)) {
      if (this.#platform.kind === 'http') this.router.add(route, controller, find);
      else this.#commands.push(...flatten(route, around));
    }
  }

  #findIn(module: Module, place: string): FindMiddleware {
    return (wanted, route) => {
      try {
        return this.#container.getIn(module, wanted);
      } catch (error) {
        throw new Error(`${module.name} → ${place}${route && ` (${route})`} → ${(error as Error).message}`);
      }
    };
  }
}

function isController(instance: unknown): instance is Controller {
  return typeof (instance as Partial<Controller> | null)?.routes === 'function';
}
