import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { SecurityHeaders } from './edge/security-headers.ts';

/** What holds for every request, whichever route it is for. */
export const appOptions: AppOptions = {
  // Steps 3 and 4: whoever sees every request.
  middlewares: [],
  // Step 6: limits.
};
