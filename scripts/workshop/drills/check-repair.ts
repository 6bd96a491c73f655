import pc from 'picocolors';
import { renderFailureInColour } from '../failure-in-colour.ts';
import { plant } from './plant.ts';
import type { DrillRecord, Drills } from './record.ts';
import { repeatDrill } from './repeat.ts';
import { minutesToEvidence, minutesToRepair, truthView } from './views.ts';

/** Instead of a check. */
export const causeFirst =
  'Name the cause first, with the evidence that proves it. A repair without a diagnosis may remove a symptom, and nobody knows for how long.';

interface CheckOptions {
  now: number;
  /** The time that was spent so far, in milliseconds, while the blog runs. */
  spent?: number;
  /** Ends the programs. */
  signal?: AbortSignal;
}

/** Repeats the incident with the learner's code, and says what came of it. */
export async function checkRepair(
  drills: Drills,
  { number, fault, seed }: DrillRecord,
  { now, spent, signal }: CheckOptions,
): Promise<string> {
  const { investigation, checks, repaired, spent: saved } = drills.of(number)!;
  if (repaired !== undefined) return 'The repair holds already. Another drill: npm run drill';
  if (investigation?.proven === undefined) return causeFirst;
  // With services of its own: the users of the running blog may know those of the first one.
  const drill = await plant(fault, seed);
  const failure = await repeatDrill(drill, drills.srcOf({ number }), signal);
  if (signal?.aborted) return '';
  const change = { checks: checks + 1, last: now };
  if (failure !== undefined) {
    drills.change(number, change);
    return renderFailureInColour(failure.parts);
  }
  const record = drills.change(number, { ...change, repaired: spent ?? saved });
  return [
    pc.green('The repair holds.'),
    `Minutes to the evidence: ${minutesToEvidence(record)}. To the repair: ${minutesToRepair(record)}. Questions and wrong claims are ${record.investigation?.price ?? 0} of them.`,
    '',
    truthView(drill),
  ].join('\n');
}

/** Ends a drill, and says what it was. Everything that was written stays in its folder. */
export async function giveUp(drills: Drills, { number, fault, seed }: DrillRecord, now: number): Promise<string> {
  drills.change(number, { hasGivenUp: true, last: now });
  return truthView(await plant(fault, seed));
}
