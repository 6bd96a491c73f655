import type { EventEmitter as NodeEmitter } from 'node:events';
import Emitter from 'events/events.js';
import { aborted } from './timers-promises.ts';

/* The package `events` is Node's own EventEmitter of some versions ago. This adds what has been added since. */

interface Options {
  signal?: AbortSignal;
}

type Listener = (...args: unknown[]) => void;

export const EventEmitter = Emitter as typeof NodeEmitter;
export const errorMonitor = Symbol('events.errorMonitor');
export const captureRejectionSymbol = Symbol.for('nodejs.rejection');
export const defaultMaxListeners = 10;

const { emit } = EventEmitter.prototype;
EventEmitter.prototype.emit = function (this: NodeEmitter, name: string | symbol, ...args: unknown[]) {
  if (name === 'error' && this.listenerCount(errorMonitor) > 0) emit.call(this, errorMonitor, ...args);
  return emit.call(this, name, ...args);
};

export function once(source: NodeEmitter | EventTarget, name: string, { signal }: Options = {}): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(signal));
    const listen = (event: string, listener: Listener) =>
      'addEventListener' in source ? source.addEventListener(event, listener) : source.on(event, listener);
    const forget = (event: string, listener: Listener) =>
      'removeEventListener' in source ? source.removeEventListener(event, listener) : source.off(event, listener);
    const settle = (work: () => void) => {
      forget(name, succeed);
      forget('error', fail);
      signal?.removeEventListener('abort', abort);
      work();
    };
    const succeed: Listener = (...args) => settle(() => resolve(args));
    const fail: Listener = (error) => settle(() => reject(error));
    const abort = () => settle(() => reject(aborted(signal!)));
    listen(name, succeed);
    if (name !== 'error' && !('addEventListener' in source)) listen('error', fail);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** A browser doesn't warn of many listeners of an `EventTarget`. */
export function setMaxListeners(most: number, ...sources: (NodeEmitter | EventTarget)[]): void {
  for (const source of sources) if ('setMaxListeners' in source) source.setMaxListeners(most);
}

export function listenerCount(source: NodeEmitter, name: string): number {
  return source.listenerCount(name);
}

export function addAbortListener(signal: AbortSignal, listener: (event: Event) => void): { [Symbol.dispose](): void } {
  if (signal.aborted) queueMicrotask(() => listener(new Event('abort')));
  else signal.addEventListener('abort', listener, { once: true });
  return { [Symbol.dispose]: () => signal.removeEventListener('abort', listener) };
}

Object.assign(EventEmitter, {
  EventEmitter,
  once,
  errorMonitor,
  captureRejectionSymbol,
  setMaxListeners,
  addAbortListener,
});

export default EventEmitter;
