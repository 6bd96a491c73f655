// #region step-1
import type { AppOptions } from 'trellis';
import { Cors } from './http/cors.ts';
import { writeErrors } from './http/errors.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  middlewares: [new Cors()],
  errors: writeErrors,
  // The longest article has 100,000 characters. Nobody needs ten seconds to send it.
  limits: { body: 1024 * 1024, headersTimeout: 5_000, requestTimeout: 10_000 },
};
// #endregion
