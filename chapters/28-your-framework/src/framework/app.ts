import { Container } from './container.ts';
import type { MiddlewareEntry } from './controller.ts';
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

  constructor(root: Module, { middlewares = [], limits: own }: AppOptions) {
    const limits = { ...defaultLimits, ...own };
    this.#container = new Container(root, builtins());
    this.#log = this.#container.get(Log);
    // Step 2: the global middlewares, and the routes of every controller.
    void middlewares;
    this.#router = new Router();
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

  /** Starts the services, then opens the port. Resolves to the address: `http://localhost:3000`. */
  async listen(port = Number(process.env.PORT || 3000), host = process.env.HOST || '127.0.0.1'): Promise<string> {
    // Step 3: start, open, and stop on a signal.
    void [this.#server, port, host]; // Delete this line.
    return '';
  }

  /** Lets running requests finish, then stops the services in reverse order. */
  async stop(): Promise<void> {
    // Step 3: the server first.
  }
}
