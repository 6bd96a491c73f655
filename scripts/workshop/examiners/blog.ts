/** What the APIs of the chapters are made of: how people register, prove who they are, and write posts. */
import { randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { CheckedResponse } from '../check/checked-response.ts';
import { random } from '../check/random.ts';
import type { Session } from '../check/session.ts';
import type { Person, Visitor, Way } from './api.ts';

export { random } from '../check/random.ts';
export type { Api, Credential, Person, Refusal, RouteRules, Visitor, Way } from './api.ts';

export async function register(app: Session): Promise<Person> {
  const body = aPerson();
  const registered = (await app.post('/auth/register', body)).status(201).body;
  // Until chapter 12, the response is the user itself.
  const user = registered.user ?? registered;
  return { password: body.password, marks: { id: user.id, email: body.email, name: body.name } };
}

/** Before there are users, nobody has to register. */
export function nobody(): Promise<Person> {
  return Promise.resolve({ password: '', marks: {} });
}

/** Until chapter 12, no variable sets the cost of a password, and at cost 10 a rule would take half a minute. */
export const cheapPasswords = {
  TRELLIS_OBSERVER: `
    import { subscribe } from 'node:diagnostics_channel';
    subscribe('trellis:listening', ({ built }) => {
      for (const { instance } of built) if (instance?.constructor?.name === 'Passwords') instance.cost = 4;
    });`,
};

/** What somebody new types to register. */
export function aPerson() {
  return { email: random.email(), password: `${random.word()}-${random.word()}`, name: random.sentence() };
}

/** What a person types to sign in. */
export function credentials({ marks, password }: Person) {
  return { email: marks.email, password };
}

export const token: Way = {
  async obtain(app, person) {
    const secret: string = (await app.post('/auth/login', credentials(person))).status(200).body.token;
    return { secret, headers: bearer(secret) };
  },
  missing: { status: 401, error: 'Missing authorization header' },
  invalid: {
    'a token with another signature': {
      headers: ({ secret }) => bearer(jwt.sign(claimsIn(secret), 'another secret of 32 bytes or more')),
      refusal: { status: 401, error: 'Invalid token' },
    },
    'a token without a signature': {
      headers: ({ secret }) => bearer(jwt.sign(claimsIn(secret), '', { algorithm: 'none' })),
      refusal: { status: 401, error: 'Invalid token' },
    },
    'a token that expired a minute ago': {
      headers: ({ secret }, { env }) =>
        bearer(signedWith(env, { ...claimsIn(secret), exp: Math.floor(Date.now() / 1000) - 60 })),
      refusal: { status: 401, error: 'Invalid token' },
    },
    'a token that never expires': {
      headers({ secret }, { env }) {
        const { exp, ...claims } = claimsIn(secret);
        return bearer(signedWith(env, claims));
      },
      refusal: { status: 401, error: 'Invalid token' },
    },
    'another scheme': {
      headers: ({ secret }) => ({ Authorization: `Basic ${secret}` }),
      refusal: { status: 401, error: 'Invalid authorization format' },
    },
  },
};

/** Until chapter 12, the error message is shorter. */
export const earlyToken: Way = { ...token, missing: { status: 401, error: 'Missing authorization' } };

function bearer(value: string) {
  return { Authorization: `Bearer ${value}` };
}

function claimsIn(value: string): jwt.JwtPayload {
  return jwt.decode(value) as jwt.JwtPayload;
}

/** As the program itself could have signed them. */
function signedWith({ JWT_SECRET }: Session['env'], claims: jwt.JwtPayload): string {
  return jwt.sign(claims, JWT_SECRET!, { noTimestamp: claims.iat === undefined });
}

export const session: Way = {
  async obtain(app, person) {
    const secret = await signIn({ app, person });
    return { secret, headers: { Cookie: `session_id=${secret}` } };
  },
  missing: { status: 401, error: 'Not authenticated' },
  invalid: {
    'an unknown session id': {
      headers: () => ({ Cookie: `session_id=${randomUUID()}` }),
      refusal: { status: 401, error: 'Invalid session' },
    },
  },
  isStoredAsDigest: true,
};

/** Signs in on one more device, and returns the session id. */
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

export function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

export async function writePost(visitor: Visitor): Promise<CheckedResponse> {
  return (await visitor.app.post('/posts', aPost(), { headers: await writerOf(visitor) })).status(201);
}

/** A route that is open to everybody may need a post that somebody has written. */
async function writerOf({ app, person, headers }: Visitor): Promise<Record<string, string>> {
  return { ...(Object.keys(headers).length > 0 ? headers : (await token.obtain(app, person)).headers) };
}

/** Writes a post that everybody can see in the list. */
export async function publishPost(visitor: Visitor): Promise<CheckedResponse> {
  const headers = await writerOf(visitor);
  const { id } = (await writePost({ ...visitor, headers })).body;
  return (await visitor.app.put(`/posts/${id}`, { ...aPost(), published: true }, { headers })).status(200);
}

/** A post that the visitor has written. */
export async function ownPost(visitor: Visitor) {
  return { id: (await writePost(visitor)).body.id };
}

/** Before there are users, everybody may write. */
export async function writeOpenly({ app }: Visitor): Promise<CheckedResponse> {
  return (await app.post('/posts', aPost())).status(201);
}

/** A post of somebody. */
export async function openPost(visitor: Visitor) {
  return { id: (await writeOpenly(visitor)).body.id };
}
