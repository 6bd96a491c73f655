import { cli, createApp } from 'trellis';
import { WorkshopModule } from './workshop.module.ts';

/** Runs one of the workshop's commands, and returns its exit code. */
export function runCommand(words: string[]): Promise<number> {
  return createApp(WorkshopModule, { platform: cli({ name: 'npm run', help: '-- --help' }) }).run(words);
}
