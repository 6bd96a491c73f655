// Part of preload.mjs: records the calls to services, for checks that want to know whether a handler uses a service and
// whether it awaits the result. Neither can be seen in a response as long as the data is in memory.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** Wraps the methods of these objects and returns the array of calls, which grows with each of them. */
export function recordCalls(services, methodsOf) {
  const calls = [];
  /** The call in which the current code runs, and for each call the ones that it made. */
  const current = new AsyncLocalStorage();
  const inner = new WeakMap();
  for (const service of services) {
    for (const name of methodsOf(service)) {
      // TRELLIS_FAILS names a method that fails, as one that uses a database can.
      const isFailing = process.env.TRELLIS_FAILS === `${service.constructor.name}.${name}`;
      const method = isFailing ? () => Promise.reject(new Error('failed for a check')) : service[name];
      const value = (...args) => {
        const call = {
          name: `${service.constructor.name}.${name}`,
          isFinished: false,
          isAwaited: true,
          isAsync: false,
          given: args.map(summary),
          returned: undefined,
        };
        calls.push(call);
        inner.set(call, []);
        inner.get(current.getStore())?.push(call);
        return finished(call, inner.get(call), () => current.run(call, () => method.apply(service, args)));
      };
      Object.defineProperty(service, name, { value, configurable: true });
    }
  }
  subscribe('trellis:request', () => {
    for (const call of calls) if (!call.isFinished) call.isAwaited = false;
  });
  return calls;
}

/** A promise takes one more turn of the event loop. Code that doesn't await it has gone on by then. */
function finished(call, inner, run) {
  const result = run();
  if (typeof result?.then !== 'function') {
    call.isFinished = true;
    call.returned = summary(result);
    return result;
  }
  call.isAsync = true;
  return Promise.resolve(result)
    .then((value) => {
      call.returned = summary(value);
      return value;
    })
    .finally(async () => {
      for (const other of inner) if (!other.isFinished) other.isAwaited = false;
      await new Promise(setImmediate);
      call.isFinished = true;
    });
}

/** Numbers as they are, the keys of an ordinary object, and only the type of everything else: no user's text. */
function summary(value) {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return typeof value;
  // An object without a prototype has no constructor.
  const type = value.constructor ?? Object;
  return type === Object ? Object.keys(value) : type.name;
}
