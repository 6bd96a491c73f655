import { isSecretName, mask, maskHeader, maskJson, maskText } from '../../../framework/trace/masks.ts';
import type { Outcome } from './playback.ts';

/** One thing in which two answers differ. */
export interface Difference {
  /** `status`, the name of a header, or `body.user.email`. */
  readonly what: string;
  readonly mine: string;
  readonly solution: string;
}

const absent = 'absent';
const sentAlready = '<sent>';
/** More than a screen of it tells no more. */
const mostDifferences = 12;

/** They say when and how the answer travelled, or follow from the body, which is compared itself. */
const incidental = new Set(['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding', 'etag']);

/** In what the learner's answer and the solution's differ. Values that are new on every run count as the same. */
export function differencesOf(mine: Outcome, solution: Outcome): Difference[] {
  const status = ({ status, problem }: Outcome) => problem ?? String(status);
  const both = { what: 'status', mine: status(mine), solution: status(solution) };
  if (mine.status === 0 || solution.status === 0) return [both];
  const differences = both.mine === both.solution ? [] : [both];
  differences.push(...headerDifferences(mine, solution), ...bodyDifferences(mine, solution));
  const left = differences.length - mostDifferences;
  const rest = left > 0 ? [{ what: '…', mine: `${left} more`, solution: '' }] : [];
  return [...differences.slice(0, mostDifferences), ...rest];
}

function headerDifferences(mine: Outcome, solution: Outcome): Difference[] {
  const names = [...new Set([...mine.headers.keys(), ...solution.headers.keys()])].sort();
  return names.flatMap((name) => {
    const [a, b] = [headerOf(mine, name), headerOf(solution, name)];
    if (incidental.has(name) || timeless(a, mine) === timeless(b, solution)) return [];
    const shown = (value: string) => (value === absent ? absent : maskHeader(name, value));
    return [toldApart({ what: name, mine: shown(a), solution: shown(b) }, timeless(a, mine), timeless(b, solution))];
  });
}

function headerOf({ headers }: Outcome, name: string): string {
  return headers.get(name) ?? absent;
}

function bodyDifferences(mine: Outcome, solution: Outcome): Difference[] {
  const [left, right] = isSameKind(mine.content, solution.content)
    ? [leavesOf(mine.content), leavesOf(solution.content)]
    : [new Map([['body', whole(mine.content)]]), new Map([['body', whole(solution.content)]])];
  return [...new Set([...left.keys(), ...right.keys()])].flatMap((what) => {
    const [a, b] = [left.get(what) ?? absent, right.get(what) ?? absent];
    if (timeless(a, mine) === timeless(b, solution)) return [];
    const shown = { what, mine: shownValue(what, a), solution: shownValue(what, b) };
    return [toldApart(shown, timeless(a, mine), timeless(b, solution))];
  });
}

/** Two secrets look alike behind their masks. That one of them is what was sent may be the whole mistake. */
function toldApart({ what, mine, solution }: Difference, ...raw: [mine: string, solution: string]): Difference {
  if (mine !== solution) return { what, mine, solution };
  const [first, second] = raw.map((text) =>
    text.includes(sentAlready) ? ' (the one that was sent)' : ' (another one)',
  );
  return { what, mine: mine + first, solution: solution + second };
}

/** A list and a record have nothing in common, nor have an error and what was asked for: they are compared as a whole. */
function isSameKind(mine: string, solution: string): boolean {
  const [a, b] = [parsed(mine), parsed(solution)];
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) return Array.isArray(a) && Array.isArray(b);
  return Object.keys(a).some((key) => key in b);
}

function whole(content: string): string {
  return content === '' ? 'empty' : content;
}

/** Every value of a JSON body under its path. */
function leavesOf(content: string): Map<string, string> {
  const leaves = new Map<string, string>();
  const visit = (value: unknown, path: string) => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (entries.length === 0) leaves.set(path, JSON.stringify(value));
    for (const [key, inner] of entries) visit(inner, Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`);
  };
  visit(parsed(content), 'body');
  return leaves;
}

function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function shownValue(what: string, value: string): string {
  const name = /\.([^.]+)$/.exec(what)?.[1] ?? '';
  if (value !== absent && isSecretName(name)) return mask;
  return (what === 'body' ? maskJson(value) : maskText(value, 200)).replace(/\s+/g, ' ');
}

const changing: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi, '<id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '<time>'],
  [/\b\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\b/g, '<time>'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/(?=[\w-]*\d)(?=[\w-]*[a-zA-Z])[\w-]{20,}/g, '<random>'],
];

/** Without what is new on every run. What the request had named already is not: to repeat it is a choice. */
function timeless(text: string, { request }: Outcome): string {
  const sent = [request.path, request.body, ...Object.values(request.headers)].join(' ');
  const replace = (result: string, [pattern, word]: (typeof changing)[number]) =>
    result.replace(pattern, (value) => (sent.includes(value) ? sentAlready : word));
  return changing.reduce(replace, text);
}
