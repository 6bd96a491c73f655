// #region step-3
import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
// #endregion
// #region step-4
import { Cors } from './edge/cors.ts';
import { SecurityHeaders } from './edge/security-headers.ts';
// #endregion

// #region step-3
/** What holds for every request, whichever route it is for. */
export const appOptions: AppOptions = {
  // #endregion
  // #region step-4
  middlewares: [SecurityHeaders, Cors, Audit],
  // #endregion
  // #region step-6
  // A post is no film, and nobody types for ten seconds: what is larger or slower wants to wear us down.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
  // #endregion
  // #region step-3
};
// #endregion
