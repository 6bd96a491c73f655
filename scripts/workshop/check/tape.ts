import type { SentRequest } from './failure.ts';

/** One request of a check and what came back. `sent` and `answered` are places in the order of everything that happened. */
export interface Exchange {
  readonly request: SentRequest;
  /** The check that sent it. Checks share a program, so that others may have sent what stands before. */
  readonly check: string;
  /** How far the program's clock was moved since the request before, in milliseconds. */
  readonly advanced: number;
  readonly sentAt: number;
  /** How long the answer may take, in milliseconds. */
  readonly deadline: number;
  readonly sent: number;
  /** Undefined where no answer came. */
  answered?: number;
  answer?: { readonly headers: Headers; readonly content: string };
}

/** Everything that was sent to one run of a program. */
export class Tape {
  readonly env: Readonly<Record<string, string>>;
  /** The file of the program: `main.ts`. */
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
    const recorder = this.#recorder;
    const order = { sentAt: Date.now(), sent: recorder.tick() };
    const exchange = { request, check: recorder.check, advanced: this.#advanced, deadline, ...order };
    this.#advanced = 0;
    this.exchanges.push(exchange);
    return exchange;
  }

  answered(exchange: Exchange, headers: Headers, content: string): void {
    exchange.answered = this.#recorder.tick();
    exchange.answer = { headers, content };
  }

  advanced(milliseconds: number): void {
    this.#advanced += milliseconds;
  }
}

/** What led to one request: the programs that ran on its data, one after another, and what each of them was sent. */
export interface Story {
  readonly tapes: readonly Pick<Tape, 'env' | 'program' | 'exchanges'>[];
  /** The request that the failed check looked at: the last tape has it. */
  readonly exchange: Exchange;
}

/** Writes down what the checks of one run send, so that `npm run replay` can send it again. */
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

  /** Up to the request that the failure names; up to the last one of the running check where it names none. */
  storyOf(request: SentRequest | undefined): Story | undefined {
    const all = this.#tapes.flatMap(({ exchanges }) => exchanges);
    const exchange =
      all.find((candidate) => request !== undefined && candidate.request === request) ??
      all.filter(({ check }) => check === this.check).reduce(latest, undefined);
    if (exchange === undefined) return undefined;
    const own = this.#tapes.find(({ exchanges }) => exchanges.includes(exchange))!;
    // What the check has asked afterwards may be how it found out.
    const last = own.exchanges.filter(({ check }) => check === this.check).reduce(latest, exchange);
    const end = Math.max(exchange.answered ?? Infinity, last.sent + 1);
    const tapes = this.#tapes
      .slice(0, this.#tapes.indexOf(own) + 1)
      .filter((tape) => tape === own || sharesFile(tape, own))
      .map(({ env, program, exchanges }) => ({ env, program, exchanges: exchanges.filter(({ sent }) => sent < end) }));
    return { tapes, exchange };
  }
}

function latest(last: Exchange | undefined, next: Exchange): Exchange {
  return last === undefined || next.sent > last.sent ? next : last;
}

/** A successor finds what the run before it has stored. In memory nothing is left to be found. */
function sharesFile(a: Tape, b: Tape): boolean {
  return a.env.DATABASE_URL?.startsWith('file:') === true && a.env.DATABASE_URL === b.env.DATABASE_URL;
}
