import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
// #region step-4
import { Readiness } from './health/readiness.ts';

// #endregion

// In a file, so that the other programs of this chapter find what this one has stored.
process.env.DATABASE_URL ??= 'file:blog-21.db';

// #region step-4
const app = createApp(AppModule, appOptions);
await app.listen();
// After listen(), not before: during startup, a signal has to end the process, which is Node's default without a listener.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(Readiness).leave());
// #starter
// await createApp(AppModule, appOptions).listen();
// #endregion
