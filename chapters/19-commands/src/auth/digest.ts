import { createHash } from 'node:crypto';

/**
 * What is kept of a secret that we made ourselves. It is random and long, so nobody can guess it from its digest:
 * the slowness of bcrypt, which makes up for weak passwords, is not needed here.
 */
export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
