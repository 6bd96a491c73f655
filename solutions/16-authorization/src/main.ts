import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { requirePolicies } from './auth/policies.ts';

const app = createApp(AppModule);
requirePolicies(app.routes());
await app.listen();
