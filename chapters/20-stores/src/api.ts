import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { appOptions } from './app.options.ts';

// Three programs, one after the other: what one of them stores, the next one has to find.
process.env.DATABASE_URL ??= 'file:blog.db';

await createApp(AppModule, appOptions).listen();
