import type { Post } from './post.ts';

/** A place in the list of posts, for the program only: clients hand it back as it is. */
export interface Cursor {
  readonly time: string;
  readonly id: string;
}

export function writeCursor({ created_at: time, id }: Post): string {
  return Buffer.from(JSON.stringify([time, id])).toString('base64url');
}

/** Undefined if this is not one of our cursors. */
export function readCursor(text: string): Cursor | undefined {
  try {
    const [time, id, ...rest] = JSON.parse(Buffer.from(text, 'base64url').toString());
    return typeof time === 'string' && typeof id === 'string' && rest.length === 0 ? { time, id } : undefined;
  } catch {
    return undefined;
  }
}
