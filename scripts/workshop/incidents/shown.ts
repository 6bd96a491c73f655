import type { Board, Fields } from './board.ts';

/** What a metric shows, for `shows` of a cause: `metricShows('heap', 'the heap')`. Nothing if it isn't on the board. */
export function metricShows(name: string, what: string): (board: Board) => string | undefined {
  return (board) => {
    const value = board.find(({ kind, text }) => kind === 'metric' && text.startsWith(name))?.values.value;
    return value === undefined ? undefined : `${what} is ${Number(value.toPrecision(2))}.`;
  };
}

/** How long a statement takes. */
export function statementShows(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const all = board.filter((item) => item.kind === 'statement');
    const found = all.find((item) => text.test(item.text));
    const [ms, calls] = [total(all, 'total'), total(all, 'calls')];
    return (
      found &&
      `on average, ${what} takes ${found.values.mean!.toFixed(1)} ms, and the average of all statements is ${(ms / calls).toFixed(1)} ms.`
    );
  };
}

/** How often a statement runs for each request. */
export function callsShow(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const found = board.find((item) => item.kind === 'statement' && text.test(item.text));
    return found && `${what} runs ${found.values.perRequest!.toFixed(1)} times for each request.`;
  };
}

/** The share of the time that functions take which match. */
export function framesShow(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const frames = board.filter((item) => item.kind === 'frame');
    if (frames.length === 0) return undefined;
    const most = Math.max(0, ...frames.filter((item) => text.test(item.text)).map(({ values }) => values.total!));
    return `${what} takes ${most.toFixed(0)} % of the time in your profile.`;
  };
}

/** How many lines of the log there are in the same second. */
export function logShows(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const found = board.find((item) => item.kind === 'log' && text.test(item.text));
    return found && `${what} is in the log at most ${found.values.inOneSecond} times in one second.`;
  };
}

/** What the plan of a statement says. */
export function planShows(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const found = board.find((item) => item.kind === 'plan' && text.test(item.text));
    return found && `${what} is: ${found.text}.`;
  };
}

/** How many of the lines and rows that were found are like this. */
export function rowsShow(isLike: (row: Fields) => boolean, what: string): (board: Board) => string | undefined {
  return (board) => {
    const found = board.flatMap(({ kind, rows = [] }) => (kind === 'trail' || kind === 'query' ? rows : []));
    return found.length === 0
      ? undefined
      : `${what}: ${found.filter(isLike).length} of the ${found.length} that you have found.`;
  };
}

/** What rows or lines of a certain kind have in a field. */
export function rowsHave(
  field: string,
  isLike: (row: Fields) => boolean,
  what: string,
): (board: Board) => string | undefined {
  return (board) => {
    const found = board.flatMap(({ kind, rows = [] }) => (kind === 'trail' || kind === 'query' ? rows : []));
    const values = new Set(
      found.filter(isLike).flatMap((row) => (row[field] === undefined ? [] : [String(row[field])])),
    );
    return values.size === 0 ? undefined : `${what} is ${[...values].slice(0, 5).join(', ')}.`;
  };
}

/** What has been added to the heap below a holder that matches. */
export function heapShows(text: RegExp, what: string): (board: Board) => string | undefined {
  return (board) => {
    const added = board.filter((item) => item.kind === 'heap');
    if (added.length === 0) return undefined;
    const bytes = added.filter((item) => text.test(item.text)).reduce((sum, { values }) => sum + values.bytes!, 0);
    return `between your snapshots, ${what} grew by ${(bytes / 1_000).toFixed(0)} kB.`;
  };
}

function total(items: Board, value: string): number {
  return items.reduce((sum, { values }) => sum + (values[value] ?? 0), 0);
}
