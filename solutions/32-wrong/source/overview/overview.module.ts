import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { OverviewService } from './overview.service.ts';

/** The readers' own pages. */
export const OverviewModule = module('OverviewModule', {
  imports: [UsersModule],
  exports: [OverviewService],
  declarations: [OverviewService],
});
