import type { RequestTrace, Step } from '../trace/trace.ts';
import type { Handler, Middleware } from './route.ts';

/** Wraps the handler in its middlewares, outermost first. Built once per route, at start. */
export function chain(middlewares: Middleware[], handler: Handler): Handler {
  // Anonymous on purpose: tsx names every named closure at run time, which costs a microsecond per request.
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => {
      let continued = false;
      return layer.handle(ctx, () => {
        if (continued) throw calledTwice(layer);
        continued = true;
        return seen(inner(ctx));
      });
    },
    handler,
  );
}

/** The same chain, with every layer written down. Built anew for each request, while somebody listens. */
export function tracedChain(middlewares: Middleware[], handler: Handler, name: string, trace: RequestTrace): Handler {
  const innermost: Handler = (ctx) => {
    const step = trace.enter('handler', name);
    return observe(
      () => handler(ctx),
      (outcome) => trace.leave(step, outcome),
    );
  };
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => {
      const step = trace.enter('middleware', nameOfLayer(layer));
      let further: { isPending: boolean; value: unknown; error: unknown } | undefined;
      return observe(
        () =>
          layer.handle(ctx, () => {
            if (further !== undefined) throw calledTwice(layer);
            const answer = { isPending: true, value: undefined as unknown, error: undefined as unknown };
            further = answer;
            return seen(
              observe(
                () => inner(ctx),
                (_, value, error) => Object.assign(answer, { isPending: false, value, error }),
              ),
            );
          }),
        (outcome, value, error) => {
          // Whoever throws an error of its own says so; whoever lets one pass had no part in it.
          const isPassedOn = error !== undefined && further?.error === error;
          if (outcome === 'threw') return trace.leave(step, isPassedOn ? 'passed on' : 'threw');
          if (further === undefined) return trace.leave(step, 'stopped');
          // The context is never lost: what was written into it is sent, whoever returns it.
          const isLost =
            value === undefined && further.value !== ctx && (further.isPending || further.value !== undefined);
          trace.leave(step, 'continued', isLost ? lostAnswer : undefined);
        },
      );
    },
    innermost,
  );
}

export function nameOfLayer(layer: Middleware): string {
  const name = layer.constructor?.name;
  return !name || name === 'Object' ? 'a middleware' : name;
}

const lostAnswer = 'It called next() and did not return the result: the answer from further in was lost.';

function calledTwice(layer: Middleware): Error {
  return new Error(`${nameOfLayer(layer)} called next() twice. Call it once, and return its result.`);
}

/** Calls `work` and tells when it is over, at once or when its promise settles. */
function observe(
  work: () => unknown,
  done: (outcome: Step['outcome'], value?: unknown, error?: unknown) => void,
): unknown {
  let value: unknown;
  try {
    value = work();
  } catch (error) {
    done('threw', undefined, error);
    throw error;
  }
  if (!isPromise(value)) {
    done('returned', value);
    return value;
  }
  return value.then(
    (settled) => {
      done('returned', settled);
      return settled;
    },
    (error: unknown) => {
      done('threw', undefined, error);
      throw error;
    },
  );
}

/**
 * Whoever forgets to return `next()` leaves a promise behind that nobody looks at, and over a rejection that nobody
 * looks at Node ends the process. One forgotten word may cost an answer, but not the server.
 */
function seen(value: unknown): unknown {
  if (isPromise(value)) value.then(undefined, ignore);
  return value;
}

function ignore(): void {}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as PromiseLike<unknown>).then === 'function';
}
