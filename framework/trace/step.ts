/** How a path was resolved to its route. */
export interface Resolution {
  readonly path: string;
  readonly kind: 'exact' | 'pattern' | 'wildcard';
  readonly cached: boolean;
  readonly params: Readonly<Record<string, string>>;
  /** `PostsController.show` */
  readonly handler: string;
}

/** A route that could have handled the request, and why it did or didn't. */
export interface Candidate {
  readonly method: string;
  readonly path: string;
  readonly handler: string;
  readonly kind: Resolution['kind'];
  readonly won: boolean;
  readonly reason: string;
}

/** The routes closest to the request, in the order in which the router considers them, and the number of all others. */
export interface Candidates {
  readonly routes: readonly Candidate[];
  readonly others: number;
}

/** One step of a request. `at`, since the start of the request, and `ms`, its duration, are in milliseconds. */
export interface Step {
  readonly kind: 'middleware' | 'handler' | 'bind' | 'set' | 'query' | 'serialize';
  name: string;
  /** The number of layers around it: what happens inside the handler is one deeper than the handler. */
  readonly depth: number;
  readonly at: number;
  ms: number;
  /** `passed on`: an error from further in went through it. A layer without an outcome hadn't finished when the response was sent. */
  outcome?: 'continued' | 'stopped' | 'returned' | 'accepted' | 'refused' | 'threw' | 'passed on';
  /** What a reader should know: the rule that rejected a field, the mistake that lost a response. */
  note?: string;
  /** A summary of what was put into the context. */
  value?: string;
  /** The number of rows that a query returned or changed. */
  rows?: number;
}

/** A response that is sent while it is being made. */
export interface TracedStream {
  /** When its head was sent, in milliseconds since the start of the request. */
  readonly at: number;
  /** The bytes of its body so far. */
  bytes: number;
  /** Undefined while it is being sent. */
  outcome?: 'complete' | 'failed halfway' | 'client left';
}

/** What the client has sent. */
export interface TracedRequest {
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** The program has read the body piece by piece, so it isn't known here. */
  readonly isStreamed?: true;
  /** The client has left before all of the body had arrived. */
  readonly isCut?: true;
}

/** What the client was sent. */
export interface TracedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** In bytes; unknown for a stream. */
  readonly size?: number;
  readonly stream?: TracedStream;
  /** The beginning of the body, if it is JSON or text. */
  readonly body?: string;
}
