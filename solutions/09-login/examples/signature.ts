import { createHmac } from 'node:crypto';

/** The third part of a token. */
export function signature(header: string, payload: string, secret: string): string {
  return createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url');
}
