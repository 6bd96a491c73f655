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
  const body = { email: random.email(), password: `${random.word()}-${random.word()}`, name: random.sentence() };
  const { user } = (await app.post('/auth/register', body)).status(201).body;
  return { password: body.password, marks: { id: user.id, email: body.email, name: body.name } };
}

/** Before there are users, nobody has to register. */
export function nobody(): Promise<Person> {
  return Promise.resolve({ password: '', marks: {} });
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
    'another scheme': {
      headers: ({ secret }) => ({ Authorization: `Basic ${secret}` }),
      refusal: { status: 401, error: 'Invalid authorization format' },
    },
  },
};

function bearer(value: string) {
  return { Authorization: `Bearer ${value}` };
}

function claimsIn(value: string): object {
  return jwt.decode(value) as object;
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

/** With the visitor's own credential, or with a token if the route needs none. */
export async function writePost({ app, person, headers }: Visitor): Promise<CheckedResponse> {
  const isKnown = Object.keys(headers).length > 0;
  const own = isKnown ? headers : (await token.obtain(app, person)).headers;
  return (await app.post('/posts', aPost(), { headers: { ...own } })).status(201);
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
