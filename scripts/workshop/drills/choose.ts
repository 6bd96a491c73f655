import { type DrillRecord, isOver } from './record.ts';

const day = 86_400_000;

/** How long after a drill the next one is due, and its fault comes back: the less it was known, the sooner. */
export function restOf({ hasGivenUp, investigation, checks }: DrillRecord): number {
  if (hasGivenUp) return day;
  return investigation?.attempts === 1 && checks === 1 ? 7 * day : 3 * day;
}

/** The next fault: one that was never met; if there are none left, the one that has rested longest beyond its time. */
export function chooseFault(names: readonly string[], records: readonly DrillRecord[], random = Math.random): string {
  const met = new Map(records.map((record) => [record.fault, record]));
  const unmet = names.filter((name) => !met.has(name));
  if (unmet.length > 0) return unmet[Math.floor(random() * unmet.length)]!;
  const dueAt = (name: string) => met.get(name)!.last + restOf(met.get(name)!);
  return names.toSorted((a, b) => dueAt(a) - dueAt(b))[0]!;
}

/** When the next drill is due, in milliseconds since 1970. Undefined before the first, and while one is open. */
export function nextDue(records: readonly DrillRecord[]): number | undefined {
  const last = records.at(-1);
  return last === undefined || !isOver(last) ? undefined : last.last + restOf(last);
}
