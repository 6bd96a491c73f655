import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
import { requirePolicies } from './auth/policies.ts';

// In a file, so that the other programs of this chapter find what this one has stored.
process.env.DATABASE_URL ??= 'file:blog-19.db';

const app = createApp(AppModule, appOptions);
requirePolicies(app.routes());
await app.listen();
