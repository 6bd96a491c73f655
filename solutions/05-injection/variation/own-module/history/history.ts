export interface Entry {
  event: 'created' | 'changed' | 'deleted';
  /** The id. */
  post: string;
  at: string;
}

const most = 100;

/** What has happened lately, the newest first. */
export class History {
  #entries: Entry[] = [];

  add(event: Entry['event'], post: string): void {
    this.#entries = [{ event, post, at: new Date().toISOString() }, ...this.#entries].slice(0, most);
  }

  latest(): readonly Entry[] {
    return this.#entries;
  }
}
