import { createHmac } from 'node:crypto';

/** What stands behind the second dot of a token. */
export function signature(header: string, claims: string, secret: string): string {
  return createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url');
}
