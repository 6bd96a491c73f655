import { unwatchFile, watchFile } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { inject } from 'trellis';
import { ChapterChecks } from './chapter-checks.ts';
import { Site } from './site.ts';

/** Sends the learner's progress to open pages, whether the page, `npm test` or `npm run watch` ran the check. */
export class ProgressFeed {
  @inject(Site) private readonly site!: Site;
  @inject(ChapterChecks) private readonly checks!: ChapterChecks;
  readonly #open = new Set<PassThrough>();
  readonly #tell = () => {
    for (const stream of this.#open) stream.write(this.#message());
    this.checks.progressed();
  };

  onStart(): void {
    // Poll, because the file may not exist yet, and is replaced rather than written.
    watchFile(this.#file(), { interval: 250, persistent: false }, this.#tell);
  }

  onStop(): void {
    unwatchFile(this.#file(), this.#tell);
    for (const stream of this.#open) stream.end();
  }

  open(): PassThrough {
    const stream = new PassThrough();
    this.#open.add(stream);
    stream.once('close', () => this.#open.delete(stream));
    stream.write(this.#message());
    return stream;
  }

  #file(): string {
    return join(this.site.repository, '.workshop', 'progress.json');
  }

  #message(): string {
    const standings = this.site.workshop().standings();
    const parts = standings.map(({ chapter, done, total, isDone, hasStar }) => ({
      ...{ slug: chapter.slug, done, total, isDone },
      hasStar: hasStar === true,
    }));
    return `data: ${JSON.stringify(parts)}\n\n`;
  }
}
