import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import { chapter, random, type Session } from '#check';
import {
  bodyOf,
  fail,
  percentile,
  postId,
  type Rehearsed,
  ratioOf,
  rehearse,
  requireEvidence,
  type Visit,
} from '#incident';
import goodNews from '../../solutions/30-slow/incidents/good-news.ts';
import lunchBreak, { type StatisticsService } from '../../solutions/30-slow/incidents/lunch-break.ts';
import mondayMorning from '../../solutions/30-slow/incidents/monday-morning.ts';
import quietEvening from '../../solutions/30-slow/incidents/quiet-evening.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  requireEvidence(check, quietEvening);

  check(
    'the comments are those of the healthy program',
    async (app) => {
      const { differs, paged } = await app.once(discussion);
      if (differs !== undefined) {
        fail(
          `${differs} responds differently from the healthy program.`,
          'the same comments, in the same order, with their authors',
          'the repair changes what readers get. A shorter list, or one without authors, is another product.',
        );
      }
      if (paged) return;
      fail(
        'A list that is longer than its page has no Link header, or another one.',
        'the address of the next page, as before',
        'the repair has lost the last step of `inPages`: it needs one entry more than the page has.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a new comment is in the list at once',
    async (app) => {
      const { isFresh } = await app.once(discussion);
      if (isFresh) return;
      fail(
        'Somebody commented, and the next request for the comments did not contain it.',
        'the new comment at the top of the list',
        'the comments are cached, and the cache is not dropped when somebody comments. The symptom is gone, and the discussion is wrong.',
      );
    },
    { alreadyTrue: true },
  );

  check('a long discussion needs as few statements as a short one', async (app) => {
    const { first, short, long, expected } = await app.once(discussion);
    if (Math.max(first, long) <= Math.max(short, expected) + 3) return;
    fail(
      `For 10 comments, your program sends ${short} statements to the database. For 100, it sends ${Math.max(first, long)}.`,
      `about as many for 100 comments as for 10: the healthy program sends ${expected}`,
      long < first
        ? 'the authors are remembered, so only the first request is slow. So is the first one after every restart, and for every new reader.'
        : long >= 100
          ? 'the authors are still loaded one by one. Whether one after another or all at once, each of them is a statement.'
          : 'the number of statements still grows with the number of comments.',
    );
  });

  check(
    'a page needs about as many rows as it has comments',
    async (app) => {
      const { rows, fewRows } = await app.once(discussion);
      // A comment and its author are two, and a page reads one comment more than it shows.
      if (rows <= 3 * 101 && fewRows <= 3 * 11) return;
      fail(
        `For 10 comments, the database returns ${fewRows} rows, and for 100 comments, ${rows}.`,
        'about as many rows as there are comments and authors on the page',
        [
          'all users are read, to look up a few of them. Their number has nothing to do with the page, and it grows.',
          'all comments of the post are read, and most of them are thrown away.',
        ],
      );
    },
    { alreadyTrue: true },
  );

  check('the comments come as quickly as in the healthy program', async (app) => {
    const { ratio } = await app.once(discussion);
    if (ratio <= 5) return;
    fail(
      `GET /posts/:id/comments with 100 comments takes ${ratio.toFixed(1)} times as long as in the healthy program.`,
      'at most 5 times, in the best of several rounds',
      'a request still waits for the database again and again.',
    );
  });
});

step(2, (check) => {
  requireEvidence(check, mondayMorning);

  check(
    'the counts are those of the healthy program',
    async (app) => {
      const { differs } = await app.once(clicks);
      if (differs === undefined) return;
      fail(
        `${differs} responds differently from the healthy program.`,
        'the same counts: every reaction counts, and each reader has at most one for each post',
        'the repair counts only some of the rows, or counts them at another time.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a reaction is counted at once, and replaces the one before',
    async (app) => {
      const { before, after, changed, differs } = await app.once(clicks);
      if (after.like === before.like + 1 && changed.like === before.like && changed.love === before.love + 1) return;
      const isStale = after.like === before.like;
      fail(
        `A reader chose "like", and then "love". The counts were ${show(before)}, then ${show(after)}, then ${show(changed)}.`,
        'one more "like", and then one "like" less and one more "love"',
        isStale && differs !== undefined
          ? 'only some of the rows are counted, and the new one is not among them.'
          : isStale
            ? 'the counts are cached, and nothing drops them when somebody reacts. The reader clicks, and nothing happens.'
            : 'a counter is changed, but the earlier reaction of the same reader is not subtracted.',
      );
    },
    { alreadyTrue: true },
  );

  check('counting does not depend on the size of the table', async (app) => {
    const { ratio, scans } = await app.once(clicks);
    if (ratio <= 5) return;
    fail(
      `With the data of half a year, GET /posts/:id/reactions takes ${ratio.toFixed(1)} times as long as in the healthy program.`,
      'at most 5 times, in the best of several rounds',
      scans
        ? [
            'the statement still reads the whole table: no index begins with the column that it looks for.',
            'the index is in an old migration. Production has applied that one long ago, and never does so again. Add a new one at the end.',
          ]
        : 'something still grows with the number of reactions.',
    );
  });
});

step(3, (check) => {
  requireEvidence(check, goodNews);

  check(
    'the archive is complete, compressed, and for everybody who asks',
    async (app) => {
      const { statuses, differs, share, isFresh } = await app.once(downloads);
      if (statuses.some((status) => status !== 200)) {
        fail(
          `Three partners asked for the archive at the same time, and got ${statuses.join(', ')}.`,
          '200 for each of them, as before',
          'the repair refuses requests. It protects the readers from the partners, and leaves the cause where it was.',
        );
      }
      if (differs) {
        fail('The archive has other lines than that of the healthy program.', 'the same lines, one post each', [
          'the repair loses or changes a part of the file.',
          'the Content-Encoding header does not say how the file is compressed.',
          'the file is an old one: it was kept, and a post has been changed since.',
        ]);
      }
      if (share > 0.7) {
        fail(
          `A client that accepts br and gzip gets ${Math.round(share * 100)} % of the uncompressed size.`,
          'a compressed file, as before',
          'the compression is gone. The event loop is free, and the transfer costs several times as much.',
        );
      }
      if (isFresh) return;
      fail(
        'A post was published, and the archive that was requested after that does not contain it.',
        'every published post',
        'the compressed file is cached, and nothing drops it when a post is published. And once in a while, somebody still waits for the compression.',
      );
    },
    { alreadyTrue: true },
  );

  check('the program responds to others while it makes the archive', async (app) => {
    const { ratio, silence } = await app.once(downloads);
    if (ratio <= 4) return;
    fail(
      `While the archive is made, the event loop is silent for ${Math.round(silence)} ms: ${ratio.toFixed(1)} times as long as in the healthy program.`,
      'at most 4 times, in the best of several rounds',
      'the compression still runs on the event loop. A promise around a function that computes, or an earlier turn of the event loop, changes when it blocks, and not whether.',
    );
  });
});

step(4, (check) => {
  requireEvidence(check, lunchBreak);

  check(
    'the list of popular posts is that of the healthy program, for every reader',
    async (app) => {
      const { statuses, differs } = await app.once(lunch);
      const odd = statuses.find((status) => status !== 200);
      if (odd !== undefined) {
        fail(
          `Thirty readers asked for GET /popular at the same time, and one got ${odd || 'no response'}.`,
          '200 for each of them',
          'a request gives up, or is refused, while another one loads the list.',
        );
      }
      if (!differs) return;
      fail(
        'Thirty readers asked for GET /popular at the same time, and one got another list than the healthy program returns.',
        'the same ten posts for everybody',
        'while one request loads the list, the others get an empty one, or none that is complete.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'a post that becomes popular is in the list after some seconds',
    async (app) => {
      const { isFresh } = await app.once(lunch);
      if (isFresh) return;
      fail(
        'Other posts became popular, and fifteen seconds later GET /popular still has the old ones.',
        'the new list after about ten seconds',
        'the list is kept for longer, so it expires less often. The stampede is as large as before, and the list is out of date.',
      );
    },
    { alreadyTrue: true },
  );

  check('when the list expires, it is loaded once', async (app) => {
    const { calls, expected } = await app.once(lunch);
    if (calls <= expected + 2) return;
    fail(
      `Thirty readers asked for GET /popular after it had expired. The statistics service got ${calls} requests.`,
      `one, as from the healthy program (${expected})`,
      calls >= 25
        ? 'each request finds the cache empty and loads the list itself. It helps neither to keep it for longer nor to wait longer for the service.'
        : 'some requests still load the list although another one is already doing it.',
    );
  });

  check('nobody waits for the readers next to them', async (app) => {
    const { ratio } = await app.once(lunch);
    if (ratio <= 5) return;
    fail(
      `When the list has expired, the p95 of GET /popular is ${ratio.toFixed(1)} times that of the healthy program.`,
      'at most 5 times, in the best of several rounds',
      'the service does the same work for everybody at the same time, so each of them waits for all.',
    );
  });
});

/** The incident "quiet-evening" once more. */
async function discussion(app: Session) {
  const rehearsal = await rehearse(app, quietEvening);
  const { mine, healthy } = rehearsal;
  const list = (limit: number) => `/posts/${postId(7)}/comments?limit=${limit}`;
  const count = async (program: Rehearsed, limit: number) => {
    await program.statements();
    await program.user().get(list(limit));
    const statements = await program.statements();
    return {
      calls: statements.reduce((sum, { calls }) => sum + calls, 0),
      rows: statements.reduce((sum, { rows }) => sum + rows, 0),
    };
  };
  // The first of all, before anything can be remembered.
  const first = await count(mine, 100);
  const { mine: ours, healthy: theirs } = await rehearsal.rounds(3, async (program) => {
    const long = await count(program, 100);
    const short = await count(program, 10);
    return { long: long.calls, short: short.calls, rows: long.rows, fewRows: short.rows };
  });
  const { ratio } = await rehearsal.ratio(async (program) => (await program.user().get(list(100))).ms, {
    limit: 5,
    least: 5,
  });
  const most = (numbers: number[]) => Math.max(...numbers);

  const paths = [list(100), list(20), `/posts/${postId(3)}/comments`, `/posts/${postId(50)}/comments`];
  const pairs = await Promise.all(
    paths.map(async (path) => ({ path, pair: [await mine.user().get(path), await healthy.user().get(path)] as const })),
  );
  const differs = pairs.find(({ pair: [a, b] }) => a.status !== b.status || !a.content.equals(b.content));
  const links = pairs.every(({ pair: [a, b] }) => a.headers.link === b.headers.link);

  const content = random.sentence();
  const created = await mine.user(5).send('POST', `/posts/${postId(7)}/comments`, { content });
  bodyOf('POST /posts/:id/comments', created, 201);
  const [newest] = bodyOf('GET /posts/:id/comments', await mine.user(2).get(list(100)));
  return {
    first: first.calls,
    long: most(ours.map(({ long }) => long)),
    short: most(ours.map(({ short }) => short)),
    expected: most(theirs.map(({ long }) => long)),
    rows: most(ours.map(({ rows }) => rows)),
    fewRows: most(ours.map(({ fewRows }) => fewRows)),
    ratio,
    differs: differs && `GET ${differs.path}`,
    paged: links,
    isFresh: newest?.content === content && newest?.author?.name === 'Reader 5',
  };
}

/** The incident "monday-morning" once more. */
async function clicks(app: Session) {
  const rehearsal = await rehearse(app, mondayMorning);
  const { mine, healthy } = rehearsal;
  const turns = new Map([mine, healthy].map((program) => [program, 0]));
  const { ratio } = await rehearsal.ratio(
    async (program) => {
      // Each round another post, so that nothing can be remembered.
      const turn = turns.get(program)!;
      turns.set(program, turn + 1);
      const { ms } = await program.user().get(`/posts/${postId(20 + turn)}/reactions`);
      return ms;
    },
    { limit: 5, rounds: 10 },
  );
  const paths = [3, 57, 99].map((number) => `/posts/${postId(number)}/reactions`);
  const pairs = await Promise.all(
    [...paths, '/posts/no-such-post/reactions'].map(async (path) => {
      const [a, b] = [await mine.user().get(path), await healthy.user().get(path)];
      return { path, isSame: a.status === b.status && a.content.equals(b.content) };
    }),
  );
  const post = `/posts/${postId(11)}/reactions`;
  const counts = async () =>
    bodyOf(`GET ${post}`, await mine.user(2).get(post)) as Record<'like' | 'love' | 'laugh', number>;
  const react = async (kind: string) => bodyOf(`PUT ${post}`, await mine.user(reader).send('PUT', post, { kind }));
  const reader = 1_499;
  await mine.statements();
  await react('laugh');
  const before = await counts();
  await react('like');
  const after = await counts();
  await react('love');
  const changed = await counts();
  const scans = (await mine.statements()).some(({ sql }) => /from reactions\b/.test(sql));
  const differs = pairs.find(({ isSame }) => !isSame);
  return { ratio, differs: differs && `GET ${differs.path}`, before, after, changed, scans };
}

/** The incident "good-news" once more. */
async function downloads(app: Session) {
  const rehearsal = await rehearse(app, goodNews);
  const { mine, healthy } = rehearsal;
  const headers = { 'accept-encoding': 'gzip, br' };
  let turn = 0;
  const { ratio, mine: silence } = await rehearsal.ratio(
    async (program) => {
      // Each time another archive: one that was compressed before and kept tells nothing.
      const title = `${random.sentence()} ${++turn}`;
      bodyOf(
        'PUT /posts/:id',
        await program.user(1).send('PUT', `/posts/${postId(1)}`, { title, content: 'Leeks', published: true }),
      );
      await program.silence();
      await program.user().get('/archive', headers);
      return program.silence();
    },
    { limit: 4, least: 10 },
  );
  for (const program of [mine, healthy]) {
    const last = { title: 'Leeks', content: 'Leeks', published: true };
    bodyOf('PUT /posts/:id', await program.user(1).send('PUT', `/posts/${postId(1)}`, last));
  }
  const visits = await mine.together(3, (user) => user.get('/archive', headers));
  const expected = decoded(await healthy.user().get('/archive', headers));
  const lines = visits.map((visit) => decoded(visit));

  const title = random.sentence();
  const author = mine.user(1);
  const { id } = bodyOf('POST /posts', await author.send('POST', '/posts', { title, content: 'Leeks' }), 201);
  const change = { title, content: 'Leeks', published: true };
  bodyOf('PUT /posts/:id', await author.send('PUT', `/posts/${id}`, change));
  const later = decoded(await mine.user(2).get('/archive', headers));
  return {
    statuses: visits.map(({ status }) => status),
    differs: lines.some((text) => text !== expected),
    share: (visits[0]?.content.length ?? 0) / Math.max(1, expected?.length ?? 0),
    isFresh: later?.includes(title) ?? false,
    silence,
    ratio,
  };
}

/** The text of a response, whatever it was compressed with. Undefined if it isn't what its header says. */
function decoded({ content, headers }: Visit): string | undefined {
  const decoders: Record<string, (bytes: Buffer) => Buffer> = {
    br: brotliDecompressSync,
    gzip: gunzipSync,
    deflate: inflateSync,
    identity: (bytes) => bytes,
  };
  try {
    return decoders[headers['content-encoding'] ?? 'identity']?.(content).toString();
  } catch {
    return undefined;
  }
}

/** The incident "lunch-break" once more. */
async function lunch(app: Session) {
  const rehearsal = await rehearse(app, lunchBreak);
  const { mine, healthy } = rehearsal;
  const results = await rehearsal.rounds(4, async (program) => {
    // The connections exist before everybody arrives.
    await program.together(30, (user) => user.get('/health/live'));
    await program.advance(60);
    const before = program.outside!.calls();
    const visits = await program.together(30, (user) => user.get('/popular'));
    return { visits, calls: program.outside!.calls() - before };
  });
  const visits = results.mine.flatMap(({ visits }) => visits);
  const expected = results.healthy[0]!.visits[0]!.content;
  const p95 = (rounds: readonly { visits: Visit[] }[]) =>
    rounds.map((round) =>
      percentile(
        round.visits.map(({ ms }) => ms),
        0.95,
      ),
    );

  // Nobody asks in the meantime, so the first reader after it may get an old list.
  const isFreshAfter = async (patience: number) => {
    for (const program of [mine, healthy]) {
      (program.outside as StatisticsService).change();
      await program.advance(15);
    }
    await delay(patience);
    const wanted = (await healthy.user().get('/popular')).content;
    return (await mine.user().get('/popular')).content.equals(wanted);
  };
  // A program that loads the list ahead of time, with a timer, doesn't know that its clock was moved.
  const isFresh = (await isFreshAfter(0)) || (await isFreshAfter(15_000));
  return {
    statuses: visits.map(({ status }) => status),
    differs: visits.some(({ content }) => !content.equals(expected)),
    isFresh,
    calls: Math.max(...results.mine.map(({ calls }) => calls)),
    expected: Math.max(...results.healthy.map(({ calls }) => calls)),
    ratio: ratioOf({ mine: p95(results.mine), healthy: p95(results.healthy) }, 10),
  };
}

function show(counts: Record<string, number>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}
