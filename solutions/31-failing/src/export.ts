import { cli, createApp } from 'trellis';
import { ExportModule } from './export/export.module.ts';

const platform = cli({ name: 'export' });
process.exitCode = await createApp(ExportModule, { platform }).run();
