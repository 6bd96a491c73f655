import { cli, createApp } from 'trellis';
import { CommandsModule } from './commands/commands.module.ts';

process.env.DATABASE_URL ??= 'file:blog-31.db';

const platform = cli({ name: 'blog', summary: 'The blog, for the people who run it.' });
process.exitCode = await createApp(CommandsModule, { platform }).run();
