import { module } from 'trellis';
import { HealthController } from './health.controller.ts';
import { Readiness } from './readiness.ts';

/** Health checks, for load balancers and supervisors. */
export const HealthModule = module('HealthModule', {
  declarations: [HealthController, Readiness],
});
