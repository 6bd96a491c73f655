import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { Log, type LogFields, provide } from 'trellis';
import { type Client, start } from 'trellis/testing';
import { AppModule } from '../app.module.ts';

// The tests choose their own environment. They must never use a developer's database or secret.
process.env.DATABASE_URL = 'memory:';
process.env.JWT_SECRET = 'a secret that only the tests know';
process.env.BCRYPT_COST = '4';
delete process.env.REDIS_URL;

/** Somebody who sends requests, and the header that says who they are. A caller without an account has no headers. */
export interface Caller {
  id: string;
  headers: Record<string, string>;
}

/** A blog with an empty database, and the people of the matrix. It stops when the test ends, passed or failed. */
export async function startBlog(t: TestContext) {
  const log = new CodeLog();
  const blog = await start(AppModule, { overrides: [provide(Log, { value: log })] });
  t.after(() => blog.stop());
  const admin = await register(blog, 'admin');
  await blog.post('/auth/first-admin', { code: log.code }, admin.headers);
  return {
    blog,
    nobody: { id: '', headers: {} },
    author: await register(blog, 'author'),
    stranger: await register(blog, 'stranger'),
    // The first token was issued before the appointment, and says "user".
    admin: await login(blog, admin),
  };
}

interface Account extends Caller {
  email: string;
  password: string;
}

async function register(blog: Client, name: string): Promise<Account> {
  const account = { name, email: `${randomUUID()}@example.com`, password: `the password of ${name}` };
  const { body } = await blog.post('/auth/register', account);
  return { ...account, id: body.user.id, headers: bearer(body.token) };
}

async function login(blog: Client, { id, email, password }: Account): Promise<Caller> {
  const { body } = await blog.post('/auth/login', { email, password });
  return { id, headers: bearer(body.token) };
}

function bearer(token: string): Record<string, string> {
  return { authorization: `Bearer ${token}` };
}

/** Creates a post of this author, and returns its id. */
export async function write(blog: Client, { headers }: Caller, { published }: { published: boolean }): Promise<string> {
  const { body } = await blog.post('/posts', original, headers);
  if (published) await blog.put(`/posts/${body.id}`, { ...original, published }, headers);
  return body.id;
}

/** A post as its author sees it now. Undefined if it is gone, or if it belongs to somebody else. */
export async function read(blog: Client, { headers }: Caller, id: string) {
  const { status, body } = await blog.get(`/my-posts/${id}`, headers);
  if (status === 404) return undefined;
  const { title, content, published } = body;
  return { title, content, published };
}

/** The title and content of every post that `write` creates. */
export const original = { title: 'Soup', content: 'Add more basil.' };

/** Remembers the code that makes somebody the first admin. Everything else that the program logs is dropped. */
class CodeLog extends Log {
  code = '';

  warn(_message: string, fields?: LogFields): void {
    if (typeof fields?.code === 'string') this.code = fields.code;
  }

  debug(): void {}
  info(): void {}
  error(): void {}

  child(): Log {
    return this;
  }
}
