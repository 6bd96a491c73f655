import type { Context } from './context.ts';
import type { Handler, Middleware } from './route.ts';

/** A list of linked objects, one for each middleware. Each knows the next one, and the last one the handler. */
class Layer {
  readonly #middleware: Middleware;
  readonly #inner: Handler;

  constructor(middleware: Middleware, inner: Handler) {
    this.#middleware = middleware;
    this.#inner = inner;
  }

  run(ctx: Context): unknown {
    const passage = new Passage(ctx, this.#inner, this.#middleware);
    return this.#middleware.handle(ctx, () => passage.open());
  }
}

/** The way of one request through one layer. */
class Passage {
  readonly #ctx: Context;
  readonly #owner: Middleware;
  #inner: Handler | undefined;

  constructor(ctx: Context, inner: Handler, owner: Middleware) {
    this.#ctx = ctx;
    this.#inner = inner;
    this.#owner = owner;
  }

  open(): unknown {
    const inner = this.#inner;
    if (inner === undefined) throw new Error(`next() was used up by ${this.#owner.constructor.name}.`);
    this.#inner = undefined;
    const value = inner(this.#ctx);
    if (value instanceof Promise) void value.then(null, () => {});
    return value;
  }
}

export function layered(middlewares: readonly Middleware[], handler: Handler): Handler {
  let inner = handler;
  for (let i = middlewares.length - 1; i >= 0; i--) {
    const layer = new Layer(middlewares[i]!, inner);
    inner = (ctx) => layer.run(ctx);
  }
  return inner;
}
