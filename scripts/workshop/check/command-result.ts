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

  exit(code: number, because?: string | readonly string[]): this {
    const problem = `Expected exit code ${code}, got ${this.code ?? 'none'}`;
    if (this.code !== code) this.#fail(problem, because);
    return this;
  }

  /** Any other condition. `expected` completes the headline "Expected …". */
  expect(holds: boolean, expected: string, because?: string | readonly string[]): this {
    if (!holds) this.#fail(`Expected ${expected}`, because);
    return this;
  }

  #fail(problem: string, because: string | readonly string[] = []): never {
    const received = [
      `exit code ${this.code ?? 'none: it did not end'}`,
      `stdout: ${this.stdout.trimEnd() || '(nothing)'}`,
      `stderr: ${startupOutput(this.stderr) || '(nothing)'}`,
    ];
    // Node exits with 1 after an uncaught error, such as a file that doesn't exist.
    const crashed = /\n\s+at |ERR_MODULE_NOT_FOUND/.test(this.stderr);
    const crash = crashed ? startupCause(this.stderr) : undefined;
    const cause = [this.#missing() ?? crash, ...[because].flat()].filter((each) => each !== undefined);
    throw new CheckFailure({ problem, curl: this.typed, received: received.join('\n'), cause });
  }

  get #file(): string {
    return this.typed.split(' ')[0]!;
  }

  #missing(): string | undefined {
    const file = this.#file;
    const isMissing = new RegExp(`Cannot find module '[^']*[\\\\/]${file.replace('.', '\\.')}' imported from`).test(
      this.stderr,
    );
    return isMissing ? `there is no ${file} in your folder yet.` : undefined;
  }
}
