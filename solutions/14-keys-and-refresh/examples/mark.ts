import { createHash } from 'node:crypto';

/** Twelve characters for a text of any length. The same text always has the same mark. */
export function markOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
