import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';

// Step 3: the options, for what holds for every request.
await createApp(AppModule).listen();
