import type { AppOptions } from 'trellis';
import { Audit } from './edge/audit.ts';

/** Options that apply to every request, on every route. */
export const appOptions: AppOptions = {
  middlewares: [Audit],
};
