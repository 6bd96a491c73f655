import { createApp } from 'trellis';
import { AppModule } from './app.module.ts';
import { OldClients } from './versions/old-clients.ts';

await createApp(AppModule, { middlewares: [OldClients] }).listen();
