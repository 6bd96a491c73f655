/** A paper ticket of the library. It can't be taken back, but it says when it was printed. */
export interface Ticket {
  reader: string;
  printedAt: string;
}

export interface Readers {
  find(name: string): Promise<{ validFrom: string }>;
}

/** The door of the reading room. */
export class Door {
  readonly readers: Readers;

  constructor(readers: Readers) {
    this.readers = readers;
  }

  async admit({ reader, printedAt }: Ticket): Promise<boolean> {
    const { validFrom } = await this.readers.find(reader);
    return printedAt >= validFrom;
  }
}
