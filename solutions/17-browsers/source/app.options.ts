import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
// #region step-1
import { Cors } from './edge/cors.ts';
import { SecurityHeaders } from './edge/security-headers.ts';
// #endregion

/** What holds for every request, on every route. */
export const appOptions: AppOptions = {
  // #region step-1
  middlewares: [SecurityHeaders, Cors, Audit],
  // #starter
  // // Step 1: security headers, and CORS.
  // middlewares: [Audit],
  // #endregion
  // #region step-3
  // A post isn't a video, and nobody needs ten seconds to send one.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
  // #starter
  // // Step 3: limits.
  // #endregion
};
