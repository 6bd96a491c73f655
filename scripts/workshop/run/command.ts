import { execFile } from 'node:child_process';
import { resolve as resolvePath } from 'node:path';
import { root } from '../chapters.ts';
import { loaderOptions } from './framework-bundle.ts';
import { environmentOf } from './program.ts';

export interface CommandOptions {
  /** The folder of the program. */
  src: string;
  /** Its file in that folder: `cli.ts`. An absolute path is a program of ours, which finds the folder in `TRELLIS_SRC`. */
  program: string;
  words: string[];
  env: Readonly<Record<string, string | undefined>>;
  /** Whether the program should find a terminal: then it formats its output for people, and may ask them. */
  terminal?: boolean;
  /** What is typed, or piped in, while it runs. */
  input?: string;
  /** How long it may run, in milliseconds. */
  patience?: number;
}

/** How a command ended. */
export interface FinishedCommand {
  /** As it was typed, from the program's file on. */
  readonly typed: string;
  /** Undefined if it had to be killed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

const pretendTerminal = 'data:text/javascript,process.stdin.isTTY=process.stdout.isTTY=process.stderr.isTTY=true';

/** Runs a program of a chapter to its end, as if it had been typed into a terminal. */
export function runCommand({
  src,
  program,
  words,
  env,
  terminal,
  input,
  patience = 60_000,
}: CommandOptions): Promise<FinishedCommand> {
  const preload = terminal ? ['--import', pretendTerminal] : [];
  const args = [...preload, ...loaderOptions(), resolvePath(src, program), ...words];
  const settings = {
    cwd: root,
    env: environmentOf({ ...env, TRELLIS_SRC: src }),
    timeout: patience,
    killSignal: 'SIGKILL' as const,
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, settings, (error, stdout, stderr) => {
      // If the program never ran, the code is a string such as ENOENT.
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve({ typed: [program, ...words].join(' '), code, stdout, stderr });
    });
    // A program that ends without reading closes its end first.
    child.stdin?.on('error', () => {}).end(input);
  });
}
