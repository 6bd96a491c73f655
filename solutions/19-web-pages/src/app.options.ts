import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { CrossOriginProtection } from './edge/cross-origin-protection.ts';
import { SecurityHeaders } from './edge/security-headers.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  middlewares: [SecurityHeaders, Cors, Audit, CrossOriginProtection],
  // A post isn't a video, and nobody needs ten seconds to send one.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
};
