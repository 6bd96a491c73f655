import type { RequestListener, ResponseListener } from 'trellis';
import { durations, inFlight, requests } from './metrics.ts';

/** Everything else, such as a method that somebody has invented, shares one label value. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export const onRequest: RequestListener = () => inFlight.inc();

/** Neither the path nor the query: both may contain anything, even a password in the wrong place. */
export const onResponse: ResponseListener = ({ method, route = 'none', status, ms, complete }, _ctx, log) => {
  log.info('request', { method, route, status, ms: Math.round(ms), aborted: complete ? undefined : true });
  const labels = { method: methods.includes(method) ? method : 'other', route };
  inFlight.dec();
  requests.inc({ ...labels, status });
  durations.observe(labels, ms / 1_000);
};
