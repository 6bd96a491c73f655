import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';

await createApp(AppModule).listen();
