/** What people have searched for lately, newest first. Forgotten when the program ends, which nobody minds. */
export class RecentSearches {
  readonly #most = 20;
  #words: string[] = [];

  add(words: string): void {
    this.#words = [words, ...this.#words.filter((one) => one !== words)].slice(0, this.#most);
  }

  list(): readonly string[] {
    return this.#words;
  }
}
