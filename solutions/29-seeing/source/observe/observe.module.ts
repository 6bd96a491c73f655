import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { MetricsController } from './metrics.controller.ts';
// #region step-2
import { MetricsToken } from './metrics-token.ts';
// #endregion
import { Waiting } from './waiting.ts';

/** What the program tells about itself. */
export const ObserveModule = module('ObserveModule', {
  imports: [AuthModule],
  // #region step-2
  declarations: [MetricsController, MetricsToken, Waiting],
  // #starter
  // declarations: [MetricsController, Waiting],
  // #endregion
});
