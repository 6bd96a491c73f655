import { cli, createApp } from 'trellis';
import { CommandsModule } from './commands/commands.module.ts';

process.env.DATABASE_URL ??= 'file:blog.db';

const platform = cli({ name: 'blog', summary: 'For those who run the blog.' });
process.exitCode = await createApp(CommandsModule, { platform }).run();
