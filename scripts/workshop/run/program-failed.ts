import { StartFailure } from '../check/failure.ts';
import { crashIn } from './crash.ts';
import type { Stuck } from './start-watch.ts';
import { startupCause, startupOutput } from './startup-cause.ts';

/** Why a program never listened: `unsettled` is Node's exit code 13, a top-level await that nothing can settle. */
export type StartProblem = 'crashed' | 'ended' | 'unsettled' | 'killed' | Stuck;

const problems: Record<StartProblem, string> = {
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
  readonly reason: StartProblem;
  readonly output: string;
  /** Its folder. */
  readonly src: string;

  constructor(reason: StartProblem, output: string, src: string) {
    super(problems[reason]);
    this.reason = reason;
    this.output = output;
    this.src = src;
  }

  /** The error that the program ended with comes first: those of the framework say what to change. */
  get failure(): StartFailure {
    const cause = startupCause(this.output, this.reason);
    const parts = { problem: this.message, output: startupOutput(this.output), cause };
    const crash = this.reason === 'crashed' ? crashIn(this.output, this.src) : undefined;
    if (crash === undefined) return new StartFailure(parts, parts, []);
    const { message: problem, place, printed: output, about } = crash;
    return new StartFailure(parts, { problem, place, output, cause }, about);
  }
}
