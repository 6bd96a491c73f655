import { cli, createApp } from 'trellis';
import { WorkshopModule } from './workshop.module.ts';

const platform = cli({ name: 'npm run' });
process.exitCode = await createApp(WorkshopModule, { platform }).run();
