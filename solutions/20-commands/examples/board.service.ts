import { randomUUID } from 'node:crypto';

export interface Note {
  id: string;
  text: string;
}

/** The notes on the board. Knows nothing about commands. */
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

  /** Returns whether there was such a note. */
  takeDown(id: string): boolean {
    return this.#notes.delete(id);
  }
}
