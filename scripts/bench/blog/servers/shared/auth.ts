import { createHash, createSecretKey, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { KeyValue } from './key-value.ts';
import { Refused } from './refused.ts';
import type { Store } from './store.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  role: string;
  created_at: string;
}

interface Family {
  id: string;
  user_id: string;
  started_at: string;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;
const MOST_REFRESHES = 600;
const ISSUER = 'blog';

/** Tokens and sessions with the same statements, hashes and rules as the blog of chapter 22. */
export class Auth {
  readonly #store: Store;
  readonly #keyValue: KeyValue;
  readonly #key = createSecretKey(process.env.JWT_SECRET ?? '', 'utf8');

  constructor(store: Store, keyValue: KeyValue) {
    this.#store = store;
    this.#keyValue = keyValue;
  }

  /** The id of the user who sent a request with these credentials. */
  async identify(authorization: string | undefined, sessionId: string | undefined): Promise<string> {
    if (!authorization && sessionId) return this.#session(sessionId);
    return this.#bearer(authorization);
  }

  async refresh(token: string) {
    const found = await this.#keyValue.get(`refresh:${digest(token)}`);
    const familyId = (found ?? (await this.#keyValue.get(`used:${digest(token)}`))) as string | undefined;
    const family = await this.#family(familyId);
    if (family && (await this.#keyValue.increment(`refreshes:${family.user_id}`, HOUR)) > MOST_REFRESHES) {
      throw new Refused(429, 'Too many requests');
    }
    const user = family && (await this.#user(family.user_id));
    const isCurrent = family && (await this.#isCurrent(family.user_id, Date.parse(family.started_at)));
    if (!family || !user || !isCurrent) throw new Refused(401, 'invalid refresh token');
    const pair = await this.#pair(user, family);
    if (await this.#keyValue.setIfAbsent(`used:${digest(token)}`, family.id, 30 * DAY)) return pair;
    await this.#keyValue.delete(`family:${family.id}`);
    throw new Refused(401, 'invalid refresh token');
  }

  sign({ id, email, role }: User): string {
    const iat = Date.now() / 1000;
    const claims = { user_id: id, email, role, iat, exp: Math.floor(iat) + DAY, iss: ISSUER };
    return jwt.sign(claims, this.#key, { algorithm: 'HS256' });
  }

  async #pair(user: User, family: Family) {
    const access_token = this.sign(user);
    const refresh_token = randomUUID();
    await this.#keyValue.set(`refresh:${digest(refresh_token)}`, family.id, 7 * DAY);
    return { access_token, refresh_token, expires_in: DAY };
  }

  async #family(id: string | undefined): Promise<Family | undefined> {
    return id === undefined ? undefined : ((await this.#keyValue.get(`family:${id}`)) as Family | undefined);
  }

  async #bearer(header: string | undefined): Promise<string> {
    if (!header) throw new Refused(401, 'Missing authorization header');
    if (!header.startsWith('Bearer ')) throw new Refused(401, 'Invalid authorization format');
    const claims = this.#verify(header.slice('Bearer '.length));
    if (claims === undefined || !(await this.#isCurrent(claims.user_id, claims.iat * 1000))) {
      throw new Refused(401, 'Invalid token');
    }
    return claims.user_id;
  }

  #verify(token: string): { user_id: string; iat: number } | undefined {
    try {
      const claims = jwt.verify(token, this.#key, { algorithms: ['HS256', 'HS384', 'HS512'] }) as jwt.JwtPayload;
      const { user_id, email, exp, role, iat = 0, iss } = claims;
      const isComplete = [user_id, email, role].every((claim) => typeof claim === 'string') && exp !== undefined;
      return isComplete && iss === ISSUER ? { user_id, iat } : undefined;
    } catch {
      return undefined;
    }
  }

  async #session(id: string): Promise<string> {
    const [session] = await this.#store.all<{ id: string; user_id: string; last_used_at: string }>(
      `select * from sessions
      where id = $1
        and created_at > $2
        and last_used_at > $3`,
      [digest(id), ago(DAY), ago(DAY)],
    );
    if (session !== undefined && session.last_used_at <= ago(60)) {
      await this.#store.run('update sessions set last_used_at = $1 where id = $2', [ago(0), session.id]);
    }
    const user = session && (await this.#user(session.user_id));
    if (user === undefined) throw new Refused(401, 'Invalid session');
    return user.id;
  }

  async #user(id: string): Promise<User | undefined> {
    const [row] = await this.#store.all<User>('select * from users where id = $1', [id]);
    return row && { id: row.id, email: row.email, name: row.name, role: row.role, created_at: row.created_at };
  }

  async #isCurrent(user_id: string, issuedAt: number): Promise<boolean> {
    const [row] = await this.#store.all<{ valid_from: string }>(
      'select valid_from from token_cutoffs where user_id = $1',
      [user_id],
    );
    return row === undefined || new Date(issuedAt).toISOString() >= row.valid_from;
  }
}

export function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function ago(seconds: number): string {
  return new Date(Date.now() - seconds * 1000).toISOString();
}
