import type { Context } from '../http/context.ts';
import { isPromise } from '../http/settle.ts';
import { calledTwice, guarded, nameOfMiddleware } from '../routing/chain.ts';
import type { Handler, Middleware } from '../routing/route.ts';
import type { Step } from './step.ts';

/** Records when a layer is entered and left. */
export interface Recorder {
  enter(kind: 'middleware' | 'handler', name: string): Step;
  leave(step: Step, outcome: Step['outcome'], note?: string): void;
}

/** How a piece of work ended. `isPending` until then. */
interface Ending {
  isPending: boolean;
  value?: unknown;
  error?: unknown;
}

/** The same chain as `chain` builds, with every layer recorded. Built for each traced request. */
export function tracedChain(middlewares: Middleware[], handler: Handler, name: string, recorder: Recorder): Handler {
  return middlewares.reduceRight<Handler>(
    (inner, layer) => (ctx) => tracedLayer(layer, inner, ctx, recorder),
    (ctx) => {
      const step = recorder.enter('handler', name);
      return watch(
        () => handler(ctx),
        ({ error }) => recorder.leave(step, error === undefined ? 'returned' : 'threw'),
      );
    },
  );
}

function tracedLayer(layer: Middleware, inner: Handler, ctx: Context, recorder: Recorder): unknown {
  const step = recorder.enter('middleware', nameOfMiddleware(layer));
  let further: Ending | undefined;
  const next = () => {
    if (further !== undefined) throw calledTwice(layer);
    further = { isPending: true };
    return guarded(
      watch(
        () => inner(ctx),
        (ending) => Object.assign(further!, ending),
      ),
    );
  };
  return watch(
    () => layer.handle(ctx, next),
    (own) => recorder.leave(step, outcomeOf(own, further), isLost(own, further, ctx) ? lostResponse : undefined),
  );
}

/** `threw` is for an error of the layer's own. An error from further in that it lets through is `passed on`. */
function outcomeOf(own: Ending, further: Ending | undefined): Step['outcome'] {
  if (own.error !== undefined) return further?.error === own.error ? 'passed on' : 'threw';
  return further === undefined ? 'stopped' : 'continued';
}

/** Whether the layer dropped what `next()` returned. The context can't be dropped: what it holds is sent anyway. */
function isLost(own: Ending, further: Ending | undefined, ctx: Context): boolean {
  if (further === undefined || own.error !== undefined || own.value !== undefined) return false;
  return further.isPending || (further.value !== undefined && further.value !== ctx);
}

const lostResponse = 'It called next() and did not return the result: the response from further in was lost.';

/** Runs `work` and reports how it ended, now or when its promise settles. */
function watch(work: () => unknown, ended: (ending: Ending) => void): unknown {
  let value: unknown;
  try {
    value = work();
  } catch (error) {
    ended({ isPending: false, error: error ?? missing });
    throw error;
  }
  if (!isPromise(value)) {
    ended({ isPending: false, value });
    return value;
  }
  return value.then(
    (settled) => {
      ended({ isPending: false, value: settled });
      return settled;
    },
    (error: unknown) => {
      ended({ isPending: false, error: error ?? missing });
      throw error;
    },
  );
}

/** The error recorded for `throw undefined`, so that it counts as an error too. */
const missing = new Error('undefined was thrown');
