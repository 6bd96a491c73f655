import { join } from 'node:path';
import { asRecord, readState, writeState } from '../state-file.ts';
import type { Staged } from './incident.ts';

/** How somebody investigated an incident. */
export interface IncidentRecord {
  /** When they first saw its page, in milliseconds since 1970. */
  readonly begun: number;
  /** How often they named a cause. */
  readonly attempts: number;
  /** Which signals they asked for, by their positions. */
  readonly signals: readonly number[];
  /** Minutes that signals and wrong attempts have cost. */
  readonly price: number;
  /** When the evidence proved the cause. */
  readonly proven?: number;
}

/**
 * Minutes: somebody acts on a wrong diagnosis, and finds out that it was wrong. Each one costs twice as much as the one before, so that
 * trying all causes one after another is never the quickest way.
 */
export function priceOfMistake(mistakes: number): number {
  return Math.min(5 * 2 ** mistakes, 40);
}

type Known = Pick<Staged, 'chapter' | 'name'>;

/** What somebody does while they investigate, and what it costs. Where that is kept, others decide. */
export abstract class Investigations {
  abstract of(situation: Known): IncidentRecord | undefined;
  protected abstract write(situation: Known, record: IncidentRecord): void;

  /** Begins the clock, unless it is running already. */
  begin(situation: Staged, now: number): IncidentRecord {
    return this.of(situation) ?? this.#write(situation, { begun: now, attempts: 0, signals: [], price: 0 });
  }

  signal(situation: Staged, index: number, now: number): IncidentRecord {
    const record = this.begin(situation, now);
    if (record.signals.includes(index)) return record;
    // Afterwards, everybody may read what the others would have said.
    const price = record.price + (record.proven === undefined ? situation.signals[index]!.price : 0);
    return this.#write(situation, { ...record, signals: [...record.signals, index], price });
  }

  attempt(situation: Staged, isProven: boolean, now: number): IncidentRecord {
    const record = this.begin(situation, now);
    if (record.proven !== undefined) return record;
    const price = record.price + (isProven ? 0 : priceOfMistake(record.attempts));
    const attempts = record.attempts + 1;
    return this.#write(situation, { ...record, attempts, price, ...(isProven && { proven: now }) });
  }

  #write(situation: Staged, record: IncidentRecord): IncidentRecord {
    this.write(situation, record);
    return record;
  }
}

/** What is known about the learner's incidents, in `.workshop/incidents.json`. */
export class Records extends Investigations {
  readonly #file: string;

  constructor(state: string) {
    super();
    this.#file = join(state, 'incidents.json');
  }

  of({ chapter, name }: Known): IncidentRecord | undefined {
    return this.all()[`${chapter}/${name}`];
  }

  all(): Record<string, IncidentRecord> {
    const entries = Object.entries(readState(this.#file)).flatMap(([key, value]) => {
      const record = recordOf(asRecord(value));
      return record === undefined ? [] : [[key, record] as const];
    });
    return Object.fromEntries(entries);
  }

  /** The incident as if it had never been seen. */
  forget({ chapter, name }: Known): void {
    const { [`${chapter}/${name}`]: _, ...rest } = this.all();
    writeState(this.#file, rest);
  }

  protected write({ chapter, name }: Known, record: IncidentRecord): void {
    writeState(this.#file, { ...this.all(), [`${chapter}/${name}`]: record });
  }
}

/** Somebody may have edited the file. */
export function recordOf(value: Record<string, unknown>): IncidentRecord | undefined {
  const { begun, attempts, signals, price, proven } = value;
  if (![begun, attempts, price].every(Number.isFinite) || !Array.isArray(signals)) return undefined;
  const known = {
    begun: Number(begun),
    attempts: Number(attempts),
    price: Number(price),
    signals: signals.map(Number),
  };
  return Number.isFinite(proven) ? { ...known, proven: Number(proven) } : known;
}

/** From the page to the proof, with what signals and mistakes have cost, in minutes. */
export function minutesOf({ begun, proven, price }: IncidentRecord, now: number): number {
  return Math.round(((proven ?? now) - begun) / 60_000) + price;
}
