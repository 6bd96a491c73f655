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
        'the time is local, incomplete, or written in another way.',
      );
    if (time < last)
      return flaw(
        `${line.time} comes after a later time.`,
        'the entries in the order of their times',
        'the entries are in the order in which you thought of them.',
      );
    last = time;
    if (line.what.split(/\s+/).length < 3)
      return flaw(
        `The entry of ${line.time} says "${line.what}".`,
        'a sentence that somebody understands who was not there',
        'the entry is a word, and no event.',
      );
    const entry = journal.find(({ id }) => id === line.evidence.toUpperCase());
    if (entry === undefined)
      return flaw(
        `The entry of ${line.time} refers to "${line.evidence}", and the journal has no such entry.`,
        'the number of an entry of the journal, such as E3',
        'nothing that an instrument has shown supports the entry. It may be true, but you do not know it from here.',
      );
    if (time < floor(entry.since, line) || time > entry.at)
      return flaw(
        `The entry of ${line.time} refers to ${entry.id}, which is about ${span(entry)}.`,
        'a time within that',
        'the time is remembered, or estimated, or from another clock.',
      );
  }
  return undefined;
}

function flawOfKinds(lines: readonly Line[], journal: readonly Entry[]): Flaw | undefined {
  for (const { kind, from, means } of required) {
    const line = lines.find((one) => one.kind === kind);
    if (line === undefined)
      return flaw(
        `No entry is a ${kind}.`,
        `an entry with the kind ${kind}, and as its evidence ${means}`,
        'the timeline leaves out a part of the story.',
      );
    const entry = journal.find(({ id }) => id === line.evidence.toUpperCase())!;
    if (!from.some((one) => one === entry.kind))
      return flaw(
        `The evidence of the ${kind}, ${entry.id}, is "${entry.text.slice(0, 60)}".`,
        means,
        'the entry is supported by something that shows another thing.',
      );
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
  const entryOf = (kind: string) => {
    const line = lines.findLast((one) => one.kind === kind)!;
    return journal.find(({ id }) => id === line.evidence.toUpperCase())!;
  };
  const [repair, recovery] = [entryOf('repair'), entryOf('recovery')];
  if (recovery.at > repair.at) return undefined;
  return flaw(
    `${recovery.id}, the evidence of the recovery, was noted before ${repair.id}, the repair.`,
    'what an instrument has shown after the repair',
    'nobody has looked whether the repair helps.',
  );
}

function flawOfRest(impact: string, actions: readonly string[]): Flaw | undefined {
  if (!/\d/.test(impact) || impact.split(/\s+/).length < 5)
    return flaw(
      impact === '' ? 'The section Impact is empty.' : `The section Impact says "${impact.slice(0, 80)}".`,
      'a sentence with a number: how many people, seats, letters …',
      'without a number, nobody can say how bad it was.',
    );
  if (actions.length === 0 || actions.some((action) => action.split(/\s+/).length < 4))
    return flaw(
      actions.length === 0
        ? 'The section Actions has no entry.'
        : `An action says "${actions.find((action) => action.split(/\s+/).length < 4)}".`,
      'at least one entry that begins with "-", and that somebody could do',
      'the story ends with the repair, so that the next incident of this kind will take as long as this one.',
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

function span({ since, at }: Entry): string {
  const [first, last] = [since, at].map((time) => new Date(time).toISOString().slice(0, 19).replace('T', ' '));
  return first === last ? first! : `${first} to ${last}`;
}
