import pc from 'picocolors';
import { differenceView, patchesOf } from '../difference.ts';
import { minutesOf } from '../incidents/record.ts';
import { counted } from '../incidents/views.ts';
import { nextDue } from './choose.ts';
import type { Drill } from './plant.ts';
import { type DrillRecord, isOver } from './record.ts';

/** Minutes from the page to the evidence, with what signals and wrong claims have cost. Null while the cause isn't proven. */
export function minutesToEvidence({ investigation }: DrillRecord): number | null {
  return investigation?.proven === undefined ? null : minutesOf(investigation, investigation.proven);
}

/** Minutes from the page to the repair that holds, with the same. Null while there is none. */
export function minutesToRepair({ investigation, repaired }: DrillRecord): number | null {
  return repaired === undefined ? null : Math.round(repaired / 60_000) + (investigation?.price ?? 0);
}

/** What happened in each drill. A fault has no name before it is over. */
export function listView(records: readonly DrillRecord[], kindOf: ReadonlyMap<string, string>): string {
  if (records.length === 0) return 'No drills yet. Begin one: npm run drill';
  const rows = records.map((record) => {
    const { number, begun, investigation, checks, hasGivenUp } = record;
    const [evidence, repair] = [minutesToEvidence(record), minutesToRepair(record)];
    const state = hasGivenUp ? 'given up' : repair !== null ? 'repaired' : evidence !== null ? 'cause named' : 'open';
    return [
      String(number).padStart(5),
      new Date(begun).toISOString().slice(0, 10),
      minutes(evidence),
      minutes(repair),
      String(investigation?.attempts ?? 0).padStart(6),
      String(checks).padStart(6),
      `  ${state}${isOver(record) ? `: ${kindOf.get(record.fault) ?? record.fault}` : ''}`,
    ].join('  ');
  });
  return [pc.dim('drill  begun       to the evidence  to the repair  claims  checks'), ...rows].join('\n');
}

function minutes(value: number | null): string {
  return (value === null ? '' : `${value} min`).padStart(value === null ? 15 : 13);
}

/** One line for the end of a review; empty for somebody who has never begun a drill. */
export function summaryView(records: readonly DrillRecord[], now: number): string {
  if (records.length === 0) return '';
  const done = records.filter(({ repaired }) => repaired !== undefined);
  const middle = (values: readonly (number | null)[]) => {
    const sorted = values.filter((value) => value !== null).sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
  };
  const times =
    done.length === 0
      ? ''
      : `; half of them took at most ${counted(middle(done.map(minutesToEvidence)), 'minute')} to the evidence, and ${middle(done.map(minutesToRepair))} to the repair`;
  const due = nextDue(records);
  const next =
    due === undefined
      ? 'One is open: npm run drill'
      : due <= now
        ? 'Another one is due: npm run drill'
        : `The next one is due on ${new Date(due).toISOString().slice(0, 10)}.`;
  return `Drills: ${done.length} repaired${times}. ${next}`;
}

/** What was planted, once it is over. */
export function truthView({ kind, planted, healthy, places }: Drill): string {
  const patches = patchesOf(planted, healthy).filter(({ file }) => places.has(file));
  return [
    `It was this: ${pc.bold(kind)}.`,
    '',
    'Lines with a minus were planted, lines with a plus are ours. There are other right repairs: the check decides.',
    ...patches.map(differenceView),
  ].join('\n');
}
