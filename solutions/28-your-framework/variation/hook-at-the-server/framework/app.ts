import { channel } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Container } from './container.ts';
import { bindRoute, type Controller, type FindMiddleware, isController, type MiddlewareEntry } from './controller.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Token } from './inject.ts';
import type { Module } from './module.ts';
import type { FlatRoute } from './route.ts';
import { Router } from './router.ts';
import { defaultLimits, HttpServer, type Limits } from './server.ts';
import { builtins, Log } from './services.ts';
import { parseTarget } from './target.ts';

export interface AppOptions {
  /** Run for every request, around those of groups and routes. */
  middlewares?: MiddlewareEntry[];
  limits?: Partial<Limits>;
}

const signals = ['SIGINT', 'SIGTERM'];

/** Checks the whole application and builds it. Every mistake in it is reported here, before a port opens. */
export function createApp(root: Module, options: AppOptions = {}): App {
  return new App(root, options);
}

type Hook = (report: { method: string; path: string; status: number }) => unknown;

/** One application: its instances, its routes, and its life from startup to shutdown. */
export class App {
  readonly #container: Container;
  readonly #log: Log;
  readonly #router: Router;
  readonly #server: HttpServer;
  readonly #hooks = new Set<Hook>();
  #stopping: Promise<void> | undefined;
  readonly #onSignal = () => void this.#stopAndExit();

  constructor(root: Module, { middlewares = [], limits: own }: AppOptions) {
    const limits = { ...defaultLimits, ...own };
    this.#container = new Container(root, builtins());
    this.#log = this.#container.get(Log);
    const find = this.#findIn(root, 'createApp');
    this.#router = new Router(middlewares.map((entry) => (typeof entry === 'function' ? find(entry, '') : entry)));
    for (const { unit, instance } of this.#container.built()) {
      if (unit.module !== undefined && isController(instance)) this.#addRoutes(unit.module, instance);
    }
    const dispatcher = new Dispatcher({ router: this.#router, limits, log: this.#log });
    this.#server = new HttpServer(limits, (incoming, outgoing) => {
      // Node knows best when a response is complete.
      outgoing.once('finish', () => this.#tell(incoming, outgoing));
      dispatcher.dispatch(incoming, outgoing);
    });
  }

  /** The instance for a token. For tests and scripts; inside the application, inject it. */
  get<T>(token: Token<T>): T {
    return this.#container.get(token);
  }

  onResponse(hook: Hook): this {
    this.#hooks.add(hook);
    return this;
  }

  #tell({ method = '', url = '' }: IncomingMessage, { statusCode }: ServerResponse): void {
    for (const hook of this.#hooks) {
      const report = { method, path: parseTarget(url)?.path ?? url, status: statusCode };
      Promise.resolve(report)
        .then(hook)
        .catch((error) => this.#log.error('onResponse', { error }));
    }
  }

  /** Every route, with its groups resolved. */
  routes(): readonly FlatRoute[] {
    return this.#router.routes();
  }

  /** Starts the services, then opens the port. Resolves to the address: `http://localhost:3000`. */
  async listen(port = Number(process.env.PORT || 3000), host = process.env.HOST || '127.0.0.1'): Promise<string> {
    await this.#container.start();
    const url = await this.#open(port, host);
    // Not `once`: npm forwards a Ctrl-C that the terminal has already sent to us, and the second one must not end us.
    for (const signal of signals) process.on(signal, this.#onSignal);
    channel('trellis:listening').publish({ url, app: this, built: [...this.#container.built()] });
    this.#log.info(`Listening on ${url}`);
    return url;
  }

  /** Lets running requests finish, then stops the services in reverse order. */
  stop(): Promise<void> {
    this.#stopping ??= this.#server
      .stop()
      .then(() => this.#container.stop())
      .finally(() => {
        for (const signal of signals) process.off(signal, this.#onSignal);
      });
    return this.#stopping;
  }

  async #open(port: number, host: string): Promise<string> {
    try {
      return `http://localhost:${await this.#server.listen(port, host)}`;
    } catch (error) {
      // Nobody would stop the services otherwise, and an open connection keeps the process alive.
      await this.#container.stop().catch(() => {});
      throw error;
    }
  }

  async #stopAndExit(): Promise<void> {
    try {
      await this.stop();
      process.exit(0);
    } catch (error) {
      this.#log.error('Stopping failed', { error });
      process.exit(1);
    }
  }

  #addRoutes(module: Module, controller: Controller): void {
    const place = controller.constructor.name;
    const find = this.#findIn(module, place);
    const routes = controller.routes();
    if (!Array.isArray(routes))
      throw new TypeError(`${module.name} → ${place}: routes() returned no array. Return the routes in [ ].`);
    for (const route of routes) this.#router.add(bindRoute(route, controller, find));
  }

  /** Finds the middlewares that a module can see. */
  #findIn(module: Module, place: string): FindMiddleware {
    return (wanted, where) => {
      try {
        return this.#container.get(wanted, module);
      } catch (error) {
        throw new Error(`${module.name} → ${place}${where && ` (${where})`} → ${(error as Error).message}`);
      }
    };
  }
}
