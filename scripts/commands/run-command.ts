import { commandFile } from './files.mjs';
import { isProgram, loadCommand } from './load-command.ts';

/** These start programs. It saves half a second if a process starts while the command itself is loaded. */
const startPrograms = ['chapter', 'solution', 'watch', 'replay', 'attack', 'incident', 'drill', 'review', 'carry'];

/** Runs a command, and returns its exit code. Undefined if it is a server, which goes on. */
export async function runCommand(name: string, words: readonly string[]): Promise<number | undefined> {
  const file = commandFile(name);
  if (file === undefined) return (await import('./command-list.ts')).listCommands(name);
  if (startPrograms.includes(name)) (await import('../workshop/run/warm-process.ts')).useWarmProcesses();
  const loaded = await loadCommand(file);
  const isHelp = words.includes('--help');
  if (isProgram(loaded) && (loaded.hasOwnHelp || !isHelp)) return loaded.run(words);
  // The framework is loaded here: a command that doesn't need it still works if it is broken.
  const { printHelp, runController } = await import('./workshop.module.ts');
  return isProgram(loaded) ? printHelp(name, loaded) : runController(loaded.default, [name, ...words]);
}
