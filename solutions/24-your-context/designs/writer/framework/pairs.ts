import { cut } from './target.ts';

type Pair = [name: string, value: string];

/** Reads pairs only until the name that somebody asks for, and goes on from there for the next one. */
export class Pairs {
  readonly #unread: Iterator<Pair>;
  readonly #read = new Map<string, string>();

  constructor(pairs: Iterator<Pair>) {
    this.#unread = pairs;
  }

  get(name: string): string | undefined {
    while (!this.#read.has(name)) {
      const next = this.#unread.next();
      if (next.done) return undefined;
      // The first of two equal names counts.
      if (!this.#read.has(next.value[0])) this.#read.set(...next.value);
    }
    return this.#read.get(name);
  }
}

export function* pairsOfQuery(query: string): Generator<Pair> {
  // The client must not decide how much work its request is.
  for (const part of query.split('&', 1_000)) {
    const [name, value] = cut(part.replaceAll('+', ' '), '=');
    if (part !== '') yield [decoded(name), decoded(value)];
  }
}

export function* pairsOfCookies(header: string): Generator<Pair> {
  for (const part of header.split(';')) {
    const [name, value] = cut(part, '=');
    if (part.includes('=')) yield [name.trim(), decoded(value.trim().replace(/^"(.*)"$/, '$1'))];
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
