// Part of preload.mjs: records the calls to services, for checks that want to know whether a handler uses a service and
// whether it awaits the result. Neither can be seen in a response as long as the data is in memory.
import { subscribe } from 'node:diagnostics_channel';

/** Wraps the methods of these objects and returns the array of calls, which grows with each of them. */
export function recordCalls(services, methodsOf) {
  const calls = [];
  for (const service of services) {
    for (const name of methodsOf(service)) {
      const method = service[name];
      const value = (...args) => {
        const call = {
          name: `${service.constructor.name}.${name}`,
          isFinished: false,
          isAwaited: true,
          isAsync: false,
        };
        calls.push(call);
        return finished(call, method.apply(service, args));
      };
      Object.defineProperty(service, name, { value, configurable: true });
    }
  }
  subscribe('trellis:request', () => {
    for (const call of calls) if (!call.isFinished) call.isAwaited = false;
  });
  return calls;
}

/** A promise takes one more turn of the event loop. A handler that doesn't await it has responded by then. */
function finished(call, result) {
  if (typeof result?.then !== 'function') {
    call.isFinished = true;
    return result;
  }
  call.isAsync = true;
  return Promise.resolve(result).finally(async () => {
    await new Promise(setImmediate);
    call.isFinished = true;
  });
}
