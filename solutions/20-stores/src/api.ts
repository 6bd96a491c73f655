import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';
import { Readiness } from './health/readiness.ts';

// Three programs, one after the other: what one of them stores, the next one has to find.
process.env.DATABASE_URL ??= 'file:blog.db';

const app = createApp(AppModule, appOptions);
await app.listen();
// After the framework's own listener: before there is one, a signal has to end a start that hangs.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => app.get(Readiness).leave());
