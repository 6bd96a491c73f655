import { CheckFailure } from '#check';

/* What the checks expect of a router: the rules, one after another, and nothing clever. */

export interface Line {
  method: string;
  path: string;
}

export type Request = Line;

export interface Result {
  route: string;
  kind: 'exact' | 'pattern' | 'wildcard';
  params?: Record<string, string>;
}

/** Goes through all routes, and finds the best one by the rules. */
export function slowly(table: readonly Line[], { method, path }: Request): Result | undefined {
  const own = table.filter((line) => line.method === method);
  for (const kind of ['exact', 'pattern', 'wildcard'] as const) {
    const fitting = own.filter((line) => kindOf(line) === kind && fits(line, path)).sort(byPrefixThenLiterals);
    const best = fitting[0];
    if (best !== undefined) return { route: `${method} ${best.path}`, kind, params: paramsOf(best, path) };
  }
  return method === 'HEAD' ? slowly(table, { method: 'GET', path }) : undefined;
}

export function slowlyAllowed(table: readonly Line[], path: string): string[] {
  const known = new Set(table.filter((line) => fits(line, path)).map(({ method }) => method));
  if (known.has('GET')) known.add('HEAD');
  if (known.size > 0) known.add('OPTIONS');
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'].filter((method) => known.has(method));
}

function kindOf({ path }: Line): Result['kind'] {
  return path.endsWith('*') ? 'wildcard' : path.includes(':') ? 'pattern' : 'exact';
}

function fits(line: Line, path: string): boolean {
  const [pattern, actual] = [segmentsOf(line.path), segmentsOf(path)];
  if (kindOf(line) === 'wildcard') {
    const prefix = pattern.slice(0, -1);
    return actual.length > prefix.length && prefix.every((segment, i) => fitsOne(segment, actual[i]!));
  }
  if (actual.length > 1 && actual.at(-1) === '') actual.pop();
  return actual.length === pattern.length && pattern.every((segment, i) => fitsOne(segment, actual[i]!));
}

function fitsOne(segment: string, text: string): boolean {
  return segment.startsWith(':') ? text !== '' : segment === text;
}

function byPrefixThenLiterals(a: Line, b: Line): number {
  const [left, right] = [segmentsOf(a.path), segmentsOf(b.path)];
  if (left.length !== right.length) return right.length - left.length;
  for (const [i, segment] of left.entries()) {
    const rank = Number(segment.startsWith(':')) - Number(right[i]!.startsWith(':'));
    if (rank !== 0) return rank;
  }
  return 0;
}

function paramsOf(line: Line, path: string): Record<string, string> {
  const actual = segmentsOf(path);
  const pairs = segmentsOf(line.path).flatMap((segment, i): [string, string][] => {
    if (segment === '*') return [['*', actual.slice(i).join('/')]];
    return segment.startsWith(':') ? [[segment.slice(1), actual[i]!]] : [];
  });
  return Object.fromEntries(pairs);
}

function segmentsOf(path: string): string[] {
  return path.slice(1).split('/');
}

interface Question extends Request {
  routes: readonly string[];
  expected: Result | undefined;
  /** The rule that this table is about. */
  rule?: string;
}

interface Match {
  route?: Line;
  kind?: string;
  params?: Record<string, string>;
}

/** Fails if the router has found something else. */
export function found(match: Match | undefined | null, { method, path, routes, expected, rule }: Question): void {
  const curl = [`router.resolve('${method}', '${path}') among`, ...routes.map((line) => `  ${line}`)].join('\n');
  if (match && !match.route) {
    throw new CheckFailure({
      problem: `${method} ${path} finds something that is not a match.`,
      curl,
      received: String(match),
      expected: render(expected),
      cause:
        method in {} || path in {}
          ? 'a plain object inherits names such as constructor. Keep the routes in a Map.'
          : 'resolve returns something other than a Match, which is an object with route, params and kind.',
    });
  }
  const actual = match?.route && {
    route: `${match.route.method} ${match.route.path}`,
    kind: match.kind as Result['kind'],
    params: match.params ?? {},
  };
  if (render(actual) === render(expected)) return;
  throw new CheckFailure({
    problem: `${method} ${path} finds ${actual === undefined ? 'no route' : actual.route}.`,
    curl,
    received: render(actual),
    expected: render(expected),
    cause: `${causeOf(actual, expected, { method, path })}${rule === undefined ? '' : ` (The table is about this rule: ${rule}.)`}`,
  });
}

export function expectSame(question: string, actual: string, expected: string, cause: string): void {
  if (actual === expected) return;
  const problem = `Unexpected result: ${question.split(' among ')[0]}.`;
  throw new CheckFailure({
    problem,
    curl: question,
    received: actual || 'nothing',
    expected: expected || 'nothing',
    cause,
  });
}

export function describe(value: object): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'function' ? '(function)' : inner));
}

function render(result: Result | undefined): string {
  if (result === undefined) return 'nothing';
  const pairs = Object.entries(result.params ?? {}).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const [, path = ''] = /^\S+ (.*)$/.exec(result.route) ?? [];
  // A route may be kept with or without the slash at its beginning.
  const route = result.route.replace(path, path.startsWith('/') ? path : `/${path}`);
  return `${route}, ${result.kind}${pairs.length > 0 ? `, { ${pairs.join(', ')} }` : ''}`;
}

function causeOf(actual: Result | undefined, expected: Result | undefined, { method, path }: Request): string {
  if (actual === undefined) {
    if (method === 'HEAD' && expected!.route.startsWith('GET ')) return 'resolve does not fall back to GET for HEAD.';
    if (expected!.kind === 'exact')
      return 'the route is not stored, is stored under another spelling or another method, or resolve does not look it up.';
    if (expected!.kind === 'wildcard') return 'the wildcard is not remembered on the way, or not returned in the end.';
    return (
      'the pattern is not stored, resolve does not look for it, or the search gives up where a literal ' +
      'segment leads nowhere, instead of trying the parameter next to it.'
    );
  }
  if (expected === undefined) {
    if (!path.startsWith('/') && actual.kind !== 'exact')
      return 'patterns and wildcards are tried although the path does not start with a slash.';
    const different = 'a segment that is empty or different counts as a match, or the method is ignored.';
    return actual.kind === 'wildcard'
      ? `a wildcard matches a path that ends before its slash, ${different}`
      : different;
  }
  if (actual.route !== expected.route) {
    if (!actual.route.startsWith(expected.route.split(' ')[0]!)) return 'the route of another method was found.';
    if (actual.kind !== expected.kind) {
      if (expected.kind === 'exact') return 'patterns are tried before exact paths, or the exact path is not found.';
      return actual.kind === 'wildcard'
        ? 'a wildcard is preferred to a pattern that matches the whole path.'
        : 'a segment that is empty or different counts as a match.';
    }
    return actual.kind === 'wildcard'
      ? 'the wildcard with the longest prefix is not kept, or among equal prefixes the one that is found first is replaced.'
      : 'at one of the levels, the parameter was tried before the literal segment.';
  }
  if (actual.kind !== expected.kind) return 'the match is stored or returned with the wrong `kind`.';
  if (actual.kind === 'wildcard' && actual.params?.['*'] !== expected.params?.['*'])
    return 'the rest begins at the wrong place, or has lost its slash at the end.';
  return /%/.test(JSON.stringify(actual.params))
    ? 'the values of parameters are not decoded with decodeParameter.'
    : 'values from a branch that led nowhere are still among the captured ones, a literal segment was captured, ' +
        'or the names are in another order.';
}
