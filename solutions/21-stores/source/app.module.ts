import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
import { ApiModule } from './api/api.module.ts';
import { EdgeModule } from './edge/edge.module.ts';
// #region step-4
import { HealthModule } from './health/health.module.ts';
// #endregion

/** What the API is made of. */
export const AppModule = module('AppModule', {
  // #region step-4
  imports: [AdminModule, ApiModule, EdgeModule, HealthModule],
  // #starter
  // imports: [AdminModule, ApiModule, EdgeModule],
  // #endregion
});
