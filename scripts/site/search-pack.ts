import './assets/search-engine.js';
import type { Section } from './search-sections.ts';

/** The index as it is sent: `assets/search-engine.js` reads it. It is as small as it is because whole texts aren't in it. */
export interface PackedIndex {
  /** Name, kind, address, and number of sections, in their order. */
  readonly pages: readonly (readonly [name: string, kind: string, address: string, count: number])[];
  readonly titles: readonly string[];
  /** The anchors that don't follow from the title, by the number of the section. */
  readonly anchors: Readonly<Record<number, string>>;
  readonly keywords: Readonly<Record<number, string>>;
  /** The status codes that a section calls by their name: `409 Conflict`. */
  readonly named: Readonly<Record<number, readonly string[]>>;
  /** The beginning of each section, which results show. */
  readonly openings: readonly string[];
  /** The number of words in the text of each section. */
  readonly lengths: readonly number[];
  /** All words of the texts, sorted. A capital letter in front says how much each shares with the one before. */
  readonly words: string;
  /** For each word, the sections that contain it. */
  readonly postings: string;
}

interface Words {
  wordsOf(text: string): string[];
  stem(word: string): string;
  anchorOf(title: string): string;
  readonly stopWords: ReadonlySet<string>;
  readonly alphabet: readonly string[];
  readonly digits: { readonly last: number; readonly other: number; readonly most: number };
}
const { wordsOf, stem, stopWords, anchorOf, alphabet, digits } = (globalThis as unknown as { trellisWords: Words })
  .trellisWords;

export function packIndex(sections: readonly Section[]): PackedIndex {
  const texts = sections.map(({ text }) => wordsOf(text).map(stem));
  const postings = postingsOf(texts);
  const words = [...postings.keys()].sort();
  return {
    pages: pagesOf(sections),
    titles: sections.map(({ title }) => title),
    anchors: numbered(sections, ({ title, place }) => {
      const anchor = partsOf(place)[1];
      return anchor === anchorOf(title) ? undefined : anchor;
    }),
    keywords: numbered(sections, ({ keywords }) => keywords || undefined),
    named: numbered(sections, ({ text }) => {
      const codes = [...text.matchAll(/\b([1-5]\d\d) [A-Z][a-z]/g)].map(([, code]) => code!);
      return codes.length > 0 ? [...new Set(codes)] : undefined;
    }),
    openings: sections.map(({ text }) => openingOf(text)),
    lengths: texts.map(({ length }) => length),
    words: words.map((word, index) => shortened(word, words[index - 1] ?? '')).join(''),
    postings: words.map((word) => written(postings.get(word)!)).join(' '),
  };
}

/** For each word, how often it is in which section. Words that say nothing aren't searched for in texts. */
function postingsOf(texts: readonly (readonly string[])[]): Map<string, Map<number, number>> {
  const postings = new Map<string, Map<number, number>>();
  for (const [id, words] of texts.entries()) {
    for (const word of words) {
      if (stopWords.has(word)) continue;
      const own = postings.get(word) ?? new Map<number, number>();
      postings.set(word, own.set(id, (own.get(id) ?? 0) + 1));
    }
  }
  return postings;
}

function pagesOf(sections: readonly Section[]): PackedIndex['pages'] {
  const pages: [string, string, string, number][] = [];
  for (const { page, kind, place } of sections) {
    const [address] = partsOf(place);
    const last = pages.at(-1);
    if (last?.[0] === page && last[2] === address) last[3]++;
    else pages.push([page, kind, address, 1]);
  }
  return pages;
}

function partsOf(place: string): [address: string, anchor: string] {
  const [address = '', anchor = ''] = place.split('#');
  return [address, anchor];
}

function numbered<T>(sections: readonly Section[], read: (section: Section) => T | undefined): Record<number, T> {
  const entries = sections.map((section, id) => [id, read(section)] as const);
  return Object.fromEntries(entries.filter((entry): entry is [number, T] => entry[1] !== undefined));
}

const longestOpening = 100;

function openingOf(text: string): string {
  if (text.length <= longestOpening) return text;
  return `${text.slice(0, text.lastIndexOf(' ', longestOpening)).replace(/[,;:–]$/, '')} …`;
}

function shortened(word: string, before: string): string {
  let shared = 0;
  while (shared < 25 && shared < before.length && word[shared] === before[shared]) shared++;
  return String.fromCharCode(65 + shared) + word.slice(shared);
}

/** Distances from one section to the next, and how often the word is there, if it isn't once. */
function written(own: ReadonlyMap<number, number>): string {
  let [text, before] = ['', -1];
  for (const [id, count] of own) {
    text += numberOf(id - before - 1);
    if (count > 1) text += alphabet[digits.last + digits.other + Math.min(count, digits.most) - 2]!;
    before = id;
  }
  return text;
}

function numberOf(distance: number): string {
  let text = alphabet[distance % digits.last]!;
  let rest = Math.floor(distance / digits.last);
  while (rest > 0) {
    rest--;
    text = alphabet[digits.last + (rest % digits.other)]! + text;
    rest = Math.floor(rest / digits.other);
  }
  return text;
}
