import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTarget } from '../http/target.ts';
import { type Method, methods } from './route.ts';
import { type Match, Router } from './router.ts';

/** Reproduce a failure with the seed it printed: `ROUTER_SEED=4711 node --import tsx --test …`. */
const firstSeed = Number(process.env.ROUTER_SEED || 1);
const tables = 20_000;

const frequent = ['a', 'b', 'c', 'd'];
const rare = [
  '',
  'A',
  'é',
  '🌱',
  'a/b',
  '/',
  '%',
  '%2F',
  '%25',
  ':',
  ':a',
  '*',
  '?',
  '#',
  '.',
  '..',
  ' ',
  '+',
  '\\',
  'a.b',
];
const names = ['__proto__', 'constructor', 'toString', 'valueOf', 'a', 'id', 'x', 'y', 'z-1', 'größe'];
const routeMethods: Method[] = ['GET', 'GET', 'GET', 'POST', 'HEAD'];

test('the router agrees with a slow, obvious matcher on 20,000 random route tables and their paths', () => {
  for (let seed = firstSeed; seed < firstSeed + tables; seed++) {
    const random = randomFrom(seed);
    const table = distinct(many(random, 1, 7, () => randomRoute(random)));
    const router = routerOf(table);
    for (let i = 0; i < 4; i++) {
      const request = randomRequest(random, table);
      if (differs(router, table, request)) assert.fail(report(seed, table, request));
    }
  }
});

test('the router refuses a route exactly if it already has an equal one', () => {
  for (let seed = firstSeed; seed < firstSeed + 500; seed++) {
    const random = randomFrom(seed);
    const table: Line[] = [];
    const router = new Router();
    for (const line of many(random, 10, 20, () => randomRoute(random, 2))) {
      const isEqual = table.some((other) => other.shape === line.shape);
      if (isEqual !== isRefused(router, line)) assert.fail(report(seed, [...table, line]));
      if (!isEqual) table.push(line);
    }
  }
});

test('the cache never changes a result, whatever is added, removed and resolved in between', () => {
  for (let seed = firstSeed; seed < firstSeed + 400; seed++) {
    const random = randomFrom(seed);
    const lines = distinct(many(random, 6, 14, () => randomRoute(random, 3)));
    const requests = many(random, 6, 10, () => randomRequest(random, lines));
    const router = new Router();
    let table: Line[] = [];
    let asked = new Set<Request>();
    for (let step = 0; step < 60; step++) {
      if (random() < 0.2) {
        const line = pick(random, lines);
        const isThere = table.includes(line);
        table = isThere ? table.filter((other) => other !== line) : [...table, line];
        if (!isThere) addTo(router, line);
        else if (!router.remove(line.method, line.path)) assert.fail(`not removed: ${report(seed, [line])}`);
        asked = new Set();
      }
      const request = pick(random, requests);
      const { method, path } = request;
      if (router.isCached(method, path) && !asked.has(request)) assert.fail(`stale: ${report(seed, table, request)}`);
      if (differs(router, table, request)) assert.fail(report(seed, table, request));
      const isKept = ['pattern', 'wildcard'].includes(router.resolve(method, path)?.kind ?? '');
      if (router.isCached(method, path) !== isKept) assert.fail(`cached or not: ${report(seed, table, request)}`);
      // A path may occur twice among the requests, and GET routes serve HEAD.
      for (const other of requests) if (other.path === path) asked.add(other);
    }
    assert.deepEqual(
      new Set(router.routes().map(({ method, path }) => `${method} ${path}`)),
      new Set(table.map(({ method, path }) => `${method} ${path}`)),
    );
  }
});

/** A segment of a route: text, the name of a parameter, or the star. */
type Segment = { text: string } | { name: string } | '*';

interface Line {
  method: Method;
  segments: Segment[];
  /** The same, as it is written in a route: partly escaped, with or without a trailing slash. */
  path: string;
  kind: Match['kind'];
  /** Equal for equal routes: the method, and the segments without the names of their parameters. */
  shape: string;
}

interface Request {
  method: Method;
  /** Decoded: a segment may contain a slash. */
  segments: string[];
  target: string;
  /** What the router gets. */
  path: string;
}

interface Answer {
  line: Line;
  kind: Match['kind'];
  params: [string, string][];
}

/** Applies the rules one after the other, without optimizations. */
function slowly(table: Line[], method: string, path: string[]): Answer | undefined {
  const own = table.filter((line) => line.method === method);
  for (const kind of ['exact', 'pattern', 'wildcard'] as const) {
    const fitting = own.filter((line) => line.kind === kind && fits(line, path));
    const best = fitting.sort(byPrefixThenLeftmostLiteral)[0];
    if (best !== undefined) return { line: best, kind, params: paramsOf(best, path) };
  }
  return method === 'HEAD' ? slowly(table, 'GET', path) : undefined;
}

function slowlyAllowed(table: Line[], path: string[]): string[] {
  const known = new Set<string>(table.filter((line) => fits(line, path)).map((line) => line.method));
  if (known.has('GET')) known.add('HEAD');
  if (known.size > 0) known.add('OPTIONS');
  return methods.filter((method) => known.has(method));
}

function fits(line: Line, path: string[]): boolean {
  if (line.kind !== 'wildcard') {
    const whole = withoutTrailingSlash(path);
    return whole.length === line.segments.length && line.segments.every((segment, i) => fitsOne(segment, whole[i]!));
  }
  const { before, after } = aroundStar(line);
  const whole = after.length > 0 ? withoutTrailingSlash(path) : path;
  const end = whole.length - after.length;
  if (after.length > 0 && whole.slice(before.length, end).join('/') === '') return false;
  if (end <= before.length) return false;
  return before.every((one, i) => fitsOne(one, whole[i]!)) && after.every((one, i) => fitsOne(one, whole[end + i]!));
}

function aroundStar({ segments }: Line): { before: Segment[]; after: Segment[] } {
  const star = segments.indexOf('*');
  return star < 0
    ? { before: segments, after: [] }
    : { before: segments.slice(0, star), after: segments.slice(star + 1) };
}

function fitsOne(segment: Segment, text: string): boolean {
  return typeof segment === 'object' && ('name' in segment ? text !== '' : segment.text === text);
}

function byPrefixThenLeftmostLiteral(a: Line, b: Line): number {
  const [one, other] = [aroundStar(a), aroundStar(b)];
  const longest = other.before.length - one.before.length || other.after.length - one.after.length;
  if (longest !== 0) return longest;
  for (const [i, segment] of a.segments.entries()) {
    const rank = Number('name' in Object(segment)) - Number('name' in Object(b.segments[i]));
    if (rank !== 0) return rank;
  }
  return 0;
}

function paramsOf(line: Line, path: string[]): [string, string][] {
  const { before, after } = aroundStar(line);
  const whole = after.length > 0 ? withoutTrailingSlash(path) : path;
  const end = whole.length - after.length;
  const named = (segments: Segment[], from: number) =>
    segments.flatMap((segment, i): [string, string][] =>
      segment !== '*' && 'name' in segment ? [[segment.name, whole[from + i]!]] : [],
    );
  const rest: [string, string][] = line.kind === 'wildcard' ? [['*', whole.slice(before.length, end).join('/')]] : [];
  return [...named(before, 0), ...rest, ...named(after, end)];
}

function withoutTrailingSlash(path: string[]): string[] {
  return path.length > 1 && path.at(-1) === '' ? path.slice(0, -1) : path;
}

/** Whether the router disagrees with the rules. */
function differs(router: Router, table: Line[], { method, segments, path }: Request): boolean {
  const match = router.resolve(method, path);
  const answer = slowly(table, method, segments);
  if (router.allowed(path).join() !== slowlyAllowed(table, segments).join()) return true;
  if (match === undefined || answer === undefined) return match !== answer;
  const { route, kind, params } = match;
  const isSameRoute = route.method === answer.line.method && route.path === answer.line.path && kind === answer.kind;
  return !isSameRoute || Object.entries(params).join() !== answer.params.join();
}

/** The smallest table that still fails, and how to reproduce it. */
function report(seed: number, table: Line[], request?: Request): string {
  let smallest = table;
  for (const line of request === undefined ? [] : table) {
    const without = smallest.filter((other) => other !== line);
    if (differs(routerOf(without), without, request!)) smallest = without;
  }
  const lines = smallest.map(({ method, path }) => `  ${method} ${path}`);
  if (request === undefined) return [`ROUTER_SEED=${seed}`, ...lines].join('\n');
  const router = routerOf(smallest);
  const match = router.resolve(request.method, request.path);
  const answer = slowly(smallest, request.method, request.segments);
  return [
    `ROUTER_SEED=${seed}`,
    ...lines,
    `${request.method} ${request.target}`,
    `  the router: ${match && `${match.route.path} ${match.kind} ${JSON.stringify(match.params)}`}`,
    `  the rules:  ${answer && `${answer.line.path} ${answer.kind} ${JSON.stringify(answer.params)}`}`,
    `  allowed: ${router.allowed(request.path)}; by the rules: ${slowlyAllowed(smallest, request.segments)}`,
  ].join('\n');
}

function routerOf(table: Line[]): Router {
  const router = new Router();
  for (const line of table) addTo(router, line);
  return router;
}

function addTo(router: Router, { method, path }: Line): void {
  router.add({ method, path, handler: nothing });
}

function isRefused(router: Router, line: Line): boolean {
  try {
    addTo(router, line);
    return false;
  } catch (error) {
    assert.match(String(error), /match the same requests/);
    return true;
  }
}

function nothing() {}

type Random = () => number;

/** The router of Part V, which these tests also run on, has none. */
const hasMiddleWildcards = !throws(() => new Router().add({ method: 'GET', path: '/a/*/b', handler: nothing }));

function throws(act: () => void): boolean {
  try {
    act();
    return false;
  } catch {
    return true;
  }
}

function randomRoute(random: Random, longest = 5): Line {
  const free = [...names];
  const segments: Segment[] = many(random, 0, longest, () => {
    if (random() < 0.6) return { text: randomText(random) };
    return { name: free.splice(Math.floor(random() * free.length), 1)[0]! };
  });
  if (random() < 0.25) segments.push('*');
  else if (hasMiddleWildcards && random() < 0.15) segments.splice(Math.floor(random() * (segments.length + 1)), 0, '*');
  // No segments at all are the root, and a path that starts with two slashes is refused.
  if (segments.length === 0) segments.push({ text: '' });
  if (segments.length > 1 && isEmpty(segments[0]!)) segments[0] = { text: 'a' };
  const written = segments.map((segment) => {
    if (segment === '*') return '*';
    return 'name' in segment ? `:${segment.name}` : escaped(random, segment.text, /[/%?#*:]/);
  });
  // One trailing slash is ignored, so an empty last segment needs a second one.
  const trailing = segments.length > 1 && (isEmpty(segments.at(-1)!) || random() < 0.1) ? '/' : '';
  const method = pick(random, routeMethods);
  const shape = [method, ...segments.map(shapeOf)].join('\n');
  return { method, segments, path: `/${written.join('/')}${trailing}`, kind: kindOf(segments), shape };
}

function shapeOf(segment: Segment): string {
  if (segment === '*') return '*';
  return 'name' in segment ? ':' : `=${segment.text}`;
}

function kindOf(segments: Segment[]): Match['kind'] {
  if (segments.includes('*')) return 'wildcard';
  return segments.some((segment) => typeof segment === 'object' && 'name' in segment) ? 'pattern' : 'exact';
}

/** Mostly close to a route of the table: random paths alone would match almost nothing. */
function randomRequest(random: Random, table: Line[]): Request {
  const model = pick(random, table);
  let segments = model.segments.flatMap((segment) => {
    if (segment === '*') return many(random, 0, 4, () => randomText(random));
    return 'name' in segment ? [randomText(random)] : [segment.text];
  });
  if (random() < 0.3) segments[Math.floor(random() * segments.length)] = randomText(random);
  if (random() < 0.1) segments = many(random, 1, 6, () => randomText(random));
  if (random() < 0.2) segments.push('');
  // The target never begins with two slashes: they are collapsed before the router sees them.
  while (segments.length > 1 && segments[0] === '') segments.shift();
  if (segments.length === 0) segments.push('');
  const target = `/${segments.map((text) => escaped(random, text, /[/%?#]/)).join('/')}`;
  const method = random() < 0.7 ? model.method : pick<Method>(random, [...routeMethods, 'DELETE']);
  return { method, segments, target, path: parseTarget(target)!.path };
}

function randomText(random: Random): string {
  if (random() < 0.75) return pick(random, frequent);
  return random() < 0.3 ? pick(random, names) : pick(random, rare);
}

/** Escapes what has to be escaped, and sometimes other characters, since both spellings mean the same. */
function escaped(random: Random, text: string, always: RegExp): string {
  if (!always.test(text) && random() < 0.8) return text;
  return Array.from(text, (letter) => {
    if (!always.test(letter) && random() < 0.5) return letter;
    const hex = Array.from(Buffer.from(letter), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
    return random() < 0.5 ? hex : hex.toUpperCase();
  }).join('');
}

function distinct(table: Line[]): Line[] {
  return [...new Map(table.map((line) => [line.shape, line])).values()];
}

function isEmpty(segment: Segment): boolean {
  return typeof segment === 'object' && 'text' in segment && segment.text === '';
}

function many<T>(random: Random, least: number, most: number, make: () => T): T[] {
  return Array.from({ length: least + Math.floor(random() * (most - least)) }, make);
}

function pick<T>(random: Random, values: readonly T[]): T {
  return values[Math.floor(random() * values.length)]!;
}

/** Mulberry32: small, and the same numbers for the same seed on every machine. */
function randomFrom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
