import { module } from 'trellis';
import { AuthModule } from '../auth/auth.module.ts';
import { PointsModule } from '../points/points.module.ts';
import { SearchModule } from '../search/search.module.ts';
import { MetricsController } from './metrics.controller.ts';
import { MetricsToken } from './metrics-token.ts';
import { Waiting } from './waiting.ts';

/** What the program tells about itself. */
export const ObserveModule = module('ObserveModule', {
  imports: [AuthModule, PointsModule, SearchModule],
  declarations: [MetricsController, MetricsToken, Waiting],
});
