import { useWarmProcesses } from '../workshop/run/warm-process.ts';

const words = process.argv.slice(2);
// Saves half a second: a process starts while the commands themselves are loaded.
if (['chapter', 'solution', 'watch', 'replay', 'attack', 'incident', 'review', 'carry'].includes(words[0] ?? ''))
  useWarmProcesses();

const { runCommand } = await import('./run-command.ts');
process.exitCode = await runCommand(words);
