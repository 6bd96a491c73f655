import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { version } from './versions/version.ts';

await createApp(AppModule, { middlewares: [version] }).listen();
