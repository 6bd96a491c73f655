import type * as node from 'node:util';
import * as inspection from 'node-inspect-extracted';
import { equal } from './util/equal.ts';
import * as kinds from './util/types.ts';

export const { inspect, format, formatWithOptions, stripVTControlCharacters } = inspection as unknown as typeof node;
export const isDeepStrictEqual = equal;
export const types = kinds;
export const { TextDecoder, TextEncoder } = globalThis;

type Callback = (error: unknown, value?: unknown) => void;

export function promisify(work: (...args: unknown[]) => void): (...args: unknown[]) => Promise<unknown> {
  const custom = (work as unknown as Record<symbol, unknown>)[promisify.custom];
  if (typeof custom === 'function') return custom as () => Promise<unknown>;
  return function (this: unknown, ...args) {
    return new Promise((resolve, reject) => {
      const done: Callback = (error, value) => (error ? reject(error) : resolve(value));
      work.call(this, ...args, done);
    });
  };
}
promisify.custom = Symbol.for('nodejs.util.promisify.custom');

export function inherits(child: { super_?: unknown; prototype: object }, parent: { prototype: object }): void {
  child.super_ = parent;
  Object.setPrototypeOf(child.prototype, parent.prototype);
}

export function deprecate<T>(work: T): T {
  return work;
}

export function debuglog(): () => void {
  return () => {};
}

/** Colours are for a terminal. */
export function styleText(_style: unknown, text: string): string {
  return text;
}

export function toUSVString(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}

export default {
  inspect,
  format,
  formatWithOptions,
  stripVTControlCharacters,
  isDeepStrictEqual,
  types,
  TextDecoder,
  TextEncoder,
  promisify,
  inherits,
  deprecate,
  debuglog,
  styleText,
};
