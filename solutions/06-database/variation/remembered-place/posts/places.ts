import { randomUUID } from 'node:crypto';

const mostPlaces = 10_000;

/** The place in the list where a page begins. */
export interface Place {
  time: string;
  id: string;
  limit: number;
}

/** Remembers where the next pages begin, under names that say nothing. Forgets the oldest ones. */
export class Places {
  readonly #places = new Map<string, Place>();

  keep(place: Place): string {
    const name = randomUUID();
    this.#places.set(name, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > mostPlaces && oldest !== undefined) this.#places.delete(oldest);
    return name;
  }

  at(name: string): Place | undefined {
    return this.#places.get(name);
  }
}
