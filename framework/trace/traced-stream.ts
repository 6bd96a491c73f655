import type { ServerResponse } from 'node:http';
import { isSent } from '../streams/skip-body.ts';
import type { TracedStream } from './step.ts';

/** Counts what is written to a response, and reports when it has ended. Call it before its first byte. */
export function followStream(outgoing: ServerResponse, stream: TracedStream, ended: () => void): void {
  const write = outgoing.write.bind(outgoing) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  outgoing.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    stream.bytes += Buffer.byteLength(chunk);
    return write(chunk, ...rest);
  };
  outgoing.once('close', () => {
    stream.outcome ??= isSent(outgoing) ? 'complete' : 'client left';
    ended();
  });
}
