import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** What holds for every request, on every route. */
export const appOptions: AppOptions = {
  // Step 5: the audit log.
  middlewares: [],
};
