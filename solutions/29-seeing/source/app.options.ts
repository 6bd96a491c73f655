// #region step-4
import { type AppOptions, logScope, requestId, traceContext } from 'trellis';
// #step-1
// import { type AppOptions, logScope, requestId } from 'trellis';
// #starter
// import type { AppOptions } from 'trellis';
// #endregion
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { CrossOriginProtection } from './edge/cross-origin-protection.ts';
import { SecurityHeaders } from './edge/security-headers.ts';
// #region step-2
import { onRequest, onResponse } from './observe/requests.ts';
// #step-1
// import { onResponse } from './observe/requests.ts';
// #starter
// #endregion

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  // #region step-4
  middlewares: [requestId(), traceContext(), logScope(), SecurityHeaders, Cors, Audit, CrossOriginProtection],
  // #step-1
  // middlewares: [requestId(), logScope(), SecurityHeaders, Cors, Audit, CrossOriginProtection],
  // #starter
  // middlewares: [SecurityHeaders, Cors, Audit, CrossOriginProtection],
  // #endregion
  // #region step-2
  onRequest,
  // #endregion
  // #region step-1
  onResponse,
  // #endregion
  // A post isn't a video, and nobody needs ten seconds to send one.
  // An idle connection may send a request for five seconds (Keep-Alive: timeout=5), so we close it after six.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000, drain: 6_000 },
};
