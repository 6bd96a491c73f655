import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  // Steps 1 to 3: protection against other sites, CORS, and security headers.
  middlewares: [Audit],
  // Step 6: limits.
};
