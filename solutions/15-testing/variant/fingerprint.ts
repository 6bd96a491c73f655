import { createHash } from 'node:crypto';

/** What is stored of a secret that only its owner keeps. */
export function fingerprint(secret: string): string {
  return createHash('sha512').update(secret).digest('base64url');
}
