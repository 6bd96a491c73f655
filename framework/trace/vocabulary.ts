import { isNameOfSecret } from './names.ts';

/** More than a program has, unless it builds its SQL from data. */
const maxWords = 5_000;

/** What a client sends as its token if its script has a mistake: `Bearer undefined`, `Bearer [object Object]`. */
const literals = new Set(['undefined', 'null', 'true', 'false', 'object']);

/**
 * The words that a program itself uses, in its SQL and its routes. They stay readable even if somebody's password contains
 * one of them: the column `password` isn't a secret, although `password1` is a common password.
 */
export class Vocabulary {
  readonly #words = new Set<string>();
  readonly #sources = new Set<string>();

  /** Learns from a statement or a route. Not from what is in quotes: that is data. */
  learn(source: string): void {
    if (this.#words.size >= maxWords || this.#sources.has(source)) return;
    if (this.#sources.size < maxWords) this.#sources.add(source);
    const words = source.replace(/'(?:[^']|'')*'/g, ' ').match(/\p{L}+/gu) ?? [];
    for (const word of words) this.#words.add(word.toLowerCase());
  }

  /** Whether a string consists of such words, and of nothing else that could be secret. */
  covers(text: string): boolean {
    if (/\p{N}/u.test(text)) return false;
    const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
    return (
      words.length > 0 && words.every((word) => this.#words.has(word) || literals.has(word) || isNameOfSecret(word))
    );
  }
}
