// #region step-5
import { channel } from 'node:diagnostics_channel';
// #endregion
import { Container } from './container.ts';
// #region step-2
import { bindRoute, type Controller, type FindMiddleware, isController, type MiddlewareEntry } from './controller.ts';
// #starter
// import type { MiddlewareEntry } from './controller.ts';
// #endregion
import { Dispatcher } from './dispatcher.ts';
import type { Token } from './inject.ts';
import type { Module } from './module.ts';
import type { FlatRoute } from './route.ts';
import { Router } from './router.ts';
import { defaultLimits, HttpServer, type Limits } from './server.ts';
import { builtins, Log } from './services.ts';

export interface AppOptions {
  /** Run for every request, around those of groups and routes. */
  middlewares?: MiddlewareEntry[];
  limits?: Partial<Limits>;
}

// #region step-3
const signals = ['SIGINT', 'SIGTERM'];

// #endregion
/** Checks the whole application and builds it. Every mistake in it is reported here, before a port opens. */
export function createApp(root: Module, options: AppOptions = {}): App {
  return new App(root, options);
}

/** One application: its instances, its routes, and its life from startup to shutdown. */
export class App {
  readonly #container: Container;
  readonly #log: Log;
  readonly #router: Router;
  readonly #server: HttpServer;
  // #region step-3
  #stopping: Promise<void> | undefined;
  readonly #onSignal = () => void this.#stopAndExit();
  // #endregion

  constructor(root: Module, { middlewares = [], limits: own }: AppOptions) {
    const limits = { ...defaultLimits, ...own };
    this.#container = new Container(root, builtins());
    this.#log = this.#container.get(Log);
    // #region step-2
    const find = this.#findIn(root, 'createApp');
    this.#router = new Router(middlewares.map((entry) => (typeof entry === 'function' ? find(entry, '') : entry)));
    for (const { unit, instance } of this.#container.built()) {
      if (unit.module !== undefined && isController(instance)) this.#addRoutes(unit.module, instance);
    }
    // #starter
    // // Step 2: the global middlewares, and the routes of every controller.
    // void middlewares;
    // this.#router = new Router();
    // #endregion
    const dispatcher = new Dispatcher({ router: this.#router, limits, log: this.#log });
    this.#server = new HttpServer(limits, (incoming, outgoing) => dispatcher.dispatch(incoming, outgoing));
  }

  /** The instance for a token. For tests and scripts; inside the application, inject it. */
  get<T>(token: Token<T>): T {
    return this.#container.get(token);
  }

  /** Every route, with its groups resolved. */
  routes(): readonly FlatRoute[] {
    return this.#router.routes();
  }

  // #region step-3
  /** Starts the services, then opens the port. Resolves to the address: `http://localhost:3000`. */
  async listen(port = Number(process.env.PORT || 3000), host = process.env.HOST || '127.0.0.1'): Promise<string> {
    await this.#container.start();
    const url = await this.#open(port, host);
    // Not `once`: npm forwards a Ctrl-C that the terminal has already sent to us, and the second one must not end us.
    for (const signal of signals) process.on(signal, this.#onSignal);
    // #endregion
    // #region step-5
    channel('trellis:listening').publish({ url, app: this, built: [...this.#container.built()] });
    // #endregion
    // #region step-3
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
  // #starter
  // /** Starts the services, then opens the port. Resolves to the address: `http://localhost:3000`. */
  // async listen(port = Number(process.env.PORT || 3000), host = process.env.HOST || '127.0.0.1'): Promise<string> {
  //   // Step 3: start, open, and stop on a signal.
  //   void [this.#server, port, host]; // Delete this line.
  //   return '';
  // }
  //
  // /** Lets running requests finish, then stops the services in reverse order. */
  // async stop(): Promise<void> {
  //   // Step 3: the server first.
  // }
  // #endregion
  // #region step-2

  #addRoutes(module: Module, controller: Controller): void {
    const place = controller.constructor.name;
    const find = this.#findIn(module, place);
    const routes = controller.routes();
    // #endregion
    // #region step-4
    if (!Array.isArray(routes))
      throw new TypeError(`${module.name} → ${place}: routes() returned no array. Return the routes in [ ].`);
    // #endregion
    // #region step-2
    for (const route of routes) this.#router.add(bindRoute(route, controller, find));
  }

  /** Finds the middlewares that a module can see. */
  #findIn(module: Module, place: string): FindMiddleware {
    // #endregion
    // #region step-4
    return (wanted, where) => {
      try {
        return this.#container.get(wanted, module);
      } catch (error) {
        throw new Error(`${module.name} → ${place}${where && ` (${where})`} → ${(error as Error).message}`);
      }
    };
    // #step-2
    // // Step 4: say who has asked.
    // void place;
    // return (wanted) => this.#container.get(wanted, module);
    // #endregion
    // #region step-2
  }
  // #endregion
}
