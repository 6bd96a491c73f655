import { type Controller, cli, command, createApp, module, type Route } from 'trellis';
import { Terminal } from '../workshop/terminal.ts';
import { Workshop } from '../workshop/workshop.ts';
import type { ProgramCommand } from './load-command.ts';

/** The workshop with this command, or with several. */
export function workshopModule(...commands: (new () => Controller)[]) {
  return module('WorkshopModule', { declarations: [...commands, Workshop, Terminal] });
}

/** Runs the command that the words name, and returns its exit code. */
export function runController(controller: new () => Controller, words: readonly string[]): Promise<number> {
  const platform = cli({ name: 'npm run', help: '-- --help' });
  return createApp(workshopModule(controller), { platform }).run([...words]);
}

/** Prints the help of a program. Its name belongs to npm: the name of a script may contain a colon, a command's may not. */
export function printHelp(name: string, { usage, run }: ProgramCommand): Promise<number> {
  const examples = usage.examples?.map((line) => line.slice(name.length).trim()).filter((words) => words !== '');
  class ProgramController implements Controller {
    routes(): Route[] {
      const handler = command((ctx) => run(ctx.param('*').split(' ')), { ...usage, examples });
      return [{ path: usage.words === undefined ? '/' : '*', handler }];
    }
  }
  const platform = cli({ name: `npm run ${name}`, help: '-- --help' });
  return createApp(module('HelpModule', { declarations: [ProgramController] }), { platform }).run(['--help']);
}
