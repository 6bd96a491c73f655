import type { Span, TraceEvent } from './trace-event.ts';

/** What a request was doing, as X-ray and the terminal call it. */
export function doing({ what, of }: Pick<Span, 'what' | 'of'>): string {
  if (what === 'running') return 'running JavaScript';
  const things: Record<typeof what, string> = {
    timer: 'for a timer',
    turn: 'for its turn',
    thread: `for a worker thread${of ? ` of ${of}` : ''}`,
    pool: `for ${of ? `${of} in ` : ''}Node’s thread pool`,
    file: 'for a file',
    client: 'for the client',
    request: 'for another request',
    network: 'for the network',
    process: 'for another process',
    other: '',
    open: '',
  };
  return `waiting ${things[what]}`.trim();
}

/** How a request ended, if its status doesn't say that, or doesn't say all of it. */
export function endOf({ status, isRunning, answer }: TraceEvent): string {
  const { stream } = answer ?? {};
  if (isRunning) return stream ? 'being sent' : 'running';
  if (stream?.outcome !== undefined && stream.outcome !== 'complete') return stream.outcome;
  return status === 0 ? 'client left' : '';
}

export function milliseconds(ms: number): string {
  if (ms >= 59_950) return `${Math.floor(Math.round(ms / 1000) / 60)} min ${Math.round(ms / 1000) % 60} s`;
  if (ms >= 999.5) return `${(ms / 1000).toFixed(1)} s`;
  return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
}

/** `12 bytes`, `3.4 kB` */
export function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  return bytes < 999_950 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
