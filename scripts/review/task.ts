import { createHash } from 'node:crypto';
import type { Chapter } from '../workshop/chapters.ts';
import { keyOf } from '../workshop/progress.ts';

export const tasksPerSession = 5;

export type Kind = 'predict' | 'spot' | 'name' | 'repair';

export const titles: Readonly<Record<Kind, string>> = {
  predict: 'Predict',
  spot: 'Spot the bug',
  name: 'Name it',
  repair: 'Repair',
};

/** Something that the learner should still be able to do. It is generated from the material of a chapter. */
export interface Task {
  /** `injection/spot/declared-twice`: without the chapter's number, so that it survives a new order. */
  readonly id: string;
  readonly kind: Kind;
  readonly chapter: Chapter;
  /** Prepares it, which may start a program. Undefined if that gives nothing to ask about. */
  pose(): Promise<Question | undefined>;
}

export interface Question {
  /** What it is about, as Markdown. */
  readonly text: string;
  /** Requests or code to look at, with line breaks as they are. */
  readonly code?: string;
  readonly asks: readonly Ask[];
  /** One answer for each of the asks: the string of an option, or what was typed. */
  judge(answers: readonly string[], signal?: AbortSignal): Promise<Outcome>;
}

export interface Ask {
  readonly text: string;
  /** Undefined if the answer is typed. */
  readonly options?: readonly string[];
  /** The numbers of the lines to choose from, if the answer is one: empty lines aren't among them. */
  readonly lines?: readonly number[];
}

export interface Outcome {
  /** `open`: not solved yet, and not given up either. */
  readonly verdict: 'right' | 'missed' | 'open';
  /** The solution in a sentence or two, as Markdown. */
  readonly text: string;
  /** What the program did: a trace, a failed check, a diff. */
  readonly evidence?: string;
  /** For each of the asks, the option that was right; undefined if the answer wasn't an option. */
  readonly right?: readonly (string | undefined)[];
  /** The numbers of the lines that were to be found. */
  readonly lines?: readonly number[];
}

/** Runs work with the folder of the finished chapter: the learner's own if it passes, or else the solution. */
export type UseProgram = <T>(work: (src: string) => Promise<T>) => Promise<T>;

/** Of the causes in a failed check; a little less than a terminal, because it is indented. */
export const evidenceWidth = 76;

export function taskId(chapter: Chapter, kind: Kind, name: string): string {
  return `${keyOf(chapter)}/${kind}/${name}`;
}

/** `injection/spot/declared-twice` belongs to `injection`. */
export function chapterKeyOf(id: string): string {
  return id.slice(0, id.indexOf('/'));
}

const letters = 'abcdefgh';

/** The options with a letter in front of each. */
export function choicesOf({ options = [] }: Ask): string[] {
  return options.map((option, index) => `  ${letters[index]}  ${option}`);
}

/** What was meant: the option with this letter or these words, a line number, or what was typed. Undefined if it is none. */
export function readAnswer({ options, lines }: Ask, typed: string): string | undefined {
  const text = typed.trim();
  if (options !== undefined) {
    if (options.includes(text)) return text;
    const [, letter = ' '] = /^([a-z])[.)]?$/i.exec(text) ?? [];
    return options[letters.indexOf(letter.toLowerCase())];
  }
  if (lines === undefined) return text;
  const [, number] = /^(?:line\s*)?(\d+)$/i.exec(text) ?? [];
  return lines.includes(Number(number)) ? number : undefined;
}

/** What to say about an answer that could not be read. */
export function howToAnswer({ options = [], lines }: Ask): string {
  return lines === undefined
    ? `Type a letter from a to ${letters[options.length - 1]}`
    : `Type a line number from ${lines[0]} to ${lines.at(-1)}, but not of an empty line`;
}

/** When a task comes back, for the learner. */
export function restOf(milliseconds: number): string {
  const hours = Math.round(milliseconds / 3_600_000);
  const [count, unit] = hours < 24 ? [hours, 'hour'] : [Math.round(hours / 24), 'day'];
  return `It comes back in ${count} ${unit}${count === 1 ? '' : 's'}.`;
}

/** Mixes a list, the same way every time for the same seed: the right option must not have a usual place. */
export function mixed<T>(items: readonly T[], seed: string): T[] {
  const rank = (item: T, index: number) => createHash('sha256').update(`${seed} ${index} ${item}`).digest('hex');
  return items
    .map((item, index) => ({ item, rank: rank(item, index) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ item }) => item);
}
