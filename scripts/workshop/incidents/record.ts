import { join } from 'node:path';
import { asRecord, readState, writeState } from '../state-file.ts';
import type { Incident } from './incident.ts';

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

/** Minutes: somebody acts on a wrong diagnosis, and finds out that it was wrong. */
export const priceOfMistake = 5;

/** What is known about the learner's incidents, in `.workshop/incidents.json`. */
export class Records {
  readonly #file: string;

  constructor(state: string) {
    this.#file = join(state, 'incidents.json');
  }

  of({ chapter, name }: Pick<Incident, 'chapter' | 'name'>): IncidentRecord | undefined {
    return this.all()[`${chapter}/${name}`];
  }

  all(): Record<string, IncidentRecord> {
    const entries = Object.entries(readState(this.#file)).flatMap(([key, value]) => {
      const record = recordOf(asRecord(value));
      return record === undefined ? [] : [[key, record] as const];
    });
    return Object.fromEntries(entries);
  }

  /** Begins the clock, unless it is running already. */
  begin(incident: Incident, now: number): IncidentRecord {
    return this.of(incident) ?? this.#write(incident, { begun: now, attempts: 0, signals: [], price: 0 });
  }

  signal(incident: Incident, index: number, now: number): IncidentRecord {
    const record = this.begin(incident, now);
    if (record.signals.includes(index)) return record;
    const price = record.price + incident.signals[index]!.price;
    return this.#write(incident, { ...record, signals: [...record.signals, index], price });
  }

  attempt(incident: Incident, isProven: boolean, now: number): IncidentRecord {
    const record = this.begin(incident, now);
    if (record.proven !== undefined) return record;
    const price = record.price + (isProven ? 0 : priceOfMistake);
    return this.#write(incident, { ...record, attempts: record.attempts + 1, price, ...(isProven && { proven: now }) });
  }

  /** The incident as if it had never been seen. */
  forget({ chapter, name }: Incident): void {
    const { [`${chapter}/${name}`]: _, ...rest } = this.all();
    writeState(this.#file, rest);
  }

  #write({ chapter, name }: Incident, record: IncidentRecord): IncidentRecord {
    writeState(this.#file, { ...this.all(), [`${chapter}/${name}`]: record });
    return record;
  }
}

/** Somebody may have edited the file. */
function recordOf(value: Record<string, unknown>): IncidentRecord | undefined {
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
