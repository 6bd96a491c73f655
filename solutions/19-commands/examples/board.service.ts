import { randomUUID } from 'node:crypto';

export interface Note {
  id: string;
  text: string;
}

/** The board in the village shop. It knows neither pages nor commands. */
export class Board {
  readonly #notes = new Map<string, Note>();

  all(): Note[] {
    return [...this.#notes.values()];
  }

  pin(text: string): Note {
    const note = { id: randomUUID(), text };
    this.#notes.set(note.id, note);
    return note;
  }

  /** Tells whether there was such a note. */
  takeDown(id: string): boolean {
    return this.#notes.delete(id);
  }
}
