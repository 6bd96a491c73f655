import { readFile } from 'node:fs/promises';
import { inject, Log } from 'trellis';

export class ReadersService {
  @inject(Log) private readonly log!: Log;
  readonly #names = new Set<string>();

  async onStart(): Promise<void> {
    const text = await readFile(new URL('readers.txt', import.meta.url), 'utf8');
    for (const name of text.trim().split('\n')) this.#names.add(name);
  }

  async all(): Promise<string[]> {
    return [...this.#names].sort();
  }

  async join(name: string): Promise<void> {
    this.#names.add(name);
    this.log.info('reader joined', { readers: this.#names.size });
  }
}
