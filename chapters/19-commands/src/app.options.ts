import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';
import { Cors } from './edge/cors.ts';
import { SecurityHeaders } from './edge/security-headers.ts';

/** What holds for every request, whichever route it is for. */
export const appOptions: AppOptions = {
  middlewares: [SecurityHeaders, Cors, Audit],
  // A post is no film, and nobody types for ten seconds: what is larger or slower wants to wear us down.
  limits: { body: 64 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
};
