import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../chapters.ts';
import { CheckFailure } from './failure.ts';
import { environmentOf } from './program.ts';
import { loaderOptions } from './spare.ts';
import { startupCause, startupOutput } from './startup-cause.ts';

export interface CommandOptions {
  /** The folder of the program. */
  src: string;
  /** Its file in there: `cli.ts`. */
  program: string;
  words: string[];
  env: Readonly<Record<string, string>>;
  /** Milliseconds until it is killed. */
  deadline?: number;
  /** Whether it is to believe that somebody watches: then it writes for people. */
  terminal?: boolean;
}

const believe = 'data:text/javascript,process.stdout.isTTY=process.stderr.isTTY=true';

/** Runs a program of a chapter to its end, as somebody types it. */
export function runProgram({
  src,
  program,
  words,
  env,
  deadline = 60_000,
  terminal,
}: CommandOptions): Promise<Outcome> {
  const preload = terminal ? ['--import', believe] : [];
  const args = [...preload, ...loaderOptions(), join(src, program), ...words];
  const settings = { cwd: root, env: environmentOf(env), timeout: deadline };
  return new Promise((resolve) => {
    execFile(process.execPath, args, settings, (error, stdout, stderr) => {
      // Node's own codes for what never ran are words, such as ENOENT.
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
      resolve(new Outcome([program, ...words].join(' '), code, stdout, stderr));
    });
  });
}

/** How a command ended. Each expectation returns the outcome, so that they can be strung together. */
export class Outcome {
  /** As it was typed, from the program's file on. */
  readonly typed: string;
  /** Undefined where it had to be killed. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;

  constructor(typed: string, code: number | undefined, stdout: string, stderr: string) {
    this.typed = typed;
    this.code = code;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  exit(code: number, because?: string): this {
    return this.expect(
      this.code === code,
      `the exit code ${code}`,
      because,
      `The exit code is ${this.code ?? 'none'}.`,
    );
  }

  /** Any other rule, in the check's own words. */
  expect(holds: boolean, expected: string, because?: string, problem = 'This does not hold.'): this {
    if (holds) return this;
    const said = [
      `exit code ${this.code ?? 'none: it did not end'}`,
      `stdout: ${this.stdout.trimEnd() || '(nothing)'}`,
      `stderr: ${startupOutput(this.stderr) || '(nothing)'}`,
    ];
    // Node itself ends a program with 1 where an error was thrown that nobody catches: a file that is not there, for one.
    const crash = /\n\s+at |ERR_MODULE_NOT_FOUND/.test(this.stderr) ? startupCause(this.stderr) : undefined;
    const cause = [this.#missing() ?? crash, because].filter(Boolean).join('\n  Or: ') || undefined;
    throw new CheckFailure({ problem, curl: this.typed, answered: said.join('\n'), expected, cause });
  }

  #missing(): string | undefined {
    const file = this.typed.split(' ')[0]!;
    const isMissing = new RegExp(`Cannot find module '[^']*[\\\\/]${file.replace('.', '\\.')}' imported from`).test(
      this.stderr,
    );
    return isMissing ? `there is no ${file} in your folder yet.` : undefined;
  }
}
