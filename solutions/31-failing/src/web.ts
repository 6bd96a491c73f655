import { createApp } from 'trellis';
import { PagesModule } from './pages/pages.module.ts';
import { pagesOptions } from './pages/pages.options.ts';

process.env.DATABASE_URL ??= 'file:blog-31.db';

await createApp(PagesModule, pagesOptions).listen();
