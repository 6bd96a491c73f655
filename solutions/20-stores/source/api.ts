import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
// #region step-5
import { Readiness } from './health/readiness.ts';

// #endregion

// In a file, so that the other programs of this chapter find what this one has stored.
process.env.DATABASE_URL ??= 'file:blog-20.db';

// #region step-5
const app = createApp(AppModule, appOptions);
await app.listen();
// After the framework's own listener: before there is one, a signal has to end a start that hangs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(Readiness).leave());
// #starter
// await createApp(AppModule, appOptions).listen();
// #endregion
