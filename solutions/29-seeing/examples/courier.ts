import { traceHeaders, withTrace } from 'trellis';

interface Parcel {
  to: string;
  traceparent: string;
}

const shelf: Parcel[] = [];

/** Called during a request. */
export function accept(to: string): void {
  shelf.push({ to, traceparent: traceHeaders().traceparent ?? '' });
}

/** Called by a timer, when the request is long over. */
export async function deliver(): Promise<void> {
  for (const { to, traceparent } of shelf.splice(0)) {
    await withTrace({ traceparent }, () => fetch(to, { method: 'POST', headers: traceHeaders() }));
  }
}
