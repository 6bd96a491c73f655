/** The request target, split: the path in its one canonical spelling, and the query string as it was sent. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

/** Parses the target of the request line. Undefined if it is malformed. */
export function parseTarget(_raw: string): Target | undefined {
  return undefined;
}
