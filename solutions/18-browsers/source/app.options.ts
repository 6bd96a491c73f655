import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
// #region step-2
import { Cors } from './edge/cors.ts';
// #endregion
// #region step-1
import { CrossOriginProtection } from './edge/cross-origin-protection.ts';
// #endregion
// #region step-3
import { SecurityHeaders } from './edge/security-headers.ts';
// #endregion

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  // #region step-3
  middlewares: [SecurityHeaders, Cors, Audit, CrossOriginProtection],
  // #step-2
  // // Step 3: security headers.
  // middlewares: [Cors, Audit, CrossOriginProtection],
  // #step-1
  // // Steps 2 and 3: CORS, and security headers.
  // middlewares: [Audit, CrossOriginProtection],
  // #starter
  // // Steps 1 to 3: protection against other sites, CORS, and security headers.
  // middlewares: [Audit],
  // #endregion
  // #region step-6
  // A post isn't a video, and nobody needs ten seconds to send one.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
  // #starter
  // // Step 6: limits.
  // #endregion
};
