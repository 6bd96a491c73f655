import { randomUUID } from 'node:crypto';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { random, type Session, variation } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';

const { check } = variation(import.meta.url, { adds: ['posts/import/:email'] });

/** Registering hashes a password, which takes a while on a busy machine. */
const options = { concurrent: true, deadline: 30_000 };

check(
  'posts come back as they were exported, as posts of this user',
  async (app) => {
    const { author, importing } = await app.once(blog);
    const posts = [
      aPost(),
      { ...aPost(), published: true, content: 'One\nTwo "three" \\n \u2028 four 🌻' },
      // A PUT without a title is allowed.
      { ...aPost(), title: '', content: '' },
    ];
    const { result, rows } = await importing(linesOf(posts));
    result
      .exit(
        0,
        /Unknown command|Unexpected word/.test(result.stderr)
          ? 'there is no command `posts import <email>`, or it has no option --from.'
          : [
              'a line separator inside a string (U+2028) is taken for the end of the line: `readline` does that.',
              'an empty title is refused. PUT /posts/:id allows one, so an export may have it.',
            ],
      )
      .expect(isResult(result.stdout, 3, 0), '{"added":3,"kept":0} on stdout, and nothing else');
    for (const post of posts) {
      const row = rows.find(({ id }) => id === post.id);
      for (const name of ['title', 'content', 'created_at', 'updated_at'] as const)
        result.expect(
          row?.[name] === post[name],
          `the ${name} ${JSON.stringify(post[name])} in the database, got ${JSON.stringify(row?.[name])}`,
          row === undefined
            ? 'the post got another id, or was never stored.'
            : 'the post is created as a new one, and loses what it had.',
        );
      result
        .expect(Boolean(row?.published) === post.published, `published: ${post.published}`, 'every post is a draft.')
        .expect(
          row?.author_id === author.id,
          'the id of the user as the author',
          'the file decides on the author. It comes from another blog, or from somebody who wants a post to look like one of yours.',
        );
    }
  },
  options,
);

check(
  'a post that the blog already has stays as it is, no matter who has written it',
  async (app) => {
    const { mine, theirs, importing } = await app.once(blog);
    const added = aPost();
    const lines = linesOf([{ ...aPost(), id: mine.id }, added, { ...aPost(), id: theirs.id }]);
    const { result, rows, again, later } = await importing(lines, true);
    result
      .exit(0, 'an id that exists already is an error. It is what a second import finds for every post.')
      .expect(isResult(result.stdout, 1, 2), '{"added":1,"kept":2} on stdout', 'the numbers are those of the lines.');
    for (const post of [mine, theirs]) {
      const row = rows.find(({ id }) => id === post.id);
      result
        .expect(row?.title === post.title, `the title ${post.title}, as before`, 'an existing post is replaced.')
        .expect(
          row?.author_id === post.author_id,
          'the author of the post, as before',
          'the post of somebody else now belongs to this user.',
        );
    }
    again!
      .exit(0)
      .expect(isResult(again!.stdout, 0, 3), '{"added":0,"kept":3} from a second import', 'posts are added again.')
      .expect(
        later!.length === rows.length,
        `${rows.length} posts after a second import, got ${later!.length}`,
        'the posts get new ids, so a second import adds all of them again.',
      );
  },
  options,
);

check(
  'an invalid line is named, and nothing is added',
  async (app) => {
    const { importing } = await app.once(blog);
    const broken: [what: string, line: string][] = [
      ['is cut off', JSON.stringify(aPost()).slice(0, -30)],
      ['is null', 'null'],
      ['has a title of 201 characters', JSON.stringify({ ...aPost(), title: 'x'.repeat(201) })],
      ['has no content', JSON.stringify({ ...aPost(), content: undefined })],
      ['has a string where published should be', JSON.stringify({ ...aPost(), published: 'no' })],
      ['has no time but a word in created_at', JSON.stringify({ ...aPost(), created_at: 'yesterday' })],
      ['has a number for an id', JSON.stringify({ ...aPost(), id: 7 })],
    ];
    for (const [what, line] of broken) {
      const [first, second, last] = linesOf([aPost(), aPost(), aPost()]).split('\n');
      const { result, rows } = await importing(`${[first, second, line, last].join('\n')}\n`);
      result
        .exit(1, `a line that ${what} isn't a post, and is imported, or is skipped without a word.`)
        .expect(
          /\b3\b/.test(result.stderr) && !/\n\s+at /.test(result.stderr),
          `a sentence on stderr that names line 3, which ${what}`,
          'the error of JSON.parse, or of the database, is printed as it is. Nobody finds the line with it.',
        )
        .expect(result.stdout === '', 'nothing on stdout', 'a result is printed although the import has failed.')
        .expect(
          rows.length === 2,
          `no new post, because line 3 ${what}; got ${rows.length - 2}`,
          'the lines before it are stored already. Look at all of them first, or use a transaction.',
        );
    }
  },
  options,
);

check(
  'the end of a line may look different',
  async (app) => {
    const { importing } = await app.once(blog);
    const lines = linesOf([aPost(), aPost()]);
    for (const [what, text] of [
      ['ends of lines from Windows', lines.replaceAll('\n', '\r\n')],
      ['no end after the last line', lines.trimEnd()],
      ['empty lines at its end', `${lines}\n\n`],
    ] as const) {
      const { result } = await importing(text);
      result
        .exit(0, `a file with ${what} is refused.`)
        .expect(isResult(result.stdout, 2, 0), `{"added":2,"kept":0} for a file with ${what}`);
    }
    const { result } = await importing('');
    result
      .exit(0, 'the export of somebody without a post is an empty file, and no error.')
      .expect(isResult(result.stdout, 0, 0), '{"added":0,"kept":0} for an empty file');
  },
  options,
);

check(
  'a file may have thousands of posts',
  async (app) => {
    const { importing } = await app.once(blog);
    const posts = Array.from({ length: 6_000 }, aPost);
    const { result, rows } = await importing(linesOf(posts));
    result
      .exit(
        0,
        result.code === undefined
          ? 'it takes more than a minute: each post is a transaction of its own, and written to the disk.'
          : 'a single statement has all posts, and too many values for the database.',
      )
      .expect(isResult(result.stdout, 6_000, 0), '{"added":6000,"kept":0} on stdout')
      .expect(rows.length === 6_002, `6000 more posts in the database, got ${rows.length - 2}`);
  },
  options,
);

check(
  'misuse is 2, and what is missing is named, with 1',
  async (app) => {
    const { importing, file } = await app.once(blog);
    const env = { DATABASE_URL: `file:${await file()}` };
    const { result: stranger } = await importing(linesOf([aPost()]), false, 'nobody@example.com');
    const forgotten = await app.command('cli.ts', ['posts', 'import', 'nobody@example.com'], env);
    const { author } = await app.once(blog);
    const gone = `${random.word()}.ndjson`;
    const missing = await app.command('cli.ts', ['posts', 'import', author.email, `--from=${gone}`], env);
    for (const [result, code, word] of [
      [stranger, 1, 'nobody@example.com'],
      [forgotten, 2, '--from'],
      [missing, 1, gone],
    ] as const)
      result
        .exit(code, code === 2 ? 'the file is required, and its absence is misuse: throw a UsageError.' : undefined)
        .expect(
          result.stderr.includes(word) && !/\n\s+at /.test(result.stderr),
          `a sentence on stderr with ${word}`,
          'the error does not say what is missing.',
        )
        .expect(result.stdout === '', 'nothing on stdout');
  },
  options,
);

interface Row {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly author_id: string;
  readonly published: boolean | number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** As GET /my-posts returns it, in another blog. */
function aPost(): Row {
  const day = String(1 + (random.number() % 28)).padStart(2, '0');
  return {
    id: randomUUID(),
    title: random.sentence(),
    content: random.sentence(),
    author_id: randomUUID(),
    published: false,
    created_at: `2025-03-${day}T12:00:00.123Z`,
    updated_at: `2025-04-${day}T12:00:00.000Z`,
  };
}

function linesOf(posts: readonly object[]): string {
  return posts.map((post) => `${JSON.stringify(post)}\n`).join('');
}

/** Two users with a post each. Every import gets a copy of their database. */
async function blog(app: Session) {
  const folder = await app.folder();
  const original = join(folder, 'blog.db');
  const api = app.fresh({ BCRYPT_COST: '4', DATABASE_URL: `file:${original}` }, { program: 'api.ts' });
  const write = async () => {
    const person = { email: random.email(), password: random.sentence(), name: random.word() };
    const { token, user } = (await api.post('/auth/register', person)).status(201).body;
    const headers = { Authorization: `Bearer ${token}` };
    const body = { title: random.sentence(), content: random.sentence() };
    return { user, post: (await api.post('/posts', body, { headers })).status(201).body as Row };
  };
  const [{ user: author, post: mine }, { post: theirs }] = [await write(), await write()];
  await api.stop();
  const file = async () => {
    const copy = join(folder, `${randomUUID()}.db`);
    await copyFile(original, copy);
    return copy;
  };
  const importing = async (text: string, isTwice = false, email: string = author.email) => {
    const database = await file();
    const from = join(folder, `${randomUUID()}.ndjson`);
    await writeFile(from, text);
    const run = () =>
      app.command('cli.ts', ['posts', 'import', email, `--from=${from}`], { DATABASE_URL: `file:${database}` });
    const result = await run();
    const rows = await rowsIn(database);
    if (!isTwice) return { result, rows };
    return { result, rows, again: await run(), later: await rowsIn(database) };
  };
  return { author: author as { id: string; email: string }, mine, theirs, file, importing };
}

async function rowsIn(file: string): Promise<Row[]> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await db.all<Row>`select * from posts`;
  } finally {
    await db.onStop();
  }
}

function isResult(stdout: string, added: number, kept: number): boolean {
  try {
    const value = JSON.parse(stdout);
    return value.added === added && value.kept === kept && Object.keys(value).length === 2;
  } catch {
    return false;
  }
}
