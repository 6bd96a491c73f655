import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('posts publish publishes a post', async (app) => {
    const { published, draft } = await app.once(publishing);
    published
      .exit(0, 'cli.ts does not run the application: process.exitCode = await createApp(…).run()')
      .expect(
        published.stdout.includes(draft.id) && published.stdout.includes(draft.title),
        `the id ${draft.id} and the title "${draft.title}" on stdout`,
        'the handler does not return { id, title, published }.',
      )
      .expect(
        /"published":\s*true/.test(published.stdout),
        'a post that is published now',
        'the handler returns the post as it was before.',
      );
  });

  check('an unknown id is an error on stderr, with exit code 1', async (app) => {
    const { unknownPost } = await app.once(findingNothing);
    const id = unknownPost.typed.split(' ').at(-1)!;
    unknownPost
      .exit(
        1,
        unknownPost.stderr.includes(id)
          ? 'the exit code is lost: write process.exitCode = await createApp(…).run()'
          : ['the handler returns a message instead of throwing an Error.', '`await` is missing before posts.publish.'],
      )
      .expect(
        unknownPost.stderr.includes(id) && !/\n\s+at /.test(unknownPost.stderr),
        `a sentence on stderr that contains ${id}`,
        'the message of the Error does not contain the id.',
      )
      .expect(unknownPost.stdout === '', 'nothing on stdout', 'the handler prints the error itself.');
  });
});

step(2, (check) => {
  check('posts list prints published posts, and drafts with --drafts', async (app) => {
    const { list, drafts, draft, post } = await app.once(listing);
    for (const [result, mine, other] of [
      [list, post, draft],
      [drafts, draft, post],
    ] as const) {
      result
        .exit(0)
        .expect(result.stdout.includes(mine.title), `the title "${mine.title}" on stdout`)
        .expect(!result.stdout.includes(other.title), `no "${other.title}" on stdout`);
    }
  });
});

step(3, (check) => {
  check('an unknown email is an error on stderr, with exit code 1', async (app) => {
    const { unknownUser } = await app.once(findingNothing);
    const email = unknownUser.typed.split(' ').find((word) => word.includes('@'))!;
    unknownUser
      .exit(
        1,
        unknownUser.stderr.includes(email)
          ? 'the exit code is lost: write process.exitCode = await createApp(…).run()'
          : '`await` is missing before a method of UsersService. A promise is never false.',
      )
      .expect(unknownUser.stderr.includes(email), `a sentence on stderr that contains ${email}`)
      .expect(unknownUser.stdout === '', 'nothing on stdout');
  });
});

async function blog(app: Session) {
  app.once(findingNothing).catch(() => {});
  const folder = await app.folder();
  const file = join(folder, 'blog.db');
  const api = app.fresh({ BCRYPT_COST: '4', DATABASE_URL: `file:${file}` }, { program: 'api.ts' });
  const author = { email: random.email(), password: random.sentence(), name: `Name ${random.word()}` };
  const { token } = (await api.post('/auth/register', author)).status(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  const write = async (title: string, content: string, published: boolean) => {
    const post = (await api.post('/posts', { title, content }, { headers })).status(201).body;
    if (published) (await api.put(`/posts/${post.id}`, { title, content, published }, { headers })).status(200);
    return post as { id: string; title: string; content: string };
  };
  const post = await write(random.sentence(), random.sentence(), true);
  const draft = await write(random.sentence(), random.sentence(), false);
  await api.stop();
  const copy = async () => {
    const to = join(folder, `${randomUUID()}.db`);
    await copyFile(file, to);
    return { DATABASE_URL: `file:${to}` };
  };
  return { post, draft, author, copy };
}

async function publishing(app: Session) {
  const { draft, copy } = await app.once(blog);
  return { published: await app.command('cli.ts', ['posts', 'publish', draft.id], await copy()), draft };
}

async function listing(app: Session) {
  const { post, draft, copy } = await app.once(blog);
  const [list, drafts] = await Promise.all([
    app.command('cli.ts', ['posts', 'list'], await copy()),
    app.command('cli.ts', ['posts', 'list', '--drafts'], await copy()),
  ]);
  return { list, drafts, post, draft };
}

async function findingNothing(app: Session) {
  const [unknownPost, unknownUser] = await Promise.all([
    app.command('cli.ts', ['posts', 'publish', randomUUID()], { DATABASE_URL: 'memory:' }),
    app.command('cli.ts', ['users', 'promote', random.email(), '--yes'], { DATABASE_URL: 'memory:' }),
  ]);
  return { unknownPost, unknownUser };
}
