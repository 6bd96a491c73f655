import type { Entry } from './journal.ts';

/** One line of a timeline, as it is written. */
export interface Line {
  readonly time: string;
  readonly kind: string;
  readonly what: string;
  readonly evidence: string;
}

export interface Timeline {
  /** Which incident it is about. */
  readonly incident: string;
  readonly lines: readonly Line[];
  readonly impact: string;
  /** What is going to change. */
  readonly actions: readonly string[];
}

/** Reads a timeline: a line `Incident: name`, a table with four columns, and the sections Impact and Actions. */
export function parseTimeline(text: string): Timeline {
  const rows = text.split('\n').flatMap((line) => {
    const cells = /^\s*\|(.*)\|\s*$/
      .exec(line)?.[1]
      ?.split('|')
      .map((cell) => cell.trim());
    if (cells?.length !== 4 || cells.every((cell) => /^:?-+:?$/.test(cell))) return [];
    const [time, kind, what, evidence] = cells as [string, string, string, string];
    return [{ time, kind: kind.toLowerCase(), what, evidence }];
  });
  const section = (title: string) =>
    new RegExp(`^##\\s+${title}\\s*$([\\s\\S]*?)(?=^#|(?![\\s\\S]))`, 'im').exec(text)?.[1]?.trim() ?? '';
  return {
    incident: /^Incident:\s*(\S+)/im.exec(text)?.[1] ?? '',
    // The first row has the names of the columns.
    lines: rows.slice(1),
    impact: section('Impact'),
    actions: section('Actions')
      .split('\n')
      .filter((line) => /^\s*([-*]|\d+\.)\s+\S/.test(line)),
  };
}

/** What every timeline has, in the order in which it happens, and what kinds of evidence support it. */
const required = [
  { kind: 'detection', from: ['page', 'look'], means: 'the page, or a complaint that you have noted' },
  { kind: 'mitigation', from: ['mitigation', 'restart'], means: 'somebody who limits the damage: ask' },
  { kind: 'diagnosis', from: ['proof'], means: 'the item that has proven the cause' },
  { kind: 'repair', from: ['restart'], means: 'the save that restarted the blog' },
  { kind: 'recovery', from: ['look'], means: 'what an instrument has shown after the repair: note it' },
] as const;

export interface Flaw {
  readonly problem: string;
  readonly expected: string;
  readonly cause: string;
}

const second = 1_000;
const minute = 60 * second;

/** The first thing that is wrong with a timeline, beside what happened. Undefined if nothing is. */
export function flawOf({ lines, impact, actions }: Timeline, journal: readonly Entry[]): Flaw | undefined {
  return flawOfLines(lines, journal) ?? flawOfKinds(lines, journal) ?? flawOfRest(impact, actions);
}

function flawOfLines(lines: readonly Line[], journal: readonly Entry[]): Flaw | undefined {
  let last = Number.NEGATIVE_INFINITY;
  for (const line of lines) {
    const time = timeOf(line);
    if (Number.isNaN(time))
      return flaw(
        `The time "${line.time}" can't be read.`,
        'a time in UTC, such as 2026-03-01 18:04:09',
        'a part of the date or of the time is missing, or written in another way.',
      );
    if (time < last)
      return flaw(
        `${line.time} comes after a later time.`,
        'the entries in the order of their times',
        'the rows are not ordered by their times, or one of the times is wrong.',
      );
    last = time;
    if (line.what.split(/\s+/).length < 3)
      return flaw(
        `The entry of ${line.time} says "${line.what}".`,
        'a sentence that anybody understands who was not there',
        'the third column has fewer than three words, so nobody knows what happened.',
      );
    const entry = journal.find(({ id }) => id === line.evidence.toUpperCase());
    if (entry === undefined)
      return flaw(
        `The entry of ${line.time} refers to "${line.evidence}", and the journal has no such entry.`,
        'the number of an entry of the journal, such as E3',
        'the fourth column is not the id of an entry of this journal: "journal" lists them, and "note" adds one. Without an entry, nobody can check whether this has happened.',
      );
    if (time < floor(entry.since, line) || time > entry.at) {
      const isFirst = lines.find(({ kind }) => kind === line.kind) === line;
      // If the evidence can't support the entry, its time says nothing about that of the entry.
      return (isFirst ? flawOfEvidence(line, entry) : undefined) ?? flawOfTime(line, time, entry);
    }
  }
  return undefined;
}

/** The kinds that nothing else can support. */
function flawOfEvidence({ kind }: Line, entry: Entry): Flaw | undefined {
  const rule = required.find((one) => one.kind === kind);
  if (rule === undefined || rule.from.some((one) => one === entry.kind)) return undefined;
  return flaw(
    `The evidence of the ${kind}, ${entry.id}, is "${shorten(entry)}".`,
    rule.means,
    `${entry.id} is ${nounOf[entry.kind]}. It shows another thing.`,
  );
}

const nounOf = {
  page: 'the page',
  mitigation: 'what somebody did to limit the damage',
  look: 'something that you have noted',
  proof: 'the proof of the cause',
  restart: 'a restart of the blog',
} as const;

function flawOfTime({ time: written }: Line, time: number, entry: Entry): Flaw {
  const { id, since, at } = entry;
  const [first, last] = [since, at].map(secondOf);
  const offset = offsetOf(time, entry);
  const reason =
    time < since
      ? `nothing that ${id} shows happened before ${first}. The time is wrong, or another entry is the evidence.`
      : `${id} was written down at ${last}, so it can't show anything that happened later. The time is wrong, or another entry is the evidence.`;
  return flaw(
    `The entry of ${written} refers to ${id}, which is about ${first === last ? first : `${first} to ${last}`}.`,
    'a time within that',
    offset === undefined ? reason : `the time is local: it is ${offset} from UTC.`,
  );
}

/** By how much the time differs from UTC, if it is one of a local clock: time zones differ from UTC by half hours. */
function offsetOf(time: number, { since, at }: Entry): string | undefined {
  const half = 30 * minute;
  // Otherwise, a wrong time could be right by accident.
  if (at - since > half / 6) return undefined;
  const steps = Math.round((time - (since + at) / 2) / half);
  const utc = time - steps * half;
  if (steps === 0 || Math.abs(steps) > 28 || utc < since - second || utc > at + second) return undefined;
  return `${Math.abs(steps) / 2} ${Math.abs(steps) === 2 ? 'hour' : 'hours'}`;
}

function flawOfKinds(lines: readonly Line[], journal: readonly Entry[]): Flaw | undefined {
  for (const { kind, means } of required) {
    const line = lines.find((one) => one.kind === kind);
    if (line === undefined)
      return flaw(
        `No entry is a ${kind}.`,
        `an entry with the kind ${kind}, and as its evidence ${means}`,
        'the row is missing, or its second column has another word.',
      );
    const entry = journal.find(({ id }) => id === line.evidence.toUpperCase())!;
    const wrong = flawOfEvidence(line, entry);
    if (wrong !== undefined) return wrong;
  }
  const at = (kind: string) => lines.findIndex((line) => line.kind === kind);
  const pairs = [
    ['detection', 'mitigation'],
    ['detection', 'diagnosis'],
    ['diagnosis', 'repair'],
    ['mitigation', 'recovery'],
    ['repair', 'recovery'],
  ] as const;
  for (const [first, then] of pairs) {
    if (at(first) < at(then)) continue;
    return flaw(
      `The ${then} comes before the ${first}.`,
      `the ${first}, and then the ${then}`,
      "the two entries have each other's kind, or refer to the wrong moment.",
    );
  }
  return flawOfRecovery(lines, journal);
}

/** An instrument that was read before the repair can't show that it has helped. */
function flawOfRecovery(lines: readonly Line[], journal: readonly Entry[]): Flaw | undefined {
  const entriesOf = (kind: string) =>
    lines
      .filter((line) => line.kind === kind)
      .map(({ evidence }) => journal.find(({ id }) => id === evidence.toUpperCase())!);
  const repair = entriesOf('repair').at(-1)!;
  const recoveries = entriesOf('recovery');
  const last = recoveries.at(-1)!;
  if (last.at <= repair.at)
    return flaw(
      `${last.id}, the evidence of the recovery, was noted before ${repair.id}, the repair.`,
      'what an instrument has shown after the repair',
      `${last.id} can't show whether the repair has helped.`,
    );
  for (const recovery of recoveries) {
    const why = whyNotWell(recovery, repair);
    if (why === undefined) continue;
    return flaw(
      `${recovery.id}, the evidence of the recovery, is "${shorten(recovery)}".`,
      'something that happened after the repair, and shows that the fault is gone',
      why,
    );
  }
  return undefined;
}

/** What was noted after the repair may show the opposite of a recovery. */
function whyNotWell({ id, text, since, showsFault }: Entry, repair: Entry): string | undefined {
  if (/^C\d+ /.test(text))
    return `${id} is a complaint, and complaints only say what is wrong. The fault is still there, or the complaint is about something from before the repair.`;
  if (!showsFault) return undefined;
  return since > repair.at
    ? `the fault is still there: everything that ${id} shows happened after the repair, and it proves the cause again.`
    : `${id} shows the fault. It begins before the repair, and a repair doesn't change what has happened.`;
}

function flawOfRest(impact: string, actions: readonly string[]): Flaw | undefined {
  if (!/\d/.test(impact) || impact.split(/\s+/).length < 5)
    return flaw(
      impact === '' ? 'The section Impact is empty.' : `The section Impact says "${impact.slice(0, 80)}".`,
      'a sentence with a number: how many people, seats, letters …',
      impact === ''
        ? 'there is no text below a heading "## Impact".'
        : /\d/.test(impact)
          ? 'fewer than five words are too few to say who or what was affected.'
          : 'it has no number in digits, so nobody can say how bad it was.',
    );
  if (actions.length === 0 || actions.some((action) => action.split(/\s+/).length < 4))
    return flaw(
      actions.length === 0
        ? 'The section Actions has no entry.'
        : `An action says "${actions.find((action) => action.split(/\s+/).length < 4)}".`,
      'at least one entry that begins with "-", and that somebody could do',
      actions.length === 0
        ? 'below a heading "## Actions", no line begins with "-".'
        : 'fewer than four words are too few to say what somebody has to do.',
    );
  return undefined;
}

function flaw(problem: string, expected: string, cause: string): Flaw {
  return { problem, expected, cause };
}

/** `2026-03-01 18:04:09`, with or without the seconds, a T or a Z. */
function timeOf({ time }: Line): number {
  const [, day, clock] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*Z?$/i.exec(time) ?? [];
  return Date.parse(`${day}T${clock}Z`);
}

/** A time without seconds, or without milliseconds, is that of its beginning. */
function floor(time: number, line: Line): number {
  const unit = /\d:\d\d:\d\d/.test(line.time) ? second : minute;
  return Math.floor(time / unit) * unit;
}

function secondOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}

function shorten({ text }: Entry): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
