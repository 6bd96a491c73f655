import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
import { AnnouncerModule } from './announcements/announcer.module.ts';
import { ApiModule } from './api/api.module.ts';
import { WorkerModule } from './cluster/worker.module.ts';
import { EdgeModule } from './edge/edge.module.ts';
import { HealthModule } from './health/health.module.ts';
import { ObserveModule } from './observe/observe.module.ts';

/** What the API is made of. */
export const AppModule = module('AppModule', {
  imports: [AdminModule, AnnouncerModule, ApiModule, EdgeModule, HealthModule, ObserveModule, WorkerModule],
});
