import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
// #region step-4
import { requirePolicies } from './auth/policies.ts';

const app = createApp(AppModule);
requirePolicies(app.routes());
await app.listen();
// #starter
//
// await createApp(AppModule).listen();
// #endregion
