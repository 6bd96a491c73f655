/** Remembers who has visited. */
export class GuestsService {
  readonly #names = new Set<string>();

  async has(name: string): Promise<boolean> {
    return this.#names.has(name);
  }

  async add(name: string): Promise<void> {
    this.#names.add(name);
  }
}
