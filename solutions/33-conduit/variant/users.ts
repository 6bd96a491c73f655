import { fieldsOf, optional, type Rule, text } from './fields.ts';
import { type Call, Refusal, type Reply, refuse } from './http.ts';
import { hash, matches } from './passwords.ts';
import { data, nextId, type User, userByEmail, userByName } from './store.ts';
import { tokenOf } from './tokens.ts';

const account = {
  username: text(40, [/^(?!\.{1,2}$)[^/\p{Cc}]*$/u, "can't contain slashes or control characters, or be only dots"]),
  email: text(254, [/^[^\s@]+@[^\s@]+\.[^\s@.]+$/, 'must be an email address']),
  password: text(1_000, [/^.{8}/su, 'must have at least 8 characters']),
};
const shown = {
  bio: optional((value) => (typeof value === 'string' && value.length <= 1_000 ? undefined : 'must be a short string')),
  image: optional(text(2_000, [/^https?:\/\/[^\s/]/i, 'must be a URL'])),
};
/** A form sends an empty one if nobody has typed into it. */
const newPassword: Rule = (value) => (value === '' ? undefined : account.password(value));
const changeable = { ...account, password: newPassword, ...shown };
const credentials = { email: text(1_000), password: text(1_000) };

export async function register({ body }: Call): Promise<Reply> {
  const fields = fieldsOf(await body(), 'user', account);
  const { username, email, password } = fields as Record<keyof typeof fields, string>;
  const hashed = await hash(password);
  // Nothing waits between this check and the next line but one, so nobody else can take the name.
  refuseTaken(username, email);
  const user: User = {
    ...{ id: nextId(), username, email, password: hashed, bio: null, image: null, version: 1 },
    follows: [],
  };
  data.users.push(user);
  return [201, current(user)];
}

export async function login({ body }: Call): Promise<Reply> {
  const fields = fieldsOf(await body(), 'user', credentials);
  const { email, password } = fields as Record<keyof typeof fields, string>;
  const user = userByEmail(email);
  const version = user?.version;
  const isRight = await matches(password, user?.password);
  // While it was compared, the password may have been changed.
  if (!isRight || user!.version !== version) throw refuse(401, 'credentials', 'are invalid');
  return [200, current(user!)];
}

export function show({ user }: Call): Reply {
  return [200, current(user!)];
}

export async function update({ user, body }: Call): Promise<Reply> {
  const { password, ...changes } = fieldsOf(await body(), 'user', changeable, true);
  const hashed = password ? await hash(password as string) : undefined;
  const { username = user!.username, email = user!.email } = changes as Partial<User>;
  refuseTaken(username, email, user);
  for (const field of ['bio', 'image'] as const) if (changes[field] === '') changes[field] = null;
  Object.assign(user!, changes);
  if (hashed !== undefined) Object.assign(user!, { password: hashed, version: user!.version + 1 });
  return [200, current(user!)];
}

export function profile({ user, params }: Call): Reply {
  return [200, { profile: profileOf(found(params.username!), user) }];
}

export function follow({ user, params }: Call): Reply {
  const other = found(params.username!);
  if (other === user) throw refuse(422, 'profile', "can't be your own");
  if (!user!.follows.includes(other.id)) user!.follows.push(other.id);
  return [200, { profile: profileOf(other, user) }];
}

export function unfollow({ user, params }: Call): Reply {
  const other = found(params.username!);
  user!.follows = user!.follows.filter((id) => id !== other.id);
  return [200, { profile: profileOf(other, user) }];
}

export function profileOf(user: User, viewer: User | undefined) {
  const { username, bio, image } = user;
  return { username, bio, image, following: viewer?.follows.includes(user.id) ?? false };
}

function current(user: User) {
  const { email, username, bio, image } = user;
  return { user: { email, token: tokenOf(user), username, bio, image } };
}

function found(username: string): User {
  const user = userByName(username);
  if (user === undefined) throw refuse(404, 'profile', 'not found');
  return user;
}

function refuseTaken(username: string, email: string, self?: User): void {
  const isTaken = ['has already been taken'];
  const errors = {
    ...(isOther(userByName(username), self) && { username: isTaken }),
    ...(isOther(userByEmail(email), self) && { email: isTaken }),
  };
  if (Object.keys(errors).length > 0) throw new Refusal(409, errors);
}

function isOther(user: User | undefined, self: User | undefined): boolean {
  return user !== undefined && user !== self;
}
