import { createHmac, timingSafeEqual } from 'node:crypto';
import { refuse } from './http.ts';
import { type User, userById } from './store.ts';

const secret = process.env.JWT_SECRET ?? '';
if (secret.length < 32) throw new Error('JWT_SECRET must have at least 32 characters, or tokens could be forged.');

const lifetime = 24 * 60 * 60 * 1000;

/** The id of the user, the version of the password, when it ends, and our signature. */
export function tokenOf({ id, version }: User): string {
  const claims = [id, version, Date.now() + lifetime].join('.');
  return `${claims}.${sign(claims)}`;
}

/** Undefined without a token. One that isn't valid is refused. */
export function userOf(authorization: string | undefined): User | undefined {
  if (authorization === undefined || authorization === '') return undefined;
  const [, claims = '', signature = ''] = /^Token (\d+\.\d+\.\d+)\.([\w-]{43})$/.exec(authorization) ?? [];
  const [id, version, end] = claims.split('.').map(Number);
  const isOurs = claims !== '' && timingSafeEqual(Buffer.from(signature), Buffer.from(sign(claims)));
  const user = isOurs && end! > Date.now() ? userById(id!) : undefined;
  if (user?.version === version && user !== undefined) return user;
  throw refuse(401, 'token', 'is invalid');
}

function sign(claims: string): string {
  return createHmac('sha256', secret).update(claims).digest('base64url');
}
