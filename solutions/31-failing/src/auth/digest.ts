import { createHash } from 'node:crypto';

/**
 * What we store instead of a secret that we generated ourselves. It has so many random bits that nobody can find it from its
 * digest, so a fast hash is enough. bcrypt is slow because people choose passwords that can be guessed.
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
