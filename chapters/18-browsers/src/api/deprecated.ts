import type { Middleware } from 'trellis';

/** Announces that a route will be removed. */
export const deprecated: Middleware = {
  handle(_ctx, next) {
    // Step 4: set Deprecation and Sunset.
    return next();
  },
};
