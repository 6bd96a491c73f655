import { join } from 'node:path';
import { type IncidentRecord, Investigations, recordOf } from '../incidents/record.ts';
import { asRecord, readState, writeState } from '../state-file.ts';

/** One drill. All durations are in milliseconds during which its blog ran: nobody has to finish a drill in one go. */
export interface DrillRecord {
  /** Counted from 1: the name of its folder. */
  readonly number: number;
  readonly fault: string;
  readonly seed: number;
  /** In milliseconds since 1970. */
  readonly begun: number;
  readonly last: number;
  readonly spent: number;
  /** How often the repair was checked. */
  readonly checks: number;
  readonly investigation?: IncidentRecord;
  /** When the repair passed. */
  readonly repaired?: number;
  readonly hasGivenUp?: boolean;
}

type Change = Partial<Pick<DrillRecord, 'last' | 'spent' | 'checks' | 'investigation' | 'repaired' | 'hasGivenUp'>>;

/** The learner's drills, in `.workshop/drills.json`. Their folders stay where they are. */
export class Drills {
  readonly #folder: string;
  readonly #file: string;

  constructor(state: string) {
    this.#folder = join(state, 'drills');
    this.#file = join(state, 'drills.json');
  }

  /** In the order in which they were begun. */
  all(): DrillRecord[] {
    const records = Object.entries(readState(this.#file)).flatMap(
      ([key, value]) => drillOf(key, asRecord(value)) ?? [],
    );
    return records.sort((a, b) => a.number - b.number);
  }

  of(number: number): DrillRecord | undefined {
    return this.all().find((record) => record.number === number);
  }

  /** The one that somebody has begun and not finished. */
  open(): DrillRecord | undefined {
    return this.all().findLast((record) => !isOver(record));
  }

  folderOf({ number }: Pick<DrillRecord, 'number'>): string {
    return join(this.#folder, String(number));
  }

  /** What the learner edits. */
  srcOf(record: Pick<DrillRecord, 'number'>): string {
    return join(this.folderOf(record), 'src');
  }

  begin(fault: string, seed: number, now: number): DrillRecord {
    const number = Math.max(0, ...this.all().map((record) => record.number)) + 1;
    return this.#write({ number, fault, seed, begun: now, last: now, spent: 0, checks: 0 });
  }

  change(number: number, change: Change): DrillRecord {
    return this.#write({ ...this.of(number)!, ...change });
  }

  #write(record: DrillRecord): DrillRecord {
    const others = this.all().filter(({ number }) => number !== record.number);
    const entries = [...others, record].map(({ number, ...rest }) => [number, rest]);
    writeState(this.#file, Object.fromEntries(entries));
    return record;
  }
}

export function isOver({ repaired, hasGivenUp }: DrillRecord): boolean {
  return repaired !== undefined || hasGivenUp === true;
}

/** The investigation of one drill. Its clock only runs while the blog does. */
export class DrillInvestigation extends Investigations {
  readonly #drills: Drills;
  readonly #number: number;

  constructor(drills: Drills, number: number) {
    super();
    this.#drills = drills;
    this.#number = number;
  }

  of(): IncidentRecord | undefined {
    return this.#drills.of(this.#number)?.investigation;
  }

  protected write(_: unknown, investigation: IncidentRecord): void {
    this.#drills.change(this.#number, { investigation });
  }
}

/** Somebody may have edited the file. */
function drillOf(key: string, value: Record<string, unknown>): DrillRecord | undefined {
  const { fault, seed, begun, last, spent, checks, investigation, repaired, hasGivenUp } = value;
  const number = Number(key);
  if (!Number.isInteger(number) || number < 1 || typeof fault !== 'string') return undefined;
  if (![seed, begun, spent].every(Number.isFinite)) return undefined;
  const known = investigation === undefined ? undefined : recordOf(asRecord(investigation));
  return {
    number,
    fault,
    seed: Number(seed),
    begun: Number(begun),
    last: Number.isFinite(last) ? Number(last) : Number(begun),
    spent: Number(spent),
    checks: Number(checks) || 0,
    ...(known && { investigation: known }),
    ...(Number.isFinite(repaired) && { repaired: Number(repaired) }),
    ...(hasGivenUp === true && { hasGivenUp }),
  };
}
