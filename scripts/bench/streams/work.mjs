import { Writable } from 'node:stream';

/** The bytes of one upload or download. */
export const size = 100_000_000;
/** A file of that size. */
export const file = process.env.BENCH_FILE;

/** A destination that takes every chunk as soon as it can. */
export function sink() {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}

/**
 * About 15 MB that every server keeps, as an application with its packages does. Below 8 MB V8 doesn't collect the whole heap
 * for the sake of buffers, and just above it does so again and again: without this, the benchmark would compare the sizes of
 * three almost empty programs.
 */
globalThis.kept = Array.from({ length: 100_000 }, (_, id) => ({ id, title: `Post ${id}`, tags: [`tag ${id}`] }));
