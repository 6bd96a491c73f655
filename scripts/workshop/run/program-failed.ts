import type { Stuck } from './start-watch.ts';
import { startupCause } from './startup-cause.ts';

/** Why a program never listened: `unsettled` is Node's exit code 13, a top-level await that nothing can settle. */
export type StartFailure = 'crashed' | 'ended' | 'unsettled' | 'killed' | Stuck;

const problems: Record<StartFailure, string> = {
  crashed: 'The program crashed before it listened.',
  ended: 'The program ended before it listened.',
  unsettled: 'The program ended before it listened, because a top-level await never settles.',
  killed: 'The program was stopped before it listened.',
  blocked: 'The program never listened, because its event loop is blocked.',
  waiting: 'The program started, but never listened.',
};

/** A chapter's program didn't start. `output` is what it printed instead. */
export class ProgramFailed extends Error {
  override readonly name = 'ProgramFailed';
  readonly reason: StartFailure;
  readonly output: string;

  constructor(reason: StartFailure, output: string) {
    super(problems[reason]);
    this.reason = reason;
    this.output = output;
  }

  get likelyCause(): string {
    return startupCause(this.output, this.reason);
  }
}
