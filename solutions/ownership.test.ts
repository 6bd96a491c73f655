import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AppOptions, Module } from 'trellis';
import { AppModule as blogOf16 } from './16-authorization/src/app.module.ts';
import { AppModule as blogOf17 } from './17-abuse/src/app.module.ts';
import { appOptions as optionsOf17 } from './17-abuse/src/app.options.ts';
import { AppModule as blogOf18 } from './18-browsers/src/app.module.ts';
import { appOptions as optionsOf18 } from './18-browsers/src/app.options.ts';
import { AppModule as blogOf19 } from './19-web-pages/src/app.module.ts';
import { appOptions as optionsOf19 } from './19-web-pages/src/app.options.ts';
import { PagesModule } from './19-web-pages/src/pages/pages.module.ts';
import { pagesOptions } from './19-web-pages/src/pages/pages.options.ts';
import { PostsService } from './19-web-pages/src/posts/posts.service.ts';
import { UsersService } from './19-web-pages/src/users/users.service.ts';
import { AppModule as blogOf20 } from './20-commands/src/app.module.ts';
import { appOptions as optionsOf20 } from './20-commands/src/app.options.ts';
import { AppModule as blogOf21 } from './21-stores/src/app.module.ts';
import { appOptions as optionsOf21 } from './21-stores/src/app.options.ts';
import { AppModule as blogOf22 } from './22-processes/src/app.module.ts';
import { appOptions as optionsOf22 } from './22-processes/src/app.options.ts';
import { emptySchema } from './empty-schema.fixture.ts';
import { bearer, type Solution, secret, startSolution, token } from './solution.fixture.ts';

// From chapter 16 on, a post belongs to its author, in every chapter and through every way in.

const blogs: [chapter: string, root: Module, options: AppOptions, isOnServer?: true][] = [
  ['16', blogOf16, {}],
  ['17', blogOf17, optionsOf17],
  ['18', blogOf18, optionsOf18],
  ['19', blogOf19, optionsOf19],
  ['20', blogOf20, optionsOf20],
  ['21', blogOf21, optionsOf21],
  ['21, on PostgreSQL', blogOf21, optionsOf21, true],
  ['22', blogOf22, optionsOf22],
];

const noServer = process.env.TEST_DATABASE_URL === undefined && 'needs PostgreSQL: set TEST_DATABASE_URL';

const soup = { title: 'Soup', content: 'Add more basil.' };
const salad = { title: 'Salad', content: 'No basil.', published: true };
const environment = { BCRYPT_COST: '4' };

for (const [chapter, root, options, isOnServer] of blogs) {
  describe(`the blog of chapter ${chapter}`, { skip: isOnServer && noServer }, () => {
    const withBlog = (act: (blog: Solution) => Promise<void>) => run(root, options, act, isOnServer);

    it('lets nobody but the author and admins change a post, through any credential', () =>
      withBlog(async (blog) => {
        const [author, stranger] = [await enter(blog), await enter(blog)];
        const admin = { token: bearer(adminToken(stranger.id)) };
        const strangers = [stranger.token, stranger.session, stranger.key, { ...stranger.key, 'x-user-id': author.id }];
        for (const published of [true, false]) {
          const id = await write(blog, author, published);
          for (const headers of strangers) {
            const more = { author_id: stranger.id, user_id: author.id, role: 'admin' };
            assert.equal((await blog.put(`/posts/${id}`, { ...salad, ...more }, headers)).status, 404);
            assert.equal((await blog.delete(`/posts/${id}`, headers)).status, 404);
          }
          for (const method of ['PUT', 'DELETE'])
            assert.equal((await blog.send(method, `/posts/${id}`, salad)).status, 401);
          const { body } = await blog.get(`/my-posts/${id}`, author.token);
          assert.deepEqual([body.title, body.author_id, body.published], ['Soup', author.id, published]);
          assert.equal((await blog.put(`/posts/${id}`, salad, author.key)).status, 200);
          assert.equal((await blog.put(`/posts/${id}`, salad, admin.token)).status, 200);
          assert.equal((await blog.delete(`/posts/${id}`, published ? author.session : admin.token)).status, 204);
          assert.equal((await blog.get(`/my-posts/${id}`, author.token)).status, 404);
        }
      }));

    it('shows a draft to nobody but its author, on any route', () =>
      withBlog(async (blog) => {
        const [author, stranger] = [await enter(blog), await enter(blog)];
        const id = await write(blog, author, false);
        const paths = blog.app
          .routes()
          .filter(({ method }) => method === 'GET')
          .map(({ path }) => path.replace(':id', id));
        assert.ok(paths.length >= 8);
        for (const headers of [{}, stranger.token, stranger.session, bearer(adminToken(stranger.id))]) {
          for (const path of paths) {
            assert.ok(!(await blog.get(path, headers)).text.includes(soup.content), `GET ${path}`);
          }
        }
        assert.equal((await blog.get(`/my-posts/${id}`, author.token)).body.content, soup.content);
      }));
  });
}

it('the pages of chapter 19 neither show nor publish the drafts of others', async () => {
  const blog = await startSolution(PagesModule, environment, pagesOptions);
  try {
    const [posts, users] = [blog.app.get(PostsService), blog.app.get(UsersService)];
    const person = (name: string) => users.create({ email: `${name}@example.com`, name, hash: '-' });
    const [author, stranger] = [await person('author'), await person('stranger')];
    const { id } = await posts.create(soup, author.id);
    assert.equal((await blog.get(`/posts/${id}`)).status, 404);
    assert.equal(await posts.findMine(id, stranger.id), undefined);
    assert.equal(await posts.publish(id, stranger), undefined);
    assert.equal((await blog.get(`/posts/${id}`)).status, 404);
    assert.equal((await posts.publish(id, author))?.published, true);
    assert.equal((await blog.get(`/posts/${id}`)).status, 200);
  } finally {
    await blog.stop();
  }
});

async function run(
  root: Module,
  options: AppOptions,
  act: (blog: Solution) => Promise<void>,
  isOnServer = false,
): Promise<void> {
  const database = isOnServer && { DATABASE_URL: await emptySchema(process.env.TEST_DATABASE_URL!, 4) };
  const blog = await startSolution(root, { ...environment, ...database }, options);
  try {
    await act(blog);
  } finally {
    await blog.stop();
  }
}

/** Somebody new, with every kind of credential. */
async function enter(blog: Solution) {
  const account = { email: `${randomUUID()}@example.com`, password: 'leeks and potatoes', name: 'Somebody' };
  const { body } = await blog.post('/auth/register', account);
  const { headers } = await blog.post('/auth/session', account);
  const { body: made } = await blog.post('/auth/api-keys', { name: 'robot', scope: 'write' }, bearer(body.token));
  const session = { cookie: headers.getSetCookie()[0]!.split(';')[0]! };
  return { id: body.user.id as string, token: bearer(body.token), session, key: { 'x-api-key': made.key as string } };
}

async function write(blog: Solution, author: Awaited<ReturnType<typeof enter>>, published: boolean): Promise<string> {
  const { body } = await blog.post('/posts', soup, author.token);
  if (published) await blog.put(`/posts/${body.id}`, { ...soup, published }, author.token);
  return body.id;
}

/** The token that this user would get as an admin. */
function adminToken(user_id: string): string {
  const now = Date.now() / 1000;
  const claims = { user_id, email: 'admin@example.com', role: 'admin', iss: 'blog', iat: now, exp: now + 3_600 };
  return token({ alg: 'HS256', typ: 'JWT' }, claims, secret);
}
