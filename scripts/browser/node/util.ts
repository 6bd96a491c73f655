import type * as node from 'node:util';
import * as inspection from 'node-inspect-extracted';
import { equal } from './util/equal.ts';
import * as kinds from './util/types.ts';

export const { inspect, formatWithOptions } = inspection as unknown as typeof node;

/** Strings are printed as they are, without the package, which comes late. */
export function format(...args: unknown[]): string {
  const isPlain =
    args.every((arg) => typeof arg === 'string') && (args.length < 2 || !(args[0] as string).includes('%'));
  return isPlain ? args.join(' ') : (inspection as unknown as typeof node).format(...args);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for them.
const controlSequences = /[\u001B\u009B][[\]()#;?]*(?:\d{1,4}(?:;\d{0,4})*)?[\dA-PR-TZcf-nq-uy=><~]/g;

/** Without colours and other commands to a terminal. */
export function stripVTControlCharacters(text: string): string {
  return text.replace(controlSequences, '');
}
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
