import { CheckFailure } from '../check/failure.ts';
import type { FailureParts } from '../check/failure-parts.ts';

/** A failure that can be repeated: the same schedule disturbs the program in the same way. */
export function failureOf({ seed, ...parts }: FailureParts & { seed?: number }): CheckFailure {
  if (seed === undefined) return new CheckFailure(parts);
  return new CheckFailure({ ...parts, problem: `${parts.problem} (To repeat it, set TRELLIS_SCHEDULE=${seed}.)` });
}
