/**
 * The expected matches, written by hand: a table of routes, and requests with the route, the kind and the
 * parameters that they must find. Requests are written as a client sends them; the test canonicalises them first.
 */
export interface Case {
  rule: string;
  routes: string[];
  /** Removed again after all routes were added. */
  removed?: string[];
  /** Added after the removal. */
  added?: string[];
  requests: (Found | Missing)[];
}

type Found = [request: string, route: string, kind: Kind, params?: Record<string, string>];
type Missing = [request: string];
type Kind = 'exact' | 'pattern' | 'wildcard';
