import { chapter, random, type Session } from '#check';
import { bodyOf, fail, postId, type Rehearsed, ratioOf, rehearse, requireEvidence } from '#incident';
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
        'A list that is longer than its page has no header Link, or another one.',
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

/** The incident "quiet-evening" once more. */
async function discussion(app: Session) {
  const rehearsal = await rehearse(app, quietEvening);
  const { mine, healthy } = rehearsal;
  const list = (limit: number) => `/posts/${postId(7)}/comments?limit=${limit}`;
  const count = async (program: Rehearsed, limit: number) => {
    await program.statements();
    const visit = await program.user().get(list(limit));
    const statements = await program.statements();
    return { visit, calls: statements.reduce((sum, { calls }) => sum + calls, 0) };
  };
  // The first of all, before anything can be remembered.
  const first = await count(mine, 100);
  const { mine: ours, healthy: theirs } = await rehearsal.rounds(6, async (program) => {
    const long = await count(program, 100);
    const short = await count(program, 10);
    return { ms: long.visit.ms, long: long.calls, short: short.calls };
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
    ratio: ratioOf({ mine: ours.map(({ ms }) => ms), healthy: theirs.map(({ ms }) => ms) }, 1),
    differs: differs && `GET ${differs.path}`,
    paged: links,
    isFresh: newest?.content === content && newest?.author?.name === 'Reader 5',
  };
}
