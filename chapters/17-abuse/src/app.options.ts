import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  // Step 5: the audit log.
  middlewares: [],
};
