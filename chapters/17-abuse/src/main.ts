import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
import { requirePolicies } from './auth/policies.ts';

const app = createApp(AppModule, appOptions);
requirePolicies(app.routes());
await app.listen();
