// Part of preload.mjs: the key-value store in memory responds without giving other requests a turn, so code that reads a
// counter and increments it afterwards looks right. With TRELLIS_TURNS=1, each call waits as one over a network would.
const methods = ['get', 'set', 'setIfAbsent', 'take', 'delete', 'increment', 'decrement', 'ttl'];
/** Enough for every request that has already arrived to get as far as this one. */
const turns = 10;

/** Wraps the stores of an application that listens. */
export function takeTurns(built) {
  for (const { instance } of built) {
    // Not `instanceof`: the program may have loaded another copy of the framework.
    if (!methods.every((name) => typeof instance?.[name] === 'function')) continue;
    for (const name of methods) {
      const method = instance[name];
      const value = async (...args) => {
        for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
        return method.apply(instance, args);
      };
      Object.defineProperty(instance, name, { value, configurable: true, writable: true });
    }
  }
}
