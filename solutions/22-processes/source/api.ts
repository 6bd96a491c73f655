import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
import { requirePolicies } from './auth/policies.ts';
// #region step-4
import { Readiness } from './health/readiness.ts';

// #endregion

// In a file, so that the other programs of this chapter find what this one has stored.
process.env.DATABASE_URL ??= 'file:blog-22.db';

const app = createApp(AppModule, appOptions);
requirePolicies(app.routes());
await app.listen();
// #region step-4
// After listen(), not before: during startup, a signal has to end the process, which is Node's default without a listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(Readiness).leave());
// #endregion
