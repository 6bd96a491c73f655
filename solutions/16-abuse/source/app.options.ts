import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { SecurityHeaders } from './edge/security-headers.ts';

/** What holds for every request, whichever route it is for. */
export const appOptions: AppOptions = {
  // #region step-4
  middlewares: [SecurityHeaders, Cors, Audit],
  // #starter
  // // Steps 3 and 4: whoever sees every request.
  // middlewares: [],
  // #endregion
  // #region step-6
  // A post is no film, and nobody types for ten seconds: what is larger or slower wants to wear us down.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
  // #starter
  // // Step 6: limits.
  // #endregion
};
