import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  // #region step-5
  middlewares: [Audit],
  // #starter
  // // Step 5: the audit log.
  // middlewares: [],
  // #endregion
};
