import { type Fields, fieldsOf, type Item } from './board.ts';
import type { Complaint } from './traffic.ts';

const mostComplaints = 8;
const mostRows = 50;

/** The newest complaints, the newest first, and those last that are about something from before the restart. */
export function complaintItems(complaints: readonly Complaint[], restarted = Number.NEGATIVE_INFINITY): Item[] {
  return complaints
    .slice(-mostComplaints)
    .toReversed()
    .sort((a, b) => Number(a.since < restarted) - Number(b.since < restarted))
    .map(({ time, since, text, request_id }, index) => ({
      id: `C${index + 1}`,
      kind: 'complaint',
      text,
      values: { isBeforeRestart: Number(since < restarted) },
      rows: [{ time, message: text, request_id }],
    }));
}

/** What every line has, or thousands of lines: nothing that a line is about. */
const common = ['time', 'level', 'message'];

/** The lines in which some field has exactly this value, of all logs, in the order of their times: the trail of a request, or of anything with an id. */
export function trailItem(
  id: string,
  value: string,
  lines: readonly string[],
  others: readonly Fields[] | undefined = [],
): Item {
  // The log of a long incident has many lines, and parsing costs more than searching.
  const own = lines.flatMap((line): Fields[] => (line.includes(value) ? [fieldsOf(line) ?? {}] : []));
  const rows = [...own, ...others]
    .filter((fields) =>
      Object.entries(fields).some(([name, field]) => !common.includes(name) && String(field) === value),
    )
    .sort((a, b) => (String(a.time) < String(b.time) ? -1 : 1));
  return { id, kind: 'trail', text: value, values: { lines: rows.length }, rows: rows.slice(-mostRows) };
}

/** What a select has found. */
export function queryItem(id: string, sql: string, rows: readonly Fields[]): Item {
  return { id, kind: 'query', text: sql, values: { rows: rows.length }, rows };
}
