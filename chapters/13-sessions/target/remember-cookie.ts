import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Context } from 'trellis';

const day = 24 * 60 * 60 * 1000;

/**
 * "Stay signed in" without a table of sessions: `<email>.<expires>.<signature>`, the email in base64url. Without the secret, nobody can
 * sign another email, or another time.
 */
export class RememberCookie {
  readonly #secret = randomBytes(32);

  set(ctx: Context, email: string): void {
    const expires = String(Date.now() + 30 * day);
    const value = [Buffer.from(email).toString('base64url'), expires, this.#sign(email, expires)].join('.');
    ctx.setCookie('remember', value, { httpOnly: true, sameSite: 'lax', maxAge: 30 * 24 * 60 * 60 });
  }

  /** The email address of the person who has signed in with this cookie. */
  read(ctx: Context): string | undefined {
    const [name = '', expires = '', signature = ''] = ctx.cookie('remember').split('.');
    const email = Buffer.from(name, 'base64url').toString();
    const expected = this.#sign(email, expires);
    if (signature.length !== expected.length) return undefined;
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return undefined;
    return Number(expires) > Date.now() ? email : undefined;
  }

  #sign(email: string, expires: string): string {
    return createHmac('sha256', this.#secret).update(email).update(expires).digest('hex');
  }
}
