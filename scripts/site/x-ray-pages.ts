import { PassThrough, type Readable } from 'node:stream';
import { mostKept } from '../workshop/xray/feed.ts';

/** Pages are told a few times per second, however many requests there are. */
const pause = 100;
/** A page with this many unread bytes gets no more until it has read them. */
const mostUnread = 500_000;

interface OpenPage {
  rows: string[];
  missed: number;
}

/** The pages that show X-ray. Everything here is bounded: what nobody has read in time is left out, and counted. */
export class OpenPages {
  readonly #pages = new Map<PassThrough, OpenPage>();
  #timer: NodeJS.Timeout | undefined;

  /** Server-sent events for one more page, which begin with these. */
  open(rows: readonly string[], first: Readonly<Record<string, object>>): Readable {
    const stream = new PassThrough();
    this.#pages.set(stream, { rows: [...rows], missed: 0 });
    stream.once('close', () => this.#pages.delete(stream));
    for (const [event, data] of Object.entries(first)) stream.write(messageOf(event, data));
    this.#timer ??= setTimeout(() => this.#tellRows(), pause);
    return stream;
  }

  /** The latest of something, at once. A page that doesn't read gets a later one. */
  tell(event: string, data: object): void {
    const message = messageOf(event, data);
    for (const stream of this.#pages.keys()) if (stream.writableLength < mostUnread) stream.write(message);
  }

  /** Rows for the list, soon. `missed` more could not be shown. */
  add(rows: readonly string[], missed: number): void {
    for (const page of this.#pages.values()) {
      page.rows.push(...rows.slice(-mostKept));
      page.missed += missed + Math.max(0, page.rows.length - mostKept);
      page.rows = page.rows.slice(-mostKept);
    }
    this.#timer ??= setTimeout(() => this.#tellRows(), pause);
  }

  /** Forgets rows that no page has been told of yet. */
  forget(): void {
    for (const page of this.#pages.values()) page.rows = [];
  }

  end(): void {
    clearTimeout(this.#timer);
    for (const page of this.#pages.keys()) page.end();
  }

  #tellRows(): void {
    this.#timer = undefined;
    for (const [stream, page] of this.#pages) {
      if (page.rows.length === 0) continue;
      if (stream.writableLength > mostUnread) {
        page.missed += page.rows.length;
        page.rows = [];
        continue;
      }
      stream.write(messageOf('rows', { rows: page.rows, missed: page.missed }));
      page.rows = [];
      page.missed = 0;
    }
  }
}

function messageOf(event: string, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
