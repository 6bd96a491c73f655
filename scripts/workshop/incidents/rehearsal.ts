import { CheckFailure } from '../check/failure.ts';
import type { Session } from '../check/session.ts';
import { Program } from '../run/program.ts';
import type { Fields } from './board.ts';
import { healthySrc, type Incident, type Outside } from './incident.ts';
import { readMemory, readRows, readSilence, readStatements, readZone, type Statement } from './instrumented.ts';
import { stageOf } from './stage.ts';
import { User, type Visit } from './traffic.ts';

/** Milliseconds. A check that judges what a response says waits longer than a person: the machine may be busy. */
const patience = 60_000;

/** One of the programs of a rehearsal. */
export class Rehearsed {
  readonly url: string;
  readonly outside: Outside | undefined;
  readonly #program: Program;
  readonly #users = new Map<number, User>();
  readonly #options = { patience };

  constructor(program: Program, outside: Outside | undefined) {
    this.#program = program;
    this.outside = outside;
    this.url = program.urls[0]!.replace('localhost', '127.0.0.1');
  }

  /** The user with this number, on their own connection. */
  user(number = 0): User {
    const user = this.#users.get(number) ?? new User(this.url, number, this.#options);
    this.#users.set(number, user);
    return user;
  }

  /**
   * Does the work with users who wait only this long, in milliseconds. A response that doesn't come is a verdict only if the healthy
   * program has responded at the same time.
   */
  async impatiently<T>(milliseconds: number, work: () => Promise<T>): Promise<T> {
    this.#options.patience = milliseconds;
    try {
      return await work();
    } finally {
      this.#options.patience = patience;
    }
  }

  /** This many users at the same moment, each of whom does the same. */
  together<T>(count: number, visit: (user: User) => Promise<T>): Promise<T[]> {
    return Promise.all(Array.from({ length: count }, (_, number) => visit(this.user(number))));
  }

  /** The statements since the last time. */
  statements(): Promise<Statement[]> {
    return readStatements(this.#program);
  }

  /** What a select finds in the program's database, at most fifty rows. */
  query(sql: string): Promise<Fields[]> {
    return readRows(this.#program, sql);
  }

  /** How long the event loop has been silent at most since the last time, in milliseconds. */
  silence(): Promise<number> {
    return readSilence(this.#program);
  }

  /** The bytes that the program can still reach, after a garbage collection. */
  memory(): Promise<number> {
    return readMemory(this.#program);
  }

  /** The time zone that the program uses now. */
  zone(): Promise<string> {
    return readZone(this.#program);
  }

  /** What the program has printed so far, its log included. */
  log(): Promise<string> {
    return this.#program.printed();
  }

  /** Moves the clock that the program sees. */
  advance(seconds: number): Promise<void> {
    return this.#program.advance(seconds * 1_000);
  }

  end(): void {
    for (const user of this.#users.values()) user.end();
  }
}

/** What both programs of a rehearsal measured, in the same rounds. */
export interface Both<T> {
  readonly mine: readonly T[];
  readonly healthy: readonly T[];
}

/** How often the rounds are repeated if the ratio is beyond its limit. */
const mostBatches = 5;

/** The incident once more: the learner's program and the healthy one, with the same data, on the same machine, at the same time. */
export class Rehearsal {
  readonly mine: Rehearsed;
  readonly healthy: Rehearsed;

  constructor(mine: Rehearsed, healthy: Rehearsed) {
    this.mine = mine;
    this.healthy = healthy;
  }

  /**
   * How many times the healthy program's duration the learner's is, in the best rounds. If it is beyond the limit, more rounds follow:
   * a busy machine may have spoiled all of them, and a program that is really slow is slow in every one. A healthy program that
   * is faster than `least` counts as that fast, so that a millisecond more or less doesn't matter.
   */
  async ratio(
    work: (program: Rehearsed) => Promise<number>,
    { limit, least = 1, rounds = 6 }: { limit: number; least?: number; rounds?: number },
  ): Promise<{ ratio: number; mine: number }> {
    const [mine, healthy]: [number[], number[]] = [[], []];
    for (let batch = 0; batch < mostBatches; batch++) {
      const more = await this.rounds(rounds, work);
      mine.push(...more.mine);
      healthy.push(...more.healthy);
      if (ratioOf({ mine, healthy }, least) <= limit) break;
    }
    return { ratio: ratioOf({ mine, healthy }, least), mine: best(mine) };
  }

  /**
   * Does the same with each of them, in turns. Whatever else the machine does then slows both, and a round in which it did
   * nothing else is among several.
   */
  async rounds<T>(count: number, work: (program: Rehearsed) => Promise<T>): Promise<Both<T>> {
    const [mine, healthy]: [T[], T[]] = [[], []];
    for (let round = 0; round < count; round++) {
      mine.push(await work(this.mine));
      healthy.push(await work(this.healthy));
    }
    return { mine, healthy };
  }
}

/** For a verdict that needs no comparison, because the data and the responses show it: starts the learner's program alone. */
export async function repeat(app: Session, incident: Incident): Promise<Rehearsed> {
  const stage = await stageOf(incident);
  app.own(stage);
  const mine = new Rehearsed(await app.fresh(stage.env, { program: 'api.ts' }).running(), stage.outside);
  app.own({ end: async () => mine.end() });
  return mine;
}

/** For a story of a check: starts both programs. They end with the story. */
export async function rehearse(app: Session, incident: Incident): Promise<Rehearsal> {
  // The first one seeds the database, and the second one finds it.
  const [mine, healthy] = [await stageOf(incident), await stageOf(incident)];
  app.own(mine);
  app.own(healthy);
  const other = new Program({
    src: healthySrc(incident),
    program: 'api.ts',
    env: { PORT: '0', HOST: '127.0.0.1', ...healthy.env },
  });
  app.own({ end: () => other.kill() });
  const [running] = await Promise.all([app.fresh(mine.env, { program: 'api.ts' }).running(), other.listening()]);
  const both = new Rehearsal(new Rehearsed(running, mine.outside), new Rehearsed(other, healthy.outside));
  app.own({
    end: async () => {
      both.mine.end();
      both.healthy.end();
    },
  });
  return both;
}

/**
 * The smallest of all rounds. What other programs do can only make a round slower, so the fastest one is the closest to what
 * the program itself needs.
 */
export function best(numbers: readonly number[]): number {
  return Math.min(...numbers);
}

/** How many times the healthy program's number the learner's is: `best` of both. */
export function ratioOf({ mine, healthy }: Both<number>, least = 0): number {
  return best(mine) / Math.max(least, best(healthy));
}

/** The body of a response that has to have this status. */
// biome-ignore lint/suspicious/noExplicitAny: a check reads `bodyOf(visit).id` directly.
export function bodyOf(what: string, { status, content }: Visit, expected = 200): any {
  if (status === expected) return JSON.parse(content.toString());
  fail(
    `${what} responds with ${status === 0 ? 'nothing' : status}.`,
    `${expected}, as before the incident`,
    'the repair has broken something that worked.',
  );
}

/** One failure of a check of an incident: what is wrong, what a healthy program does, and why. */
export function fail(problem: string, expected: string, cause: string | readonly string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
