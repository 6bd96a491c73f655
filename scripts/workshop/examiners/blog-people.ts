/** How people register, and prove who they are. */
import { randomInt, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { CheckedResponse } from '../check/checked-response.ts';
import { random } from '../check/random.ts';
import type { Session } from '../check/session.ts';
import type { Person, Visitor, Way } from './api.ts';
import { submit } from './open-form.ts';

export async function register(app: Session, headers: Record<string, string> = {}): Promise<Person> {
  const body = aPerson();
  const registered = (await app.post('/auth/register', body, { headers })).status(201).body;
  // Until chapter 12, the response is the user itself.
  const user = registered.user ?? registered;
  return { password: body.password, headers, marks: { id: user.id, email: body.email, name: body.name } };
}

/** From an address of its own, as a proxy adds it: what one network may do is limited. */
export function registerElsewhere(app: Session): Promise<Person> {
  return register(app, anAddress());
}

function anAddress() {
  return { 'X-Forwarded-For': `203.0.${randomInt(256)}.${randomInt(256)}` };
}

/** Somebody who isn't the visitor. */
export async function otherPerson({ app, person }: Visitor) {
  return { id: (await register(app, { ...person.headers })).marks.id! };
}

/** What somebody new types to register. */
export function aPerson() {
  return { email: random.email(), password: `${random.word()}-${random.word()}`, name: random.sentence() };
}

/** Somebody who has registered can sign in with what they typed. */
export async function canSignIn(app: Session, { email, password }: Readonly<Record<string, unknown>>): Promise<void> {
  (await app.post('/auth/login', { email, password })).status(
    200,
    'the password was sent with a registration, and now another one is stored for this email.',
  );
}

/** What a person types to sign in. */
export function credentials({ marks, password }: Person) {
  return { email: marks.email, password };
}

/** Until chapter 12, the error message is shorter, and tokens have no role and no issuer. */
export const earlyToken: Way = {
  async obtain(app, person) {
    const secret: string = (await app.post('/auth/login', credentials(person))).status(200).body.token;
    return { secret, headers: bearer(secret) };
  },
  missing: { status: 401, error: 'Missing authorization' },
  valid: { ...signedWith('HS384'), ...signedWith('HS512') },
  invalid: {
    'a token with another signature': {
      headers: ({ secret }) => bearer(jwt.sign(claimsIn(secret), 'another secret of 32 bytes or more')),
      refusal: { status: 401, error: 'Invalid token' },
    },
    'a token without a signature': {
      headers: ({ secret }) => bearer(jwt.sign(claimsIn(secret), '', { algorithm: 'none' })),
      refusal: { status: 401, error: 'Invalid token' },
    },
    ...withClaims('a token that expired a minute ago', { exp: Math.floor(Date.now() / 1000) - 60 }),
    ...withClaims('a token that never expires', { exp: undefined }),
    ...withClaims('a token without user_id', { user_id: undefined }),
    ...withClaims('a token whose user_id is a number', { user_id: 7 }),
    ...withClaims('a token without an email', { email: undefined }),
    ...withClaims('a token whose email is a number', { email: 7 }),
    'another scheme': {
      headers: ({ secret }) => ({ Authorization: `Basic ${secret}` }),
      refusal: { status: 401, error: 'Invalid authorization format' },
    },
  },
};

export const token: Way = {
  ...earlyToken,
  missing: { status: 401, error: 'Missing authorization header' },
  invalid: {
    ...earlyToken.invalid,
    ...withClaims('a token whose role is the number 5', { role: 5 }),
    ...withClaims('a token whose role is null, and not missing,', { role: null }),
    ...withClaims('a token with a role and without an issuer', { iss: undefined }),
    ...withClaims('a token with a role, and without an issuer and iat,', { iss: undefined, iat: undefined }),
    ...withClaims('a token of another application, whose issuer is "blogger",', { iss: 'blogger' }),
    ...withClaims('a token of another application without iat', { iss: 'shop', iat: undefined }),
    ...withClaims('a token of another application without roles', { iss: 'shop', role: undefined }),
  },
};

/** The token of an admin. What a user may do, an admin may do, too. */
export const admin: Way = {
  ...token,
  async obtain(app, person) {
    const { secret: user } = await token.obtain(app, person);
    const secret = jwt.sign({ ...claimsIn(user), role: 'admin' }, app.env.JWT_SECRET!);
    return { secret, headers: bearer(secret) };
  },
  includes: 'token',
};

/** A session that a browser has, after its user has filled in the form. */
export const browser: Way = {
  async obtain(app, person) {
    const response = await submit(app, '/auth/sign-in', credentials(person), person.headers);
    const value = /session_id=([^;]*)/.exec(response.status(303).headers.get('set-cookie') ?? '')?.[1] ?? '';
    return { secret: decodeURIComponent(value), headers: { Cookie: `session_id=${value}` } };
  },
  missing: { status: 303, error: '/auth/sign-in' },
  invalid: {
    'an unknown session id': {
      headers: () => ({ Cookie: `session_id=${randomUUID()}` }),
      refusal: { status: 303, error: '/auth/sign-in' },
    },
  },
  notesUse: 'last_used_at',
  isStoredAsDigest: true,
};

/** With the form, from an address of its own. */
export async function registerInBrowser(app: Session): Promise<Person> {
  const { email, password, name } = aPerson();
  const headers = anAddress();
  (await submit(app, '/auth/register', { email, password, name }, headers)).status(303);
  return { password, headers, marks: { email, name } };
}

/** What the token of a user gets where only admins may enter. */
export const onlyAdmins = { token: { status: 403, error: 'Forbidden' } };

function bearer(value: string) {
  return { Authorization: `Bearer ${value}` };
}

function claimsIn(value: string): object {
  return jwt.decode(value) as object;
}

/** The same claims, signed with another hash. The contract accepts every HMAC. */
function signedWith(algorithm: 'HS384' | 'HS512'): NonNullable<Way['valid']> {
  return {
    [`a token signed with ${algorithm}`]({ secret }, { env }) {
      const claims = jwt.decode(secret) as jwt.JwtPayload;
      return bearer(jwt.sign(claims, env.JWT_SECRET!, { algorithm, noTimestamp: claims.iat === undefined }));
    },
  };
}

/** A token that the program itself could have signed, with other claims. */
function withClaims(what: string, others: Readonly<Record<string, unknown>>): Way['invalid'] {
  return {
    [what]: {
      headers({ secret }, { env }) {
        // Through JSON, because the library refuses a claim that is undefined.
        const claims = JSON.parse(JSON.stringify({ ...claimsIn(secret), ...others }));
        return bearer(jwt.sign(claims, env.JWT_SECRET!, { noTimestamp: claims.iat === undefined }));
      },
      refusal: { status: 401, error: 'Invalid token' },
    },
  };
}

export const session: Way = {
  async obtain(app, person) {
    const value = await signIn({ app, person });
    // The framework has encoded it for the cookie.
    return { secret: decodeURIComponent(value), headers: { Cookie: `session_id=${value}` } };
  },
  missing: { status: 401, error: 'Not authenticated' },
  invalid: {
    'an unknown session id': {
      headers: () => ({ Cookie: `session_id=${randomUUID()}` }),
      refusal: { status: 401, error: 'Invalid session' },
    },
  },
  notesUse: 'last_used_at',
  isStoredAsDigest: true,
};

/** Signs in on one more device, and returns the session id as the cookie has it. */
export async function signIn({ app, person }: Pick<Visitor, 'app' | 'person'>): Promise<string> {
  const { headers } = (await app.post('/auth/session', credentials(person))).status(200);
  return /session_id=([^;]*)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '';
}

/** A session of the same person on another device. */
export async function otherDevice(visitor: Visitor) {
  await signIn(visitor);
  const list = (await visitor.app.get('/auth/sessions', { headers: { ...visitor.headers } })).status(200).body;
  return { id: list.find(({ current }: { current: boolean }) => !current)?.id };
}

/** A key that may also write. */
export const key: Way = {
  async obtain(app, person) {
    const { secret: session } = await token.obtain(app, person);
    const { key: secret } = (await makeKey(app, bearer(session))).body;
    return { secret, headers: { 'X-API-Key': secret } };
  },
  missing: { status: 401, error: 'Missing API key' },
  invalid: {
    'an unknown API key': {
      headers: ({ secret }) => ({ 'X-API-Key': `${secret.slice(0, -8)}${randomUUID().slice(0, 8)}` }),
      refusal: { status: 401, error: 'Invalid API key' },
    },
  },
  isStoredAsDigest: true,
};

export function aKey() {
  return { name: random.word(), scope: 'write' };
}

async function makeKey(app: Session, headers: Readonly<Record<string, string>>): Promise<CheckedResponse> {
  return (await app.post('/auth/api-keys', aKey(), { headers: { ...headers } })).status(201);
}

/** A refresh token of the visitor that nobody has used. */
export async function freshToken({ app, person }: Visitor) {
  const { refresh_token } = (await app.post('/auth/tokens', credentials(person))).status(200).body;
  return { refresh_token };
}

/** An API key of the visitor. */
export async function ownKey({ app, headers }: Visitor) {
  return { id: (await makeKey(app, headers)).body.id };
}
