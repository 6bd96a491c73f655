import { parsePath, type RoutePath, withoutTrailingSlash } from '../routing/path.ts';
import { type FlatRoute, placeOf } from '../routing/route.ts';
import type { Match } from '../routing/router.ts';
import type { Candidate, Candidates } from './step.ts';

/** As many routes as a reader can take in at a glance. */
const maxShown = 12;

/**
 * Why a request was resolved to this route and not to another. The router finds a route without looking at most of
 * them; this looks at each one, and only runs while requests are traced. `shown` is the path with secrets masked.
 */
export function explainRoutes(
  routes: readonly FlatRoute[],
  method: string,
  path: string,
  match: Match | undefined,
  shown = path,
): Candidates {
  const wanted = { method, segments: segmentsOf(path), shown: segmentsOf(shown), match };
  const judged = routes.map((route) => judge(route, wanted));
  const nearest = [...judged].sort((a, b) => b.nearness - a.nearness).slice(0, maxShown);
  const listed = judged.filter((candidate) => nearest.includes(candidate)).sort((a, b) => rankOf(a) - rankOf(b));
  return { routes: listed.map(({ nearness: _, ...candidate }) => candidate), others: judged.length - listed.length };
}

interface Wanted {
  readonly method: string;
  readonly segments: readonly string[];
  /** The same segments, with secrets masked. */
  readonly shown: readonly string[];
  readonly match: Match | undefined;
}

interface Judged extends Candidate {
  /** How close it came to matching. Decides which routes are shown if there are many. */
  readonly nearness: number;
}

const kinds: Candidate['kind'][] = ['exact', 'pattern', 'wildcard'];

/** The order in which the router considers routes. */
function rankOf({ kind, nearness }: Judged): number {
  return kinds.indexOf(kind) * 1000 - nearness;
}

const parsed = new WeakMap<FlatRoute, RoutePath>();

function pathOf(route: FlatRoute): RoutePath {
  const path = parsed.get(route) ?? parsePath(route.path, route.path);
  parsed.set(route, path);
  return path;
}

function judge(route: FlatRoute, wanted: Wanted): Judged {
  const path = pathOf(route);
  const { kind } = path;
  const won = route === wanted.match?.route;
  const misfit = misfitOf(path, wanted);
  const reason = won
    ? winningReason(path, wanted)
    : (misfit?.reason ?? methodReason(route, wanted.method) ?? outrankedReason(kind, wanted.match));
  const nearness = won ? 100 : misfit === undefined ? 50 : misfit.fitting;
  return { method: route.method ?? '', path: route.path, handler: placeOf(route), kind, won, reason, nearness };
}

/** The first segment that doesn't match, and how many matched before it. */
function misfitOf({ segments: pattern, after, names, kind }: RoutePath, { segments, shown }: Wanted) {
  const start = firstMisfit(pattern, names, segments, shown);
  if (start !== undefined) return start;
  const least = pattern.length + after.length;
  const fits = kind === 'wildcard' ? segments.length > least : segments.length === least;
  if (!fits) {
    const own = `${kind === 'wildcard' ? 'more than ' : ''}${count(least)}`;
    const reason = `it has ${own}, the path ${segments.length}`;
    return { reason, fitting: Math.min(pattern.length, segments.length) - 0.5 };
  }
  const end = segments.length - after.length;
  if (after.length > 0 && segments.slice(pattern.length, end).join('') === '')
    return { reason: '* needs a value', fitting: pattern.length };
  const rest = firstMisfit(after, names.slice(names.indexOf('*') + 1), segments.slice(end), shown.slice(end));
  return rest && { reason: rest.reason, fitting: pattern.length + rest.fitting };
}

function firstMisfit(
  pattern: RoutePath['segments'],
  names: RoutePath['names'],
  segments: readonly string[],
  shown: readonly string[],
) {
  let parameters = 0;
  for (let index = 0; index < pattern.length && index < segments.length; index++) {
    const literal = pattern[index];
    const name = literal === null ? names[parameters++] : undefined;
    if (literal === null ? segments[index] !== '' : segments[index] === literal) continue;
    const reason =
      literal === null ? `:${name} needs a value` : `"${literal}" is not "${shortened(shown[index] ?? '')}"`;
    return { reason, fitting: index };
  }
  return undefined;
}

function winningReason({ kind, after }: RoutePath, { method, match }: Wanted): string {
  const asGet = method === 'HEAD' && match?.route.method === 'GET' ? '; HEAD is GET without a body' : '';
  if (kind === 'exact') return `the path matches exactly${asGet}`;
  if (kind === 'pattern') return `every segment matches, and no exact path does${asGet}`;
  const how = after.length > 0 ? 'the path starts and ends like it' : 'the path starts with it';
  return `${how}, and neither an exact path nor a pattern matches${asGet}`;
}

function methodReason(route: FlatRoute, method: string): string | undefined {
  return route.method === method || (method === 'HEAD' && route.method === 'GET')
    ? undefined
    : `matches, but for ${route.method}, not ${method}`;
}

/** It would have handled the request if the winner didn't exist. */
function outrankedReason(kind: Candidate['kind'], match: Match | undefined): string {
  if (match === undefined) return 'matches';
  if (kind !== match.kind) return `matches, but ${match.kind === 'exact' ? 'an exact path' : 'a pattern'} goes first`;
  if (kind === 'wildcard') return `matches, but ${match.route.path} matches more of the path`;
  if (kind === 'exact') return `matches, but for ${match.route.method}`;
  return `matches, but ${match.route.path} has a literal where this has a parameter`;
}

/** `/posts/7` and `/posts/7/` have the same two segments. */
function segmentsOf(path: string): string[] {
  return withoutTrailingSlash(path).slice(1).split('/');
}

function count(segments: number): string {
  return segments === 1 ? '1 segment' : `${segments} segments`;
}

function shortened(segment: string): string {
  return segment.length > 24 ? `${segment.slice(0, 23)}…` : segment;
}
