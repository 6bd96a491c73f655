import { module } from 'trellis';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

/** How this process is. */
export const HealthModule = module('HealthModule', {
  declarations: [HealthController, Readiness],
});
