import { Writable } from 'node:stream';

/** The bytes of one upload or download. */
export const size = 100_000_000;
/** A file of that size. */
export const file = process.env.BENCH_FILE;

/** A destination that takes every chunk as soon as it can. */
export function sink() {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
