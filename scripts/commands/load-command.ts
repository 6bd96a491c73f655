import type { Controller, Usage } from 'trellis';

/** What the file of a command exports: a controller, which the framework runs. */
export interface ControllerCommand {
  readonly usage: Usage;
  readonly default: new () => Controller;
}

/** Or a function: for a server, for what must also run if the framework is broken, and for what only calls another room. */
export interface ProgramCommand {
  readonly usage: Usage;
  /** Returns the exit code; undefined is 0, or a server that goes on. */
  run(words: readonly string[]): Promise<number | undefined>;
  /** It explains its words by itself. */
  readonly hasOwnHelp?: true;
}

export type Command = ControllerCommand | ProgramCommand;

export async function loadCommand(file: URL): Promise<Command> {
  return (await import(file.href)) as Command;
}

export function isProgram(command: Command): command is ProgramCommand {
  return 'run' in command;
}
