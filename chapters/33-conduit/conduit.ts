import { type Answer, preparing, random, type Session } from '#check';

/** Somebody who sends requests, with a token or without one. */
export class Caller {
  readonly #app: Session;
  readonly token: string;

  constructor(app: Session, token = '') {
    this.#app = app;
    this.token = token;
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path);
  }

  post(path: string, body?: unknown): Promise<Answer> {
    return this.send('POST', path, body);
  }

  put(path: string, body?: unknown): Promise<Answer> {
    return this.send('PUT', path, body);
  }

  delete(path: string): Promise<Answer> {
    return this.send('DELETE', path);
  }

  send(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
    const headers: Record<string, string> = {};
    if (this.token !== '') headers.Authorization = `Token ${this.token}`;
    if (typeof body === 'string') headers['Content-Type'] = 'application/json';
    const sent = this.#app.send(method, `/api${path}`, body, { headers: { ...headers, ...more } });
    return sent.then(withoutLeaks);
  }

  /** Creates an article that a behaviour needs, and returns it as the response has it. */
  write(article: Partial<NewArticle> = {}): Promise<Article> {
    const sent = this.post('/articles', { article: { ...newArticle(), ...article } });
    return preparing(sent.then((response) => response.status(201, needs('an article', 'A1')).body.article));
  }

  comment(slug: string, body = random.sentence()): Promise<{ id: number; body: string }> {
    const sent = this.post(`/articles/${slug}/comments`, { comment: { body } });
    return preparing(sent.then((response) => response.status(201, needs('a comment', 'M1')).body.comment));
  }

  async read(slug: string): Promise<Article> {
    return (await this.get(`/articles/${slug}`)).status(200).body.article;
  }
}

/** A registered user. */
export class Member extends Caller {
  readonly username: string;
  readonly email: string;
  readonly password: string;

  constructor(app: Session, { username, email, password }: NewUser, token: string) {
    super(app, token);
    this.username = username;
    this.email = email;
    this.password = password;
  }
}

export interface NewUser {
  username: string;
  email: string;
  password: string;
}

export interface NewArticle {
  title: string;
  description: string;
  body: string;
  tagList: string[];
}

export interface Article extends NewArticle {
  slug: string;
  createdAt: string;
  updatedAt: string;
  favorited: boolean;
  favoritesCount: number;
  author: { username: string; following: boolean; bio: string | null; image: string | null };
}

export const newUser = (): NewUser => {
  const word = random.word();
  return { username: word, email: `${word}@example.com`, password: `${random.word()} ${random.word()}` };
};

export const newArticle = (): NewArticle => ({
  title: random.sentence(),
  description: random.sentence(),
  body: random.sentence(),
  tagList: [random.word(), random.word()],
});

/** Registers a new user. It costs a password hash: behaviours that change nothing about a user share the `cast`. */
export async function join(app: Session, more: Partial<NewUser> = {}): Promise<Member> {
  const user = { ...newUser(), ...more };
  const sent = new Caller(app).post('/users', { user });
  const { body } = await preparing(sent.then((response) => response.status(201, needs('a registered user', 'U1'))));
  return new Member(app, user, body.user?.token ?? '');
}

function needs(what: string, rule: string): string {
  return `this behaviour needs ${what}, and your program doesn't do that yet (rule ${rule}).`;
}

/** Three users who exist once per run. Behaviours may write as them, and must not change or count what is theirs. */
export async function cast(app: Session): Promise<{ ann: Member; ben: Member; cara: Member; guest: Caller }> {
  const { ann, ben, cara } = await app.once(registerThree);
  const again = (member: Member) => new Member(app, member, member.token);
  return { ann: again(ann), ben: again(ben), cara: again(cara), guest: new Caller(app) };
}

async function registerThree(app: Session) {
  const [ann, ben, cara] = await Promise.all([join(app), join(app), join(app)]);
  return { ann, ben, cara };
}

export const fieldsOf = {
  user: ['bio', 'email', 'image', 'token', 'username'],
  profile: ['bio', 'following', 'image', 'username'],
  article: 'author body createdAt description favorited favoritesCount slug tagList title updatedAt'.split(' '),
  listed: 'author createdAt description favorited favoritesCount slug tagList title updatedAt'.split(' '),
  comment: ['author', 'body', 'createdAt', 'id', 'updatedAt'],
};

/** Expects a value of the response to have these fields, and no others. */
export function hasExactly(response: Answer, value: unknown, fields: readonly string[], what: string): void {
  const found = value !== null && typeof value === 'object' ? Object.keys(value).sort() : [];
  const missing = fields.filter((field) => !found.includes(field));
  const extra = found.filter((field) => !fields.includes(field));
  response.expect(missing.length === 0, `${what} with ${list(fields)}; ${list(missing)} missing`);
  response.expect(extra.length === 0, `${what} without ${list(extra)}`);
}

/** Whatever a behaviour is about: nothing in a response has fields that this kind of thing doesn't have. */
function withoutLeaks(response: Answer): Answer {
  const kinds: Record<string, readonly string[]> = {
    user: fieldsOf.user,
    ...{ profile: fieldsOf.profile, author: fieldsOf.profile },
    ...{ article: fieldsOf.article, articles: fieldsOf.article },
    ...{ comment: fieldsOf.comment, comments: fieldsOf.comment },
  };
  const search = (name: string, value: unknown): void => {
    if (value === null || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      for (const each of value) search(name, each);
      return;
    }
    const extra =
      name in kinds
        ? Object.keys(value)
            .filter((field) => !kinds[name]!.includes(field))
            .sort()
        : [];
    response.expect(extra.length === 0, `"${name}" without ${list(extra)}`);
    for (const [field, each] of Object.entries(value)) search(field, each);
  };
  if (response.code < 400 && /json/.test(response.headers.get('content-type') ?? '')) search('', response.body);
  return response;
}

/** Expects an error in the form of G2, with exactly these names; without names, with any. */
export function refused(response: Answer, status: number, ...names: string[]): void {
  response.status(status);
  const errors: unknown = response.body?.errors;
  const isMap = errors !== null && typeof errors === 'object' && !Array.isArray(errors);
  response.expect(isMap, `${status} {"errors":{"${names[0] ?? '…'}":["…"]}}`);
  hasExactly(response, response.body, ['errors'], 'an error');
  const entries = Object.entries(errors as object);
  response.expect(entries.length > 0, 'at least one name in "errors"');
  for (const [name, messages] of entries) {
    const isRight = Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
    response.expect(isRight, `an array of messages under "${name}"`);
  }
  if (names.length === 0) return;
  const found = entries.map(([name]) => name).sort();
  response.expect(
    found.join() === [...names].sort().join(),
    `errors under ${list([...names].sort())}, got ${list(found)}`,
  );
}

function isMessage(message: unknown): boolean {
  return typeof message === 'string' && message.trim() !== '';
}

function list(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ') || 'nothing';
}

/** `a` + 1,999 more: for limits. */
export const long = (length: number): string => 'a'.repeat(length);

export const isTime = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value);

/** Compares as JSON. The order of fields means nothing. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** With the fields in order: the order in a response means nothing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
