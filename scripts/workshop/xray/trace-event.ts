import type { RequestTrace } from '../../../framework/trace/request-trace.ts';
import type { Candidate, Resolution, Step, TracedAnswer } from '../../../framework/trace/step.ts';

/** A place in the learner's code. */
export interface Place {
  /** Below the repository, with forward slashes. */
  file: string;
  line: number;
}

/** The trace of a request, as the program sends it over IPC. The site adds the places. Its secrets are masked already. */
export interface TraceEvent
  extends Pick<RequestTrace, 'id' | 'startedAt' | 'method' | 'path' | 'request' | 'status' | 'ms'> {
  resolution?: Resolution & { place?: Place };
  tried: { routes: readonly TracedCandidate[]; others: number };
  steps: readonly TracedStep[];
  answer?: TracedAnswer;
  error?: string;
  /** It isn't over: what is known so far. */
  isRunning?: true;
  /** What it was doing since its first layer ran, if the program was asked to note that. */
  activity?: readonly Span[];
  /** Why the token of a request with the status 401 was rejected, in a sentence. */
  token?: string;
}

/** For some time, a request was running JavaScript, or waiting for something. In milliseconds. */
export interface Span {
  /** Since the start of the request. */
  at: number;
  ms: number;
  what:
    | 'running'
    | 'timer'
    | 'turn'
    | 'thread'
    | 'pool'
    | 'file'
    | 'client'
    | 'request'
    | 'network'
    | 'process'
    | 'other'
    | 'open';
  /** The file that has started the thread, or the work of the pool. */
  of?: string;
}

export interface TracedStep extends Step {
  place?: Place;
  /** The lines of the program that decided the request. */
  frame?: SourceFrame;
}

/** A few lines of a file, one of them marked. */
export interface SourceFrame extends Place {
  first: number;
  lines: readonly string[];
}

export interface TracedCandidate extends Candidate {
  place?: Place;
}
