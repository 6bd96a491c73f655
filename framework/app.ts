import { builtins } from './builtins.ts';
import { Container } from './core/container.ts';
import type { Token } from './core/inject.ts';
import type { Module, Provider } from './core/module.ts';
import { Dispatcher } from './dispatcher.ts';
import { defaultHost, defaultLimits, defaultPort, type Limits } from './http/defaults.ts';
import { HttpServer } from './http/server.ts';
import { api } from './platforms/api.ts';
import type { HttpPlatform, Platform } from './platforms/platform.ts';
import { chain } from './routing/chain.ts';
import {
  type Controller,
  type FindMiddleware,
  type FlatRoute,
  flatten,
  type Middleware,
  type MiddlewareEntry,
} from './routing/route.ts';
import { Router } from './routing/router.ts';
import { Log } from './services/log/log.ts';
import { forgetSignals, stopOnSignal } from './signals.ts';
import { listening } from './trace/trace.ts';

export interface AppOptions {
  /** `api()` unless said otherwise. */
  platform?: Platform;
  /** Run for every request, outside the ones of groups and routes. */
  middlewares?: MiddlewareEntry[];
  /** Puts something else behind tokens, whoever declares them: a clock that a test can move. */
  overrides?: Provider[];
  limits?: Partial<Limits>;
}

export interface ListenOptions {
  /** Stop on SIGINT and SIGTERM, and exit. On unless switched off, as tests do. */
  signals?: boolean;
}

/** Checks the whole application and builds it. What is wrong with it is said here, before a port opens. */
export function createApp(root: Module, options: AppOptions = {}): App {
  return new App(root, options);
}

/** One application: its instances, its routes, and its life from start to stop. Two of the same module share nothing. */
export class App {
  /** May be changed while the application runs. A CLI application has its commands in `routes()` only. */
  readonly router: Router;
  readonly container: Container;
  readonly #platform: Platform;
  readonly #middlewares: Middleware[];
  readonly #limits: Limits;
  readonly #commands: FlatRoute[] = [];
  readonly #log: Log;
  #server: HttpServer | undefined;
  #dispatcher: Dispatcher | undefined;
  #state: 'new' | 'started' | 'stopped' = 'new';
  #starting: Promise<unknown> | undefined;
  #stopping: Promise<void> | undefined;

  constructor(root: Module, { platform = api(), middlewares = [], overrides = [], limits = {} }: AppOptions) {
    this.container = new Container(root, builtins(), overrides);
    this.#log = this.container.get(Log);
    this.#platform = platform;
    this.#limits = { ...defaultLimits, ...limits };
    const findInRoot = this.#findIn(root, 'createApp');
    this.#middlewares = middlewares.map((entry) => (typeof entry === 'function' ? findInRoot(entry, '') : entry));
    if (this.#middlewares.some((middleware) => typeof middleware?.handle !== 'function')) {
      throw new TypeError("createApp: a middleware has no handle(ctx, next). Check its import, and the method's name.");
    }
    this.router = new Router(findInRoot, (route) => chain([...this.#middlewares, ...route.middlewares], route.handler));
    for (const { module, instance } of this.container.declared()) {
      if (isController(instance)) this.#addRoutes(module, instance);
    }
  }

  /** The instance behind a token. For tests and scripts; inside the application, inject it. */
  get<T>(token: Token<T>): T {
    return this.container.get(token);
  }

  /** Every route or command, without its groups. */
  routes(): FlatRoute[] {
    return this.#platform.kind === 'cli' ? this.#commands : this.router.routes();
  }

  /** The application as plain data, for a picture of it: modules, what they declare, who needs whom, in which order. */
  describe() {
    return this.container.describe();
  }

  /** Starts the services, then opens the port. Resolves to the address, for example `http://localhost:3000`. */
  async listen(port = portFromEnvironment(), host = process.env.HOST || defaultHost, options: ListenOptions = {}) {
    const platform = this.#platform;
    if (platform.kind === 'cli') throw new Error('A CLI application has no port. Call app.run() instead.');
    const url = await this.#start(async () => urlOf(host, await this.#createServer(platform).listen(port, host)));
    if (options.signals !== false) stopOnSignal(this);
    listening.publish({ url, app: this });
    this.#log.info(`Listening on ${url}`);
    return url;
  }

  /** Runs one command and gives its exit code: `process.exitCode = await app.run()`. */
  async run(argv: string[] = process.argv.slice(2)): Promise<number> {
    if (this.#platform.kind !== 'cli')
      throw new Error('Only a CLI application runs commands. Call app.listen() instead.');
    try {
      return await this.#platform.run(this.#commands, argv, this.#log, () => this.#start(async () => {}));
    } finally {
      await this.stop();
    }
  }

  /** Finishes the requests that run, then stops the services, the last started first. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Starts the services, then opens the door. What fails halfway is taken down again before the caller hears of it. */
  async #start<T>(open: () => Promise<T>): Promise<T> {
    if (this.#state !== 'new') throw new Error(`This application has ${this.#state} already. Create another one.`);
    this.#state = 'started';
    const starting = this.container.start().then(open);
    this.#starting = starting;
    try {
      const opened = await starting;
      if (this.#stopping === undefined) return opened;
    } catch (error) {
      // A failure on the way down is logged; the caller needs the one that sent us there.
      await this.stop().catch(() => {});
      throw error;
    }
    await this.#stopping;
    throw new Error('This application was stopped before it had started.');
  }

  async #stop(): Promise<void> {
    this.#state = 'stopped';
    if (this.#dispatcher !== undefined) this.#dispatcher.stopping = true;
    // Halfway up, there is a service or a port that is not there yet, and would be forgotten.
    await this.#starting?.catch(() => {});
    await this.#server?.stop();
    try {
      await this.container.stop();
    } catch (error) {
      this.#log.error('Stopping failed', { error });
      throw error;
    } finally {
      forgetSignals(this);
    }
  }

  #createServer(platform: HttpPlatform): HttpServer {
    this.#dispatcher = new Dispatcher({
      router: this.router,
      platform,
      middlewares: this.#middlewares,
      limits: this.#limits,
      log: this.#log,
    });
    this.#server = new HttpServer(this.#limits, this.#dispatcher.listener);
    return this.#server;
  }

  #addRoutes(module: Module, controller: Controller): void {
    const find = this.#findIn(module, controller.constructor.name);
    for (const route of controller.routes()) {
      if (this.#platform.kind === 'http') this.router.add(route, controller, find);
      else this.#commands.push(...flatten(route, find, controller).map((flat) => this.#withGlobals(flat)));
    }
  }

  #withGlobals(command: FlatRoute): FlatRoute {
    return { ...command, middlewares: [...this.#middlewares, ...command.middlewares] };
  }

  #findIn(module: Module, place: string): FindMiddleware {
    return (wanted, route) => {
      try {
        return this.container.getIn(module, wanted);
      } catch (error) {
        throw new Error(`${module.name} → ${place}${route && ` (${route})`} → ${(error as Error).message}`);
      }
    };
  }
}

function isController(instance: object): instance is Controller {
  return 'routes' in instance && typeof instance.routes === 'function';
}

function portFromEnvironment(): number {
  const text = process.env.PORT || String(defaultPort);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new RangeError(`PORT is "${text}". A port is a whole number from 0 to 65535.`);
  }
  return port;
}

/** What to type into a browser: `0.0.0.0` is where a server listens, not where it can be reached. */
function urlOf(host: string, port: number): string {
  const name = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
