import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { Provider } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { AppModule } from '../app.module.ts';

// The tests choose their own environment. They must never use a developer's database or secret.
process.env.DATABASE_URL = 'memory:';
process.env.JWT_SECRET = 'a secret that only the tests know';
process.env.BCRYPT_COST = '4';
process.env.LOG_LEVEL = 'silent';
delete process.env.REDIS_URL;
delete process.env.SESSION_IDLE_MINUTES;

/** A user of the blog, and the password that only a test knows. */
export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
  /** The access token of the registration. */
  token: string;
}

/** Starts a blog with an empty database on a free port, for one test. It stops when the test ends, passed or failed. */
export async function startBlog(t: TestContext, overrides: Provider[] = []): Promise<Client> {
  const blog = await start(AppModule, { overrides });
  t.after(() => blog.stop());
  return blog;
}

/** Creates an account with an email of its own. */
export async function register(blog: Client, name = 'Ada'): Promise<Person> {
  const person = { name, email: `${randomUUID()}@example.com`, password: `the password of ${name}` };
  const { body } = await blog.post('/auth/register', person);
  return { ...person, id: body.user.id, token: body.token };
}

/** Creates a draft and returns it. */
export async function write(blog: Client, { token }: Person, title = 'Soup') {
  const { body } = await blog.post('/posts', { title, content: 'Add more basil.' }, bearer(token));
  return body;
}

/** Creates a published post and returns it. */
export async function publish(blog: Client, person: Person, title = 'Soup') {
  const { id, content } = await write(blog, person, title);
  const { body } = await blog.put(`/posts/${id}`, { title, content, published: true }, bearer(person.token));
  return body;
}

/** The header of a request with an access token. */
export function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Logs in, and returns the refresh token of this login. */
export async function refreshTokenFor(blog: Client, { email, password }: Person): Promise<string> {
  const { body } = await blog.post('/auth/tokens', { email, password });
  return body.refresh_token;
}

/** Starts a session, and returns the header with its cookie, for the requests that follow. */
export async function signIn(blog: Client, { email, password }: Person): Promise<{ cookie: string }> {
  const { headers } = await blog.post('/auth/session', { email, password });
  return { cookie: headers.getSetCookie()[0]!.split(';')[0]! };
}
