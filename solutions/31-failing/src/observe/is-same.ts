import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets. Digests have the same length, and comparing them takes the same time wherever they differ. */
export function isSame(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest());
  return timingSafeEqual(a!, b!);
}
