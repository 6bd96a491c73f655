import { module } from 'trellis';
import { UsersModule } from '../users/users.module.ts';
import { Locks } from './locks.ts';
import { PointsService } from './points.service.ts';

/** Points of readers. */
export const PointsModule = module('PointsModule', {
  imports: [UsersModule],
  exports: [Locks, PointsService],
  declarations: [Locks, PointsService],
});
