import { canonicalPath } from '../http/target.ts';
import { type FlatRoute, placeOf } from '../routing/route.ts';
import type { Match } from '../routing/router.ts';
import type { Candidate, Tried } from './trace.ts';

/** A list that a reader can take in at a glance. */
const mostShown = 12;

/**
 * Why a path went to this route and to no other. The router finds a route without ever looking at most of them; this
 * looks at each, and is asked only while somebody traces.
 */
export function explainRoutes(
  routes: readonly FlatRoute[],
  method: string,
  path: string,
  match: Match | undefined,
  shown = path,
): Tried {
  const wanted = { method, segments: segmentsOf(path), shown: segmentsOf(shown), match };
  const judged = routes.map((route) => judge(route, wanted));
  const nearest = [...judged].sort((a, b) => b.nearness - a.nearness).slice(0, mostShown);
  const listed = judged.filter((candidate) => nearest.includes(candidate)).sort((a, b) => turnOf(a) - turnOf(b));
  return { routes: listed.map(({ nearness: _, ...candidate }) => candidate), others: judged.length - listed.length };
}

interface Wanted {
  readonly method: string;
  readonly segments: readonly string[];
  /** The same, without secrets. */
  readonly shown: readonly string[];
  readonly match: Match | undefined;
}

interface Judged extends Candidate {
  /** How close it came to answering: what decides who is shown where there are many. */
  readonly nearness: number;
}

const turns = ['exact', 'pattern', 'wildcard'];

function turnOf({ kind, nearness }: Judged): number {
  return turns.indexOf(kind) * 1000 - nearness;
}

/** What a route's path is made of. */
interface Shape {
  readonly kind: Candidate['kind'];
  /** Without the star of a wildcard. */
  readonly parts: readonly { readonly text: string; readonly isParameter: boolean; readonly canonical: string }[];
}

const shapes = new WeakMap<FlatRoute, Shape>();

function shapeOf(route: FlatRoute): Shape {
  const known = shapes.get(route);
  if (known !== undefined) return known;
  const segments = segmentsOf(route.path);
  const isWildcard = segments.at(-1) === '*';
  if (isWildcard) segments.pop();
  const parts = segments.map((text) => ({
    text,
    isParameter: text.startsWith(':'),
    canonical: canonicalPath(text) ?? text,
  }));
  const kind = isWildcard ? 'wildcard' : parts.some(({ isParameter }) => isParameter) ? 'pattern' : 'exact';
  const shape: Shape = { kind, parts };
  shapes.set(route, shape);
  return shape;
}

function judge(route: FlatRoute, wanted: Wanted): Judged {
  const shape = shapeOf(route);
  const { kind } = shape;
  const won = route === wanted.match?.route;
  const misfit = misfitOf(shape, wanted);
  const reason = won
    ? winningReason(kind, wanted)
    : (misfit?.reason ?? methodReason(route, wanted.method) ?? outrankedReason(kind, wanted.match));
  const nearness = won ? 100 : misfit === undefined ? 50 : misfit.fitting;
  return { method: route.method ?? '', path: route.path, handler: placeOf(route), kind, won, reason, nearness };
}

/** The first segment that does not fit, and how many fitted before. */
function misfitOf({ parts, kind }: Shape, { segments, shown }: Wanted) {
  for (let index = 0; index < parts.length && index < segments.length; index++) {
    const { text, isParameter, canonical } = parts[index]!;
    const segment = segments[index]!;
    if (isParameter ? segment !== '' : segment === canonical) continue;
    const reason = isParameter ? `${text} needs a value` : `"${text}" is not "${shortened(shown[index] ?? '')}"`;
    return { reason, fitting: index };
  }
  const fits = kind === 'wildcard' ? segments.length > parts.length : segments.length === parts.length;
  if (fits) return undefined;
  const reason = `it has ${count(parts.length)}${kind === 'wildcard' ? ' and more' : ''}, the path ${segments.length}`;
  return { reason, fitting: Math.min(parts.length, segments.length) - 0.5 };
}

function winningReason(kind: Candidate['kind'], { method, match }: Wanted): string {
  const asGet = method === 'HEAD' && match?.route.method === 'GET' ? '; HEAD is GET without a body' : '';
  if (kind === 'exact') return `the path, letter by letter${asGet}`;
  if (kind === 'pattern') return `every segment fits, and no exact path does${asGet}`;
  return `it begins the path, and neither an exact path nor a pattern fits${asGet}`;
}

function methodReason(route: FlatRoute, method: string): string | undefined {
  return route.method === method || (method === 'HEAD' && route.method === 'GET')
    ? undefined
    : `fits, but answers ${route.method}, not ${method}`;
}

/** It would have answered, had the winner not been there. */
function outrankedReason(kind: Candidate['kind'], match: Match | undefined): string {
  if (match === undefined) return 'fits';
  if (kind !== match.kind) return `fits, but ${match.kind === 'exact' ? 'an exact path' : 'a pattern'} goes first`;
  if (kind === 'wildcard') return `fits, but ${match.route.path} fits further`;
  if (kind === 'exact') return `fits, but answers ${match.route.method}`;
  return `fits, but ${match.route.path} has a word where this has a parameter`;
}

/** `/posts/7` and `/posts/7/` have the same two. */
function segmentsOf(path: string): string[] {
  const bare = path.length > 1 && path.endsWith('/') && !path.endsWith('*/') ? path.slice(0, -1) : path;
  return bare === '/' ? [] : bare.slice(1).split('/');
}

function count(segments: number): string {
  return segments === 1 ? '1 segment' : `${segments} segments`;
}

function shortened(segment: string): string {
  return segment.length > 24 ? `${segment.slice(0, 23)}…` : segment;
}
