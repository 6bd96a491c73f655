/*
 * What keeps a process alive: timers, servers, connections, files that are being read. Node ends a process when nothing
 * can happen in it any more, and a check wants to know that; a browser's worker would wait forever.
 */

let held = 0;
let whenIdle: (() => void) | undefined;
let isWatching = false;

/** Keeps the process alive until the returned function is called. */
export function hold(): () => void {
  held++;
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    held--;
    watch();
  };
}

/** Calls back once when nothing has kept the process alive for a moment. */
export function onIdle(callback: () => void): void {
  whenIdle = callback;
  watch();
}

/** Work that no handle shows, such as compiling WebAssembly, gets this long, in milliseconds. */
const patience = 500;

function watch(): void {
  if (isWatching || held > 0 || whenIdle === undefined) return;
  isWatching = true;
  nativeSetTimeout(() => {
    isWatching = false;
    if (held > 0 || whenIdle === undefined) return;
    const callback = whenIdle;
    whenIdle = undefined;
    callback();
  }, patience);
}

const nativeSetTimeout = globalThis.setTimeout.bind(globalThis);
