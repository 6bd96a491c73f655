import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
import { requirePolicies } from './auth/policies.ts';
import { Readiness } from './health/readiness.ts';

// In a file, so that the other programs of this chapter find what this one has stored.
process.env.DATABASE_URL ??= 'file:blog-31.db';

const app = createApp(AppModule, appOptions);
requirePolicies(app.routes());
await app.listen();
// After listen(), not before: during startup, a signal has to end the process, which is Node's default without a listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(Readiness).leave());
