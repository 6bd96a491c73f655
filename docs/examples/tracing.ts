import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { printable } from 'trellis';

/** Some of the fields of the events on `trellis:request`. */
interface Trace {
  method: string;
  path: string;
  status: number;
  ms: number;
  resolution?: { handler: string };
  steps: { kind: string; name: string; ms: number }[];
}

/** Prints a line for every request, and returns a function that ends it. */
export function printTraces(print: (line: string) => void): () => void {
  const listener = (event: unknown) => {
    const { method, path, status, ms, resolution, steps } = event as Trace;
    const queries = steps.filter(({ kind }) => kind === 'query').length;
    const result = `${status} ${resolution?.handler ?? 'no route'}`;
    // The path is decoded: without `printable`, a client could add line breaks and escape sequences.
    print(printable(`${method} ${path} ${result} ${ms.toFixed(1)} ms, ${queries} queries`));
  };
  subscribe('trellis:request', listener);
  return () => unsubscribe('trellis:request', listener);
}
