import { type MadeValue, textOf, valuesOf } from '../replay/made-values.ts';
import type { SentRequest } from './failure.ts';

/** One request of a check. `sent` and `answered` are positions in the order of everything that happened. */
export interface Exchange {
  readonly request: SentRequest;
  /** The check that sent it. Checks share a program, so earlier requests may come from other checks. */
  readonly check: string;
  /** How far the program's clock was moved since the request before, in milliseconds. */
  readonly advanced: number;
  readonly sentAt: number;
  /** How long the response may take, in milliseconds. */
  readonly deadline: number;
  readonly sent: number;
  /** Undefined if no response came. */
  answered?: number;
  /** What the program made up: ids, tokens, cookies. */
  made?: readonly MadeValue[];
}

/** Everything that was sent to one process of a program. */
export interface Recording {
  readonly env: Readonly<Record<string, string>>;
  /** The file of the program: `main.ts`. */
  readonly program: string;
  readonly exchanges: readonly Exchange[];
}

/** What led to a failure: the programs that used the same data, one after another. */
export interface Story {
  readonly recordings: readonly Recording[];
  /** The request that the failed check looked at: its position in the last recording. */
  readonly index: number;
}

export class Tape implements Recording {
  readonly env: Readonly<Record<string, string>>;
  readonly program: string;
  readonly exchanges: Exchange[] = [];
  readonly #recorder: Recorder;
  #advanced = 0;

  constructor(recorder: Recorder, env: Readonly<Record<string, string>>, program: string) {
    this.#recorder = recorder;
    this.env = env;
    this.program = program;
  }

  sent(request: SentRequest, deadline: number): Exchange {
    const order = { sentAt: Date.now(), sent: this.#recorder.tick() };
    const exchange = { request, check: this.#recorder.check, advanced: this.#advanced, deadline, ...order };
    this.#advanced = 0;
    this.exchanges.push(exchange);
    return exchange;
  }

  answered(exchange: Exchange, headers: Headers, content: string): void {
    exchange.answered = this.#recorder.tick();
    // A value that was sent before, such as a title, is the check's own.
    const sent = this.exchanges.map(({ request }) => textOf(request)).join('\n');
    exchange.made = valuesOf(headers, content).filter(({ value }) => !sent.includes(value));
  }

  advanced(milliseconds: number): void {
    this.#advanced += milliseconds;
  }
}

/** Records what the checks of one run send, so that `npm run replay` can send it again. */
export class Recorder {
  /** The name of the check that is running. */
  check = '';
  readonly #tapes: Tape[] = [];
  #time = 0;

  tape(env: Readonly<Record<string, string>>, program: string): Tape {
    const tape = new Tape(this, env, program);
    this.#tapes.push(tape);
    return tape;
  }

  tick(): number {
    return ++this.#time;
  }

  /** Up to the last request of the running check. The failure names the one that the check looked at, if it can. */
  storyOf(request: SentRequest | undefined): Story | undefined {
    const own = this.#tapes.flatMap(({ exchanges }) => exchanges).filter(({ check }) => check === this.check);
    const looked =
      this.#tapes.flatMap(({ exchanges }) => exchanges).find((one) => one.request === request) ??
      own.sort((a, b) => a.sent - b.sent).at(-1);
    const last = this.#tapes.find(({ exchanges }) => looked !== undefined && exchanges.includes(looked));
    if (looked === undefined || last === undefined) return undefined;
    const recordings = this.#tapes
      .filter((tape) => tape === last || (sharesFile(tape, last) && isBefore(tape, last)))
      // Copied, because later checks send more to the same program.
      .map(({ env, program, exchanges }) => ({ env, program, exchanges: [...exchanges] }));
    return { recordings, index: last.exchanges.indexOf(looked) };
  }
}

/** A program finds what the one before it has stored in a file. */
function sharesFile(a: Tape, b: Tape): boolean {
  return a.env.DATABASE_URL?.startsWith('file:') === true && a.env.DATABASE_URL === b.env.DATABASE_URL;
}

function isBefore(a: Tape, b: Tape): boolean {
  return (a.exchanges[0]?.sent ?? Infinity) < (b.exchanges[0]?.sent ?? Infinity);
}
