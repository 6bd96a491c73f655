import type { FinishedCommand } from '../run/command.ts';
import { startupCause, startupOutput } from '../run/startup-cause.ts';
import { CheckFailure } from './failure.ts';

/** A command that has ended. Each expectation returns the result, so that they can be chained. */
export class CommandResult implements FinishedCommand {
  readonly typed: string;
  readonly code: number | undefined;
  readonly stdout: string;
  readonly stderr: string;

  constructor({ typed, code, stdout, stderr }: FinishedCommand) {
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

  /** Any other condition, with the check's own description. */
  expect(holds: boolean, expected: string, because?: string, problem = 'This does not hold.'): this {
    if (holds) return this;
    const said = [
      `exit code ${this.code ?? 'none: it did not end'}`,
      `stdout: ${this.stdout.trimEnd() || '(nothing)'}`,
      `stderr: ${startupOutput(this.stderr) || '(nothing)'}`,
    ];
    // Node exits with 1 after an uncaught error, such as a file that doesn't exist.
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
