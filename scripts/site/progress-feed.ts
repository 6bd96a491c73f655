import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { root } from '../workshop/chapters.ts';
import { Workshop } from '../workshop/workshop.ts';

const file = join(root, '.workshop', 'progress.json');

/** Tells open pages how far the learner is, whoever ran the check: the page, `npm test` or `npm run watch`. */
export class ProgressFeed {
  readonly #open = new Set<PassThrough>();

  onStart(): void {
    // By polling: the file may not exist yet, and is replaced rather than written.
    watchFile(file, { interval: 300, persistent: false }, () => this.#tell());
  }

  onStop(): void {
    unwatchFile(file);
    for (const stream of this.#open) stream.end();
  }

  open(): Readable {
    const stream = new PassThrough();
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.write(message());
    return stream;
  }

  #tell(): void {
    for (const stream of this.#open) stream.write(message());
  }
}

function message(): string {
  const standings = new Workshop().standings().map(({ chapter, done, total }) => ({ slug: chapter.slug, done, total }));
  return `data: ${JSON.stringify(standings)}\n\n`;
}
