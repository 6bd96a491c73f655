import {
  clearTimeout,
  type Immediate,
  setImmediate as immediate,
  type Timeout,
  setTimeout as timeout,
} from './timers.ts';

interface Options {
  signal?: AbortSignal;
  ref?: boolean;
}

function promised<T>(
  start: (done: () => void) => Timeout | Immediate,
  stop: (timer: Timeout | Immediate) => void,
  value: T,
  { signal, ref = true }: Options = {},
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const abort = () => {
      stop(timer);
      reject(aborted(signal!));
    };
    const timer = start(() => {
      signal?.removeEventListener('abort', abort);
      resolve(value);
    });
    if (!ref) timer.unref();
    signal?.addEventListener('abort', abort, { once: true });
  });
}

export function aborted(signal: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: signal.reason });
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' });
}

export function setTimeout<T>(ms?: number, value?: T, options?: Options): Promise<T | undefined> {
  return promised(
    (done) => timeout(done, ms),
    (timer) => clearTimeout(timer as Timeout),
    value,
    options,
  );
}

export function setImmediate<T>(value?: T, options?: Options): Promise<T | undefined> {
  return promised(
    (done) => immediate(done),
    (timer) => (timer as Immediate).clear(),
    value,
    options,
  );
}

export const scheduler = {
  wait: (ms: number, options?: Options) => setTimeout(ms, undefined, options),
  yield: setImmediate,
};

export default { setTimeout, setImmediate, scheduler };
