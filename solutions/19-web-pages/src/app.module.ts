import { module } from 'trellis';
import { AdminModule } from './admin/admin.module.ts';
import { ApiModule } from './api/api.module.ts';
import { EdgeModule } from './edge/edge.module.ts';

/** What the API is made of. */
export const AppModule = module('AppModule', {
  imports: [AdminModule, ApiModule, EdgeModule],
});
