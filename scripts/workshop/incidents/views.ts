import pc from 'picocolors';
import { wrap } from '../prose.ts';
import type { Fields, Item } from './board.ts';
import { lettered, type Staged } from './incident.ts';
import type { Entry } from './journal.ts';
import { type IncidentRecord, minutesOf } from './record.ts';
import type { Experience } from './traffic.ts';

/** What the person who noticed it writes. */
export function pageView({ page }: Staged, width: number): string {
  const text = page.text.replaceAll('\n', ' ');
  return [pc.bold(`From ${page.from}:`), '', `  ${wrap(text, Math.min(width, 100) - 4, 2)}`].join('\n');
}

/** `more` are the commands that not every situation has. */
export function helpView(more: readonly { readonly word: string; readonly summary: string }[] = []): string {
  const rows = [
    ['users', 'what the users see: how many requests, how many fail, how long they take'],
    ['metrics', "the program's own numbers, since you last looked"],
    ['statements', 'what the program sends to its database, the most expensive first'],
    ['plan S1', 'the query plan of a statement that you have seen'],
    ['profile', 'ten seconds of a CPU profile; "profile 30" for more'],
    ['heap', 'what is added to the heap in ten seconds, and what holds it; "heap 30" for more'],
    ['log', 'the lines of the log by their message; "log post" for the last ones with a word, or with several'],
    ['complaints', 'what users have written to us, with the id of the request if its response was wrong'],
    ['follow ID', 'every line of the log in which a field has exactly this value: of a request, a trace, a user …'],
    ['query SQL', 'the rows that a select returns'],
    ['ask', 'who can tell you something, and how many minutes it costs; "ask 1" asks the first one'],
    ['causes', 'the possible causes'],
    ['because b S1', 'claim that b is the cause, and that S1 proves it'],
    ['page', 'show the page again'],
    ['note T1', 'add what T1 shows to your journal, for a timeline; "journal" lists all entries'],
    ['wait 20', 'wait for 20 seconds'],
    ...more.map(({ word, summary }) => [word, summary]),
    ['quit', 'stop the blog; you can come back later'],
  ];
  return rows.map(([words, what]) => `  ${pc.cyan(words!.padEnd(14))}${what}`).join('\n');
}

export function experienceView(routes: readonly Experience[]): string {
  if (routes.length === 0) return 'Nobody has sent a request yet.';
  const width = Math.max(...routes.map(({ label }) => label.length));
  const rows = routes.map(
    ({ label, count, failed, p50, p95 }) =>
      `  ${label.padEnd(width)}  ${String(count).padStart(6)}  ${String(failed).padStart(6)}  ${ms(p50)}  ${ms(p95)}`,
  );
  return [pc.dim(`  ${'last 15 seconds'.padEnd(width)}  requests  failed    median       p95`), ...rows].join('\n');
}

export function itemsView(items: readonly Item[], width: number): string {
  if (items.length === 0) return 'Nothing yet. Wait a few seconds, and look again.';
  const rows = items.map((item) => ({ item, values: valuesOf(item) }));
  return rows
    .map(
      ({ item, values }) =>
        `  ${pc.bold(item.id.padEnd(4))}${values}  ${shorten(item.text, width - values.length - 8)}`,
    )
    .join('\n');
}

/** Whole lines: what matters may be at their end. */
export function linesView(lines: readonly Item[]): string {
  if (lines.length === 0) return 'No line has all of these words.';
  return lines.map(({ id, text }) => `  ${pc.bold(id.padEnd(4))}${text}`).join('\n');
}

function valuesOf({ kind, values }: Item): string {
  const { value, calls, perRequest, mean, own, total, count, inOneSecond } = values;
  if (kind === 'metric') return String(Number(value!.toPrecision(3))).padStart(9);
  if (kind === 'statement')
    return `${String(calls).padStart(6)} calls ${perRequest!.toFixed(1).padStart(6)}/request ${ms(mean!)}`;
  if (kind === 'heap') {
    return `${String(values.objects).padStart(7)} objects ${(values.bytes! / 1_000).toFixed(0).padStart(7)} kB`;
  }
  if (kind === 'frame') return `own ${own!.toFixed(0).padStart(3)} %  with callees ${total!.toFixed(0).padStart(3)} %`;
  return `${String(count).padStart(6)} lines, at most ${inOneSecond} in one second`;
}

/** What has been found: one line for each. Fields that are undefined are left out. */
export function foundView({ id, kind, values, rows = [] }: Item): string {
  if (rows.length === 0)
    return `  ${pc.bold(id.padEnd(4))}${kind === 'trail' ? 'No line has this value.' : 'No rows.'}`;
  const lines = rows.map((row, index) => `  ${pc.bold((index === 0 ? id : '').padEnd(4))}${fieldsView(row)}`);
  const missing = (values.lines ?? 0) - rows.length;
  const note = `      ${counted(missing, 'earlier line')} with this value ${missing === 1 ? 'is' : 'are'} not shown.`;
  return [...lines, ...(missing > 0 ? [pc.dim(note)] : [])].join('\n');
}

/** What users have written. A complaint may arrive after a repair and be about something from before: those come last. */
export function complaintsView(items: readonly Item[]): string {
  const isOld = ({ values }: Item) => values.isBeforeRestart === 1;
  const [recent, old] = [items.filter((item) => !isOld(item)), items.filter(isOld)];
  const listOf = (some: readonly Item[]) => some.map(foundView).join('\n');
  if (items.length === 0) return 'Nobody has written yet.';
  if (old.length === 0) return listOf(recent);
  return [
    'About what has happened since the last restart:',
    recent.length === 0 ? '  Nobody has written.' : listOf(recent),
    '',
    'About what had happened before:',
    listOf(old),
  ].join('\n');
}

/** Everybody knows the level of a line that isn't a warning. The ids are long, so they come last. */
function fieldsView({ time, message, level, request_id, trace_id, ...others }: Fields): string {
  const fields = { ...others, request_id, trace_id };
  const lead = [time && timeOf(time), level === 'info' ? '' : level, message].filter(Boolean).map(String);
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const rest = known.map(([name, value]) => `${pc.dim(`${name}=`)}${shown(value)}`);
  return [...lead, ...rest].join(' ');
}

/** An error by its message. */
function shown(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return 'message' in value ? String(value.message) : JSON.stringify(value);
}

/** `18:04:09.120`, in UTC. */
function timeOf(time: unknown): string {
  return String(time).slice(11, 23);
}

export function journalView(entries: readonly Entry[]): string {
  return entries
    .map(
      ({ id, at, text }) =>
        `  ${pc.bold(id.padEnd(4))}${new Date(at).toISOString().slice(0, 19)}Z  ${shorten(text, 90)}`,
    )
    .join('\n');
}

function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 1 : 0)} ms`.padStart(10);
}

function shorten(text: string, width: number): string {
  const most = Math.max(30, width);
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

export function causesView(incident: Staged, width: number): string {
  const rows = [...lettered(incident)].map(
    ([letter, { claim }]) => `  ${pc.bold(letter)}  ${wrap(claim, width - 6, 5)}`,
  );
  return [...rows, '', pc.dim('Claim one, and point at the piece of evidence that proves it: because b S1')].join('\n');
}

export function signalsView({ signals }: Staged, { signals: asked, proven }: IncidentRecord): string {
  const costOf = (price: number) => (proven === undefined ? counted(price, 'minute') : 'costs nothing any more');
  return signals
    .map(({ from, price }, index) => `  ${index + 1}  ${from}, ${asked.includes(index) ? 'asked' : costOf(price)}`)
    .join('\n');
}

/** How far somebody is with an incident, and what the way there has cost. */
export function stateView(record: IncidentRecord | undefined, now: number): string {
  if (record === undefined) return 'not seen yet';
  if (record.proven === undefined) return 'open';
  return `cause named after ${counted(minutesOf(record, now), 'minute')}, with ${counted(record.attempts, 'claim')}`;
}

export function clockView(record: IncidentRecord, now: number): string {
  const { attempts, price } = record;
  const spent = counted(minutesOf(record, now), 'minute');
  return pc.dim(`${spent}, of which ${price} for questions and mistakes; ${counted(attempts, 'claim')}.`);
}

export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
