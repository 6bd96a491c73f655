import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** What holds for every request, on every route. */
export const appOptions: AppOptions = {
  middlewares: [Audit],
};
