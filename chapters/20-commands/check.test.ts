import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chapter, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import type { Database } from '../../framework/index.ts';

/** Registering hashes a password, which takes a while on a busy machine. */
const { step } = chapter(import.meta.url, { concurrent: true, deadline: 30_000 });

step(1, (check) => {
  check('posts publish publishes a post, and prints it', async (app) => {
    const { published, onTerminal, draft, isPublished } = await app.once(publishing);
    const result = published.exit(
      0,
      /^Unexpected word/m.test(published.stderr)
        ? 'the path of the route has no parameter for the id: publish/:id.'
        : published.stderr.includes(draft.id)
          ? 'src/cli.ts does not set DATABASE_URL to file:blog-20.db before it creates the application, as src/api.ts does, so it looks into an empty database.'
          : undefined,
    );
    const printed = objectIn(result.stdout);
    result
      .expect(
        printed?.id === draft.id && printed?.title === draft.title && printed?.published === true,
        `{"id":"${draft.id}","title":"${draft.title}","published":true} on stdout`,
        'the handler does not return { id, title, published } of the published post.',
      )
      .expect(
        Object.keys(printed ?? {}).length === 3,
        'id, title and published on stdout, and nothing else',
        'the handler returns the post as it is, with all of its content. Return the three fields.',
      )
      .expect(isPublished, 'a published post in the database', 'the handler does not await posts.publish(id).');
    onTerminal
      .exit(
        0,
        'src/cli.ts sets DATABASE_URL even if it is set already. `??=` sets it only if it is not, so that the command works with any database.',
      )
      .expect(
        /^published: true$/m.test(onTerminal.stdout),
        'lines such as "published: true" on a terminal',
        'the handler prints JSON itself. Return the object: the platform prints lines for people, and JSON for programs.',
      );
  });

  check('an unknown id is a sentence on stderr, with exit code 1', async (app) => {
    const unknownPost = await app.once(publishingNothing);
    const id = unknownPost.typed.split(' ').at(-1)!;
    unknownPost
      .exit(
        1,
        unknownPost.stderr.includes(id)
          ? wrongExit(unknownPost)
          : ['the handler returns instead of throwing an Error.', '`await` is missing before posts.publish.'],
      )
      .expect(
        unknownPost.stderr.includes(id) && !/\n\s+at /.test(unknownPost.stderr),
        `a sentence on stderr that contains ${id}`,
        readsUndefined(unknownPost)
          ? 'the handler does not check whether posts.publish returned undefined.'
          : 'the message of the Error does not contain the id.',
      )
      .expect(unknownPost.stdout === '', 'nothing on stdout', 'the handler prints the error itself.');
  });

  check('the help names the program and the command', async (app) => {
    const { help } = await app.once(publishing);
    help.expect(
      /^Usage: blog /m.test(help.stdout) && help.stdout.includes('posts publish <id>'),
      'a help text with "Usage: blog" and "posts publish <id>"',
      ["cli({ … }) in src/cli.ts has no name: 'blog'.", 'the path of the route is not publish/:id in the group posts.'],
    );
  });
});

step(2, (check) => {
  check('posts list prints a table on a terminal', async (app) => {
    const { draft, posts } = await app.once(blog);
    const table = await app.once(listTable);
    table
      .exit(0, unknownCommand(table, 'the group posts has no route with the path list.'))
      .expect(
        /^id +title +author +created_at$/m.test(table.stdout),
        'a table with id, title, author and created_at',
        table.stdout.trim() === '(none)'
          ? 'without --limit, the limit is 0. `limit || 20` replaces a 0, and `limit ?? 20` does not.'
          : ['the handler returns a string.', 'the handler returns the posts as they are, or other fields.'],
      )
      .expect(
        posts.every(({ id }) => table.stdout.includes(id)),
        'all published posts',
        posts.some(({ id }) => table.stdout.includes(id))
          ? [
              'the handler removes a post even if there are no more posts than the limit.',
              'without --limit, the limit is not 20. A missing number is 0, so `limit || 20` is enough.',
            ]
          : 'the list is not of published posts: latest({ published: true, … }).',
      )
      .expect(
        !table.stdout.includes(draft.title),
        'no drafts without --drafts',
        'the handler lists drafts, too. Without --drafts, list only what latest({ published: true, … }) returns.',
      )
      .expect(
        !table.stdout.includes('\u001b'),
        'no escape sequence from a title on the terminal',
        'the handler builds lines itself. The platform escapes control characters in data, and not in a string.',
      );
  });

  check('--drafts lists drafts, and --json prints JSON on a terminal, too', async (app) => {
    const { draft, author } = await app.once(blog);
    const drafts = await app.once(listDrafts);
    const shown = arrayIn(drafts.exit(0).stdout);
    drafts
      .expect(shown !== undefined, 'a JSON array on stdout', [
        '--json has no effect on a terminal: return terminal.json(posts) if it is set.',
        '`await` is missing before ctx.bind(ListDTO), so every option is undefined.',
      ])
      .expect(
        shown?.length === 1 && shown[0]?.title === draft.title,
        `only the draft "${draft.title}"`,
        '--drafts has no effect, or lists everything.',
      )
      .expect(
        shown?.[0]?.author === author.name && !('content' in shown[0]),
        'id, title, author (the name) and created_at of each post, and nothing else',
        'content' in (shown?.[0] ?? {})
          ? 'the handler returns the posts as they are.'
          : 'the field author is not the name. Use author?.name.',
      )
      .expect(
        !drafts.stdout.includes('\u009b'),
        'no control character from a name on the terminal, not even in JSON',
        'the string is made with JSON.stringify, which leaves U+0080 to U+009F as they are. Use terminal.json(posts).',
      );
  });

  check('a remark goes to stderr, and stdout stays JSON', async (app) => {
    const { posts } = await app.once(blog);
    const newest = [posts[2]!.id, posts[1]!.id];
    const two = await app.once(listTwo);
    two
      .exit(0)
      .expect(
        arrayIn(two.stdout)?.length === 2,
        '--limit=2 to print two posts as JSON',
        wrongCount(arrayIn(two.stdout)?.length),
      )
      .expect(
        arrayIn(two.stdout)
          ?.map(({ id }) => id)
          .join() === newest.join(),
        `the two newest posts, the newest first: ${newest.join(', ')}`,
        arrayIn(two.stdout)?.some(({ id }) => id === newest[0])
          ? 'the order of the posts was changed. latest(…) returns the newest first.'
          : 'the additional post is the oldest, at the end, and the handler has removed the newest.',
      )
      .expect(
        two.stderr.includes('--limit'),
        `a remark about --limit on stderr, because there are ${posts.length} posts`,
        [
          'the handler does not call terminal.note(…) when there are more posts than the limit.',
          'the remark does not mention --limit.',
        ],
      );
    const many = await app.once(listMany);
    many
      .exit(0)
      .expect(
        arrayIn(many.stdout)?.length === 20 && many.stderr.includes('--limit'),
        'without --limit, 20 of 21 posts on stdout, and a remark about --limit on stderr',
        wrongDefault(arrayIn(many.stdout)?.length),
      );
    const table = await app.once(listTable);
    const drafts = await app.once(listDrafts);
    table.expect(
      !table.stderr.includes('--limit'),
      'no remark if everything is shown',
      drafts.stderr.includes('--limit')
        ? 'the remark is always printed.'
        : 'without --limit, the number of posts is compared with 0 instead of 20.',
    );
    drafts.expect(
      !drafts.stderr.includes('--limit'),
      'no remark for one draft and --limit=1, because nothing was left out',
      [
        'the handler asks for as many posts as the limit, so it cannot tell whether there are more. Ask for one more.',
        'the number of posts is compared with >=, so as many posts as the limit count as more.',
      ],
    );
  });

  check('a wrong option is a mistake of the user: exit code 2, and nothing happens', async (app) => {
    for (const result of await app.once(misusing)) {
      result
        .exit(
          2,
          result.typed.includes('--limit')
            ? 'the limit is not checked, or has no maximum: bind a DTO with integer, min=1 and max=1000 instead of reading ctx.query.'
            : 'the options of the command are not declared: command(this.list, { summary, options }).',
        )
        .expect(result.stdout === '', 'nothing on stdout');
    }
  });
});

step(3, (check) => {
  check('users promote --yes makes an admin', async (app) => {
    const { result: yes, id: promotedId, role: roleAfterYes, hasCutoff } = await app.once(promoteYes);
    yes
      .exit(0, unknownCommand(yes, 'there is no group users with the path promote/:email, or no option --yes.'))
      .expect(
        roleAfterYes === 'admin',
        `the role "admin" in the database. It is "${roleAfterYes}"`,
        roleAfterYes === 'user'
          ? 'changeRole is not called, or not awaited.'
          : "the role is misspelt. requireRole('admin') compares it exactly.",
      )
      .expect(
        hasCutoff,
        'a row in token_cutoffs, so that the tokens with the old role end',
        'cutoffs.set(id) is not called, or not awaited.',
      )
      .expect(
        yes.stderr.includes('role changed'),
        'a line "role changed" in the log, on stderr',
        "the change isn't logged: log.warn('role changed', …).",
      )
      .expect(
        logLines(yes.stderr).some(({ level, role, by }) => level === 'warn' && role === 'admin' && by === 'cli'),
        'the level warn and the fields id, role and by: "cli" in that line',
        [
          "the line is not written with this.log.warn('role changed', { id, role, by: 'cli' }).",
          'a field is missing, or the level is not warn.',
        ],
      )
      .expect(
        logLines(yes.stderr).some(({ id }) => id === promotedId),
        `the id of the user, ${promotedId}, in that line`,
        'the line has no field id, or names the user by something else. An email can change hands, and people who read the log should not have to see it.',
      )
      .expect(
        !yes.stdout.includes('$2'),
        'no password hash on stdout',
        'the handler returns the row of findByEmail, which contains the hash of the password. Return id, email and role.',
      )
      .expect(
        Object.keys(objectIn(yes.stdout) ?? {})
          .sort()
          .join() === 'email,id,role' && objectIn(yes.stdout)?.role === 'admin',
        'id, email and role on stdout, with the new role',
        'the handler returns other fields, or the user as it was before the change.',
      );
  });

  check(
    'a change that fails is not reported as done',
    async (app) => {
      for (const { result, method, role } of await app.once(promotingInVain)) {
        result
          .exit(
            1,
            result.code === 0
              ? `the handler does not call ${method}, or catches its error.`
              : unknownCommand(result, 'there is no group users with the path promote/:email, or no option --yes.'),
          )
          .expect(
            result.stdout === '' && !logLines(result.stderr).some(({ message }) => message === 'role changed'),
            `nothing on stdout and no line "role changed" in the log, because ${method} has failed`,
            [`\`await\` is missing before ${method}.`, 'the change is logged before it is made.'],
          )
          .expect(
            role === 'user',
            `the old role in the database, because ${method} has failed`,
            'the two changes are not in one transaction, or one of them does not run on `tx`.',
          );
      }
    },
    { alreadyTrue: true },
  );

  check('it asks first, on stderr, and only "y" or "yes" is a yes', async (app) => {
    const answers = await Promise.all(asked.map((each) => app.once(each)));
    for (const { typed, result, role, email, hasCutoff } of answers) {
      const isYes = /^y(es)?$/i.test(typed.trim());
      result
        .expect(
          result.stderr.includes(email) && result.stderr.includes('[y/N]'),
          `a question with ${email} and [y/N] on stderr`,
          wrongQuestion(result, email),
        )
        .expect(
          !result.stderr.includes('\u009b'),
          'no control character from the name on the terminal',
          'the question is not written with terminal.ask(…), which escapes them.',
        )
        .expect(
          (role === 'admin') === isYes,
          `the role to be ${isYes ? '"admin"' : '"user"'} after the answer ${JSON.stringify(typed)}. It is "${role}"`,
          isYes
            ? typed === 'y\n'
              ? 'only "yes" counts. The question offers y.'
              : [
                  'the answer is compared exactly: trim it, and ignore upper and lower case.',
                  'only "y" counts. The answer "yes" is a yes, too.',
                  'the answer is not awaited before it is compared: (await terminal.ask(…)).trim().',
                ]
            : typed === '\n'
              ? [
                  'everything but "n" counts as a yes. The default, N, must be the harmless one.',
                  '`await` is missing before the call that asks. A promise is truthy, so it counts as a yes.',
                ]
              : 'the answer is not compared as a whole. A word that only starts with "y" is not a yes.',
        )
        .exit(
          isYes ? 0 : 1,
          isYes
            ? undefined
            : result.code === 2
              ? wrongExit(result)
              : 'the command reports success, although nothing was done.',
        )
        .expect(
          isYes || (!hasCutoff && !result.stderr.includes('role changed')),
          `no row in token_cutoffs, and no line "role changed", after the answer ${JSON.stringify(typed)}`,
          hasCutoff
            ? 'cutoffs.set is called before the question, so a no logs the user out.'
            : 'the change is logged before the question.',
        )
        .expect(
          !result.stdout.includes('[y/N]'),
          'no question on stdout',
          'the question is on stdout, where a script expects the result.',
        );
    }
  });

  check('without a person to ask, it refuses with exit code 2', async (app) => {
    const { result: piped, role: roleAfterPipe } = await app.once(promotePiped);
    piped
      .exit(2, [
        'the command asks although nobody is there: look at terminal.isInteractive first.',
        'the error is not a UsageError.',
      ])
      .expect(piped.stderr.includes('--yes'), 'a sentence on stderr that mentions --yes')
      .expect(roleAfterPipe === 'user', 'no new admin', 'a "y" from a pipe was taken for the answer of a person.');
  });

  check('an unknown email is a sentence on stderr, with exit code 1, and without a question', async (app) => {
    const unknownUser = await app.once(promotingNobody);
    const email = unknownUser.typed.split(' ').find((word) => word.includes('@'))!;
    const notChecked = 'the handler does not check whether users.findByEmail returned undefined.';
    unknownUser
      .exit(
        1,
        unknownUser.stderr.includes(email) || unknownUser.code === 2
          ? wrongExit(unknownUser)
          : 'the handler returns instead of throwing an Error.',
      )
      .expect(
        unknownUser.stderr.includes(email),
        `a sentence on stderr that contains ${email}`,
        unknownUser.stderr.includes('[y/N]')
          ? '`await` is missing before users.findByEmail. A promise is never undefined.'
          : readsUndefined(unknownUser)
            ? notChecked
            : 'the message of the Error does not contain the email.',
      )
      .expect(
        !unknownUser.stderr.includes('[y/N]'),
        'no question',
        readsUndefined(unknownUser) ? notChecked : 'it asks before it looks for the user.',
      )
      .expect(unknownUser.stdout === '', 'nothing on stdout');
  });
});

step(4, (check) => {
  check('the export has all pages, one post per line', async (app) => {
    const { done, file, lines, titles, leftovers, before } = await app.once(exporting);
    done
      .exit(0)
      .expect(
        lines.length === titles.length && titles.every((title) => lines.some((line) => line.title === title)),
        `${titles.length} lines in the file. It has ${lines.length}`,
        lines.length === 50
          ? 'only the first page is exported: follow `next` until it is undefined.'
          : lines.length === 0
            ? 'there is no file, or it is empty.'
            : lines.every(({ title }) => title === stale)
              ? '`await` is missing before writeFile: the .part file of an earlier export is renamed before the new one is written.'
              : lines.some(({ title }) => title === stale)
                ? 'the lines are appended to the .part file of an earlier export that failed.'
                : lines.every((line) => `${JSON.stringify(line)}\n` === yesterday)
                  ? 'the old file is still there: the handler writes no file, or does not rename it.'
                  : lines.length === 1 && titles.some((title) => title === lines[0]?.title)
                    ? 'only the last page is in the file: each page replaces the one before it.'
                    : 'the file does not have one JSON object per line.',
      )
      .expect(objectIn(done.stdout)?.posts === titles.length, `"posts":${titles.length} on stdout`)
      .expect(
        objectIn(done.stdout)?.file === file,
        `"file":"${file}" on stdout`,
        'the handler does not return { file, posts }.',
      )
      .expect(leftovers.length === 0, `no other files in the folder. There is also ${leftovers.join(', ')}`, [
        'the handler copies the .part file instead of renaming it, or writes to the file itself.',
        'the second file is not called <file>.part, so the .part file of an earlier export is left behind.',
      ])
      .expect(
        before === yesterday,
        'the old file replaced with `rename`, in a single step',
        'the new content is written into the old file, with writeFile or copyFile. If the program dies in the middle, both exports are lost.',
      )
      .expect(
        !done.stderr.includes(removal),
        'the old file to be replaced, and never deleted',
        'the handler deletes the old file before the rename. If the program dies in between, there is no export at all. `rename` replaces a file that exists.',
      );
    const { three, posts, exported } = await app.once(exportingThree);
    three
      .exit(0)
      .expect(
        exported.length === posts.length,
        `${posts.length} lines, from a server that sends one post per page. There are ${exported.length}`,
        exported.length === 1
          ? 'the handler asks for one long page and ignores `next`. A page has at most 100 posts.'
          : 'the handler reads two pages. Follow `next` in a loop, until it is undefined.',
      )
      .expect(
        JSON.stringify(exported) === JSON.stringify(posts),
        `each post as the API sends it: ${JSON.stringify(posts[0])}`,
        'the handler chooses some of the fields. A backup needs all of them.',
      );
  });

  check('an export that cannot replace the file fails', async (app) => {
    const { ontoFolder } = await app.once(exportingThree);
    ontoFolder
      .exit(1, 'the error of rename is caught, and the command reports success.')
      .expect(
        ontoFolder.stdout === '',
        'nothing on stdout',
        '`await` is missing before rename, so the command reports success before it knows.',
      );
  });

  check('a failed export keeps the file of the day before', async (app) => {
    const { wrongKey, halfway, kept, leftovers } = await app.once(failing);
    wrongKey
      .exit(1, 'the error of the client is caught, and the command reports success.')
      .expect(wrongKey.stderr.includes('401'), 'the reason on stderr: 401');
    halfway.exit(1, 'a page that fails is ignored, so half of the posts are missing and nobody knows.');
    halfway.expect(
      kept === yesterday,
      'the old content of the file after a failure on the second page',
      'the file is written page by page, or before all pages have arrived.',
    );
    halfway.expect(
      leftovers.length === 0,
      `no other files in the folder. There is also ${leftovers.join(', ')}`,
      'a file is written before all pages have arrived, and not removed after the failure.',
    );
  });

  check('the key comes from the environment, never from the command line', async (app) => {
    const { noKey, noFile, withKey } = await app.once(misusingExport);
    noKey
      .exit(2, [
        'the command does not check BLOG_API_KEY, or its error is not a UsageError.',
        "BLOG_API_KEY is '' here, and the command refuses only undefined.",
      ])
      .expect(noKey.stderr.includes('BLOG_API_KEY'), 'a sentence on stderr that names BLOG_API_KEY');
    noFile
      .exit(2, [
        'the command does not check --to, or its error is not a UsageError.',
        "an option that is missing is '', and the command refuses only undefined.",
      ])
      .expect(noFile.stderr.includes('--to'), 'a sentence on stderr that names --to');
    withKey.exit(
      2,
      'there is an option for the key. Every user of the machine can see the arguments of a running program.',
    );
  });
});

/** Why a command that says what is wrong doesn't exit with 1. */
function wrongExit({ code }: { code: number | undefined }): string | string[] {
  if (code === 2)
    return 'the error is a UsageError, which means misuse. The command was used correctly: throw an Error.';
  return [
    'the exit code is lost: write process.exitCode = await createApp(…).run()',
    'the handler prints the sentence itself and returns. The platform exits with 1 only if the handler throws.',
  ];
}

/** Whether the handler failed because it read a field of something that isn't there. */
function readsUndefined({ stderr }: { stderr: string }): boolean {
  return /Cannot (read|destructure) propert/.test(stderr);
}

/** Why `--limit=2` doesn't print two posts. */
function wrongCount(count: number | undefined): string | string[] {
  if (count === undefined) return 'the remark is on stdout, so stdout is no longer JSON.';
  if (count < 2) return 'the list is not of published posts, or more than the additional post is removed.';
  return ['--limit has no effect.', 'the additional post is not removed. It only shows whether there are more.'];
}

/** Why 21 posts, listed without `--limit`, are not 20 and a remark. */
function wrongDefault(count: number | undefined): string | string[] {
  if (count === 20)
    return 'with --json, the handler writes no remark, or returns before it does. On stderr, the remark leaves the JSON intact.';
  const limit = 'without --limit, the limit is not 20. A missing number is 0, so `limit || 20` is enough.';
  if (count !== 21) return limit;
  return [
    limit,
    'with --json, the handler returns everything that it has found, before it removes the additional post and writes the remark.',
  ];
}

/** Why the question isn't on stderr as it should be. */
function wrongQuestion({ stderr }: { stderr: string }, email: string): string | string[] {
  if (stderr.includes('[y/N]')) return 'the question does not contain the email of the user.';
  if (stderr.includes(email)) return 'the question does not contain [y/N].';
  return ['the handler does not call terminal.ask(…).', 'the question contains neither the email nor [y/N].'];
}

/** A cause that fits only if the platform didn't find the command. Otherwise its own message says more. */
function unknownCommand({ stderr }: { stderr: string }, because: string): string | undefined {
  return /^Unknown|no option/im.test(stderr) ? because : undefined;
}

const stale = 'From an export that failed';
const yesterday = '{"id":"1","title":"From yesterday"}\n';

/** An author, three published posts and a draft, and copies of the file: each belongs to one process at a time. */
async function blog(app: Session) {
  const folder = await app.folder();
  const file = join(folder, 'blog.db');
  const api = app.fresh({ BCRYPT_COST: '4', DATABASE_URL: `file:${file}` }, { program: 'api.ts' });
  // U+009B starts an escape sequence, too, and JSON.stringify leaves it as it is.
  const author = { email: random.email(), password: random.sentence(), name: `Name ${random.word()}\u009b2J` };
  const { token } = (await api.post('/auth/register', author)).status(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  const write = async (title: string, published: boolean) => {
    const content = random.sentence();
    const post = (await api.post('/posts', { title, content }, { headers })).status(201).body;
    if (published) (await api.put(`/posts/${post.id}`, { title, content, published }, { headers })).status(200);
    return post as { id: string; title: string };
  };
  const posts = [
    await write(random.sentence(), true),
    await write(random.sentence(), true),
    await write(`${random.word()}\u001b[2Jcleared`, true),
  ];
  const draft = await write(random.sentence(), false);
  await api.stop();
  const copy = async (name = `${randomUUID()}.db`) => {
    const to = join(folder, name);
    await copyFile(file, to);
    return to;
  };
  return { posts, draft, author, copy, folder };
}

/** As in a terminal of the learner's: without the variable, and with the file in the current folder. */
async function publishing(app: Session) {
  const { draft, posts, copy, folder } = await app.once(blog);
  const file = await copy('blog-20.db');
  const usual = `
    import { isMainThread } from 'node:worker_threads';
    if (isMainThread) process.chdir(${JSON.stringify(folder)});
    delete process.env.DATABASE_URL;
  `;
  const [published, onTerminal, help] = await Promise.all([
    app.command('cli.ts', ['posts', 'publish', draft.id], {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(usual)}`,
    }),
    app.command(
      'cli.ts',
      ['posts', 'publish', posts[0]!.id],
      { DATABASE_URL: `file:${await copy()}` },
      { terminal: true },
    ),
    app.command('cli.ts', ['--help']),
  ]);
  const row = await inDatabase(
    file,
    (db) => db.get<{ published: unknown }>`select published from posts where id = ${draft.id}`,
  );
  return { published, onTerminal, help, draft, isPublished: Boolean(row?.published) };
}

/** In an empty database. */
function publishingNothing(app: Session) {
  return app.command('cli.ts', ['posts', 'publish', randomUUID()]);
}

// One function per command: a check runs only the commands that it looks at.
const listTable = listed([], true);
const listDrafts = listed(['--drafts', '--json', '--limit=1'], true);
const listTwo = listed(['--limit=2'], false);

function listed(words: string[], terminal: boolean) {
  return async (app: Session) => {
    const { copy } = await app.once(blog);
    const env = { DATABASE_URL: `file:${await copy()}` };
    return app.command('cli.ts', ['posts', 'list', ...words], env, { terminal });
  };
}

/** One post more than `posts list` shows. They are written into the file itself, because the API would take longer. */
async function listMany(app: Session) {
  const { posts, copy } = await app.once(blog);
  const file = await copy();
  await inDatabase(file, (db) =>
    db.transaction(async (tx) => {
      for (let count = posts.length; count < 21; count++) {
        await tx.run`
          insert into posts (id, title, content, author_id, published, created_at, updated_at)
          select ${randomUUID()}, title, content, author_id, published, created_at, updated_at
          from posts where id = ${posts[0]!.id}`;
      }
    }),
  );
  return app.command('cli.ts', ['posts', 'list', '--json'], { DATABASE_URL: `file:${file}` });
}

function misusing(app: Session) {
  return Promise.all([
    app.command('cli.ts', ['posts', 'list', '--limit=1001']),
    app.command('cli.ts', ['posts', 'list', '--draft']),
  ]);
}

function promotingNobody(app: Session) {
  return app.command('cli.ts', ['users', 'promote', random.email()], {}, { terminal: true, input: 'y\n' });
}

const promoteYes = promoted(['--yes']);
const promotePiped = promoted([], { input: 'y\n' });
const asked = [' YES \n', 'y\n', '\n', 'yesterday\n'].map((input) => promoted([], { terminal: true, input }));

function promoted(words: string[], person: { terminal?: boolean; input?: string } = {}) {
  return async (app: Session) => {
    const { author, copy } = await app.once(blog);
    const file = await copy();
    const env = { DATABASE_URL: `file:${file}` };
    const result = await app.command('cli.ts', ['users', 'promote', author.email, ...words], env, person);
    const row = await inDatabase(
      file,
      (db) => db.get<{ id: string; role: string; valid_from: string | null }>`
        select id, role, valid_from from users left join token_cutoffs on user_id = id`,
    );
    const hasCutoff = Boolean(row?.valid_from);
    return { result, id: row?.id, role: row?.role, hasCutoff, typed: person.input ?? '', email: author.email };
  };
}

/** In databases that refuse one of the two changes. */
async function promotingInVain(app: Session) {
  const { author, copy } = await app.once(blog);
  const [users, cutoffs] = [await copy(), await copy()];
  await inDatabase(
    users,
    (db) => db.run`
    create trigger refused before update on users begin select raise(abort, 'refused'); end`,
  );
  await inDatabase(
    cutoffs,
    (db) => db.run`
    create trigger refused before insert on token_cutoffs begin select raise(abort, 'refused'); end`,
  );
  const promote = (file: string) =>
    app.command('cli.ts', ['users', 'promote', author.email, '--yes'], { DATABASE_URL: `file:${file}` });
  const results = await Promise.all([promote(users), promote(cutoffs)]);
  const row = await inDatabase(
    cutoffs,
    (db) => db.get<{ role: string }>`select role from users where email = ${author.email}`,
  );
  const roles = ['user', row?.role];
  const methods = ['users.changeRole', 'cutoffs.set'];
  return results.map((result, index) => ({ result, method: methods[index]!, role: roles[index] }));
}

/** An API with 51 posts, and a key for it. */
async function nightly(app: Session) {
  const api = app.fresh({ BCRYPT_COST: '4' }, { program: 'api.ts' });
  const author = { email: random.email(), password: random.sentence(), name: random.word() };
  const { token } = (await api.post('/auth/register', author)).status(201).body;
  const headers = { Authorization: `Bearer ${token}` };
  const { key } = (await api.post('/auth/api-keys', { name: 'nightly', scope: 'read' }, { headers })).status(201).body;
  const titles = Array.from({ length: 51 }, () => random.word());
  await Promise.all(
    titles.map(async (title) => (await api.post('/posts', { title, content: title }, { headers })).status(201)),
  );
  return { titles, env: { BLOG_URL: await api.url(), BLOG_API_KEY: key as string } };
}

async function exporting(app: Session) {
  const { titles, env } = await app.once(nightly);
  const folder = await app.folder();
  const file = join(folder, 'posts.ndjson');
  await writeFile(`${file}.part`, `${JSON.stringify({ title: stale })}\n`);
  // A second name of the old file: `rename` leaves the file itself as it was.
  const secondName = join(await app.folder(), 'yesterday.ndjson');
  await writeFile(file, yesterday);
  await link(file, secondName);
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(slowDisk(file))}`;
  const done = await app.command('export.ts', [`--to=${file}`], { ...env, NODE_OPTIONS });
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => objectIn(line) ?? {});
  const before = await readFile(secondName, 'utf8');
  return { done, file, lines, titles, leftovers: await othersIn(folder, 'posts.ndjson'), before };
}

const removal = 'the file is removed';
/** Tells whether a program deletes the file that it should replace, and makes writing slow, so that it has to wait. */
function slowDisk(file: string): string {
  return `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const tell = (path) => String(path) === ${JSON.stringify(file)} && console.error(${JSON.stringify(removal)});
    for (const [owner, names] of [[fs.promises, ['rm', 'unlink']], [fs, ['rmSync', 'unlinkSync', 'rm', 'unlink']]]) {
      for (const name of names) {
        const original = owner[name];
        owner[name] = (...given) => (tell(given[0]), original(...given));
      }
    }
    const write = fs.promises.writeFile;
    fs.promises.writeFile = async (...given) => (await new Promise((resolve) => setTimeout(resolve, 100)), write(...given));
    syncBuiltinESMExports();
  `;
}

/** A server with three pages of one post each: one export into a file, and one that can't replace what is there. */
async function exportingThree(app: Session) {
  const posts = [1, 2, 3].map((id) => ({
    id: String(id),
    title: random.sentence(),
    content: random.sentence(),
    published: id === 2,
    created_at: `2026-01-0${id}T00:00:00.000Z`,
  }));
  const server = createServer((request, response) => {
    const page = Number(new URL(request.url!, 'http://localhost').searchParams.get('after') ?? 0);
    if (page < 2) response.setHeader('Link', `</my-posts?after=${page + 1}>; rel="next"`);
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify([posts[page]]));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const BLOG_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = { BLOG_URL, BLOG_API_KEY: `blog_${random.word()}` };
  const folder = await app.folder();
  const file = join(folder, 'posts.ndjson');
  await writeFile(file, yesterday);
  await mkdir(join(folder, 'busy'));
  const [three, ontoFolder] = await Promise.all([
    app.command('export.ts', [`--to=${file}`], env),
    app.command('export.ts', [`--to=${join(folder, 'busy')}`], env),
  ]);
  server.closeAllConnections();
  server.close();
  const exported = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter(Boolean).map(objectIn);
  return { three, ontoFolder, posts, exported };
}

async function failing(app: Session) {
  const { env } = await app.once(nightly);
  const folder = await app.folder();
  const old = join(folder, 'yesterday.ndjson');
  await writeFile(old, yesterday);
  // The first page promises another one, which never comes.
  const flaky = createServer((request, response) => {
    if (request.url !== '/my-posts') return void response.writeHead(503).end('{"error":"Service Unavailable"}');
    response.setHeader('Link', '</my-posts?after=x>; rel="next"').setHeader('Content-Type', 'application/json');
    response.end('[{"id":"2","title":"From today"}]');
  }).listen(0, '127.0.0.1');
  await once(flaky, 'listening');
  const broken = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`;
  const [wrongKey, halfway] = await Promise.all([
    app.command('export.ts', [`--to=${old}`], { ...env, BLOG_API_KEY: `blog_${random.word()}` }),
    app.command('export.ts', [`--to=${old}`], { ...env, BLOG_URL: broken }),
  ]);
  flaky.closeAllConnections();
  flaky.close();
  const kept = await readFile(old, 'utf8').catch(() => '');
  return { wrongKey, halfway, kept, leftovers: await othersIn(folder, 'yesterday.ndjson') };
}

/** No export gets as far as sending a request. */
async function misusingExport(app: Session) {
  const to = `--to=${join(await app.folder(), 'never.ndjson')}`;
  const env = { BLOG_URL: 'http://127.0.0.1:1', BLOG_API_KEY: `blog_${random.word()}` };
  const [noKey, noFile, withKey] = await Promise.all([
    app.command('export.ts', [to], { ...env, BLOG_API_KEY: '' }),
    app.command('export.ts', [], env),
    app.command('export.ts', [to, '--key=blog_visible'], env),
  ]);
  return { noKey, noFile, withKey };
}

async function othersIn(folder: string, file: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name !== file);
}

/** Looks into a database file after the command has ended. */
async function inDatabase<T>(file: string, work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openDatabase(`file:${file}`);
  try {
    return await work(db);
  } finally {
    await db.onStop();
  }
}

function arrayIn(text: string): Record<string, unknown>[] | undefined {
  const value = jsonIn(text);
  return Array.isArray(value) ? (value as Record<string, unknown>[]) : undefined;
}

function objectIn(text: string): Record<string, unknown> | undefined {
  const value = jsonIn(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** The log is JSON, one object per line, if stderr isn't a terminal. */
function logLines(stderr: string): Record<string, unknown>[] {
  return stderr
    .split('\n')
    .map(objectIn)
    .filter((line) => line !== undefined);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
