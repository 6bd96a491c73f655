import type { StoreCall } from '../run/messages.ts';
import type { TraceEvent } from '../xray/trace-event.ts';
import type { SentRequest } from './failure-parts.ts';

/** One request of a check, and what came back. */
export interface Exchange {
  readonly request: SentRequest;
  /** The check that sent it, then the numbers of the stories and programs inside of it: the same in each run. */
  readonly sender: readonly string[];
  /** 0 if no response came; then `problem` says why. */
  status: number;
  headers: Headers;
  content: string;
  problem?: string;
  /** Only if the program runs with `TRELLIS_TRACE=1`. */
  trace?: TraceEvent;
  /** What it asked the stores, if it came with orders. */
  calls?: readonly StoreCall[];
  /** What its code has read of it, in that case: `query author`. */
  reads?: readonly string[];
}
