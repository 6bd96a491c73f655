import { type AppOptions, logScope, requestId, traceContext } from 'trellis';
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { CrossOriginProtection } from './edge/cross-origin-protection.ts';
import { SecurityHeaders } from './edge/security-headers.ts';
import { onRequest, onResponse } from './observe/requests.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  middlewares: [requestId(), traceContext(), logScope(), SecurityHeaders, Cors, Audit, CrossOriginProtection],
  onRequest,
  onResponse,
  // A post isn't a video, and nobody needs ten seconds to send one.
  // An idle connection may send a request for five seconds (Keep-Alive: timeout=5), so we close it after six.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000, drain: 6_000 },
};
