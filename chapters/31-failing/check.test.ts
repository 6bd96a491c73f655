import { setTimeout as delay } from 'node:timers/promises';
import { chapter, random, type Session } from '#check';
import {
  bodyOf,
  fail,
  postId,
  type Rehearsal,
  type Rehearsed,
  rehearse,
  requireEvidence,
  tokenOf,
  userId,
} from '#incident';
import goodManners from '../../solutions/31-failing/incidents/good-manners.ts';
import halfPastTwo, { type RelatedServer } from '../../solutions/31-failing/incidents/half-past-two.ts';
import nightShift from '../../solutions/31-failing/incidents/night-shift.ts';
import openDay, { type SearchServer } from '../../solutions/31-failing/incidents/open-day.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  requireEvidence(check, openDay);

  check(
    'a search finds what it finds in the healthy program',
    async (app) => {
      const { differs } = await app.once(searches);
      if (differs === undefined) return;
      fail(
        `GET /search?q=${differs} responds differently from the healthy program.`,
        'the same posts, in the same order',
        'the repair mixes up the responses of the service: two requests use one connection at the same time.',
      );
    },
    { alreadyTrue: true },
  );

  check('searches that find nothing cost no connection', async (app) => {
    const { unanswered, odd, refused } = await app.once(searches);
    if (unanswered === 0 && odd === undefined) return;
    if (odd === undefined) {
      fail(
        `Twelve searches found nothing. After that, ${unanswered} of 20 searches got no response.`,
        'a response to each of them',
        'a connection that was taken is not given back when nothing is found. When all are gone, everybody waits forever.',
      );
    }
    fail(
      `Twelve searches found nothing. After that, GET /search responds with ${odd}.`,
      '200, as from the healthy program',
      refused > 0
        ? `the program has opened more connections than the service allows, and the service has closed ${refused} of them.`
        : [
            'callers give up while they wait for a connection. The connections are lost all the same, and an error is not a search result.',
            'a search uses a connection that has been closed.',
          ],
    );
  });

  check(
    'a search that finds nothing gives its connection back at once',
    async (app) => {
      const { ratio } = await app.once(searches);
      if (ratio <= 4) return;
      fail(
        `After four searches that find nothing, the next search takes ${ratio.toFixed(1)} times as long as in the healthy program.`,
        'at most 4 times, in the best of several rounds',
        'a connection only comes back when a timer takes it away. Until then, nobody uses it and everybody waits for it.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'the service sees four connections, which are used again, by one request at a time',
    async (app) => {
      const { refused, overlaps, opened } = await app.once(searches);
      if (refused > 0) {
        fail(
          `The program had more than the four connections open that the service allows. The service refused ${refused}.`,
          'at most four at the same time',
          [
            'connections that were lost are replaced with new ones, and the old ones are still open.',
            'the pool is larger than four.',
          ],
        );
      }
      if (overlaps > 0) {
        fail(
          `${overlaps} times, a request was sent on a connection on which another one was still waiting for its response.`,
          'one request at a time on each connection',
          [
            'several requests share a connection.',
            'a connection is taken away from a request that still waits for its response, by a timer for example, and lent to the next one.',
          ],
        );
      }
      if (opened <= 8) return;
      fail(
        `For some dozens of searches, the program has opened ${opened} connections.`,
        'four, which are used again and again',
        'connections are closed, or dropped after some time, where they should be given back. Then another search has to open a new one.',
      );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  requireEvidence(check, halfPastTwo);

  check(
    'nobody notices a single request that fails',
    async (app) => {
      const { differs, bridged } = await app.once(outage);
      if (differs !== undefined) {
        fail(
          `${differs} responds differently from the healthy program.`,
          'the same related posts, in the same order',
          'the repair changes what readers get although the service is well.',
        );
      }
      if (bridged === undefined) return;
      const isOther = bridged === 'another list';
      fail(
        `One request to the service failed, and the next one would have succeeded. The reader got ${bridged}.`,
        '200 with the related posts',
        `${isOther ? 'its error is swallowed, so the request is not sent again' : whyNotBridged(bridged)}. One failure in fifty is normal for that service, and every reader would see it.`,
      );
    },
    { alreadyTrue: true },
  );

  check('while the service fails, it gets few requests, and readers get a response', async (app) => {
    const { broken, stuck } = await app.once(outage);
    for (const [what, { requests, calls, late, unanswered, odd }] of [
      ['responds with errors', broken],
      ['does not respond', stuck],
    ] as const) {
      if (calls > 5 * requests) {
        fail(
          `The service ${what}. For ${requests} requests of readers, it got ${calls} from your program.`,
          'at most five for each reader',
          [
            'a failed request is sent again until it succeeds. The service cannot recover from this.',
            'the number of attempts has a limit that is too high.',
          ],
        );
      }
      if (late > 4) {
        fail(
          `The service ${what}. All ${requests} readers have their responses, and in the next seconds your program sent it ${late} more requests.`,
          'no requests for readers who have their response already',
          'the attempts continue after the response, although nobody waits for their result any more.',
        );
      }
      if (unanswered > 0) {
        fail(
          `The service ${what}. ${unanswered} of ${requests} readers got no response within eight seconds.`,
          'a response: a list, an empty list, or 503',
          'the attempts, their timeouts and the pauses between them take longer than eight seconds together.',
        );
      }
      if (odd !== undefined) {
        fail(
          `The service ${what}, and GET /posts/:id/related responds with ${odd}.`,
          '200 with a list, an empty one too, or 503',
          odd === 500
            ? 'the error of the other service is not handled, so it becomes an internal error of ours.'
            : 'the program responds to the failure with another status.',
        );
      }
    }
  });

  check(
    'when the service is back, so is the list',
    async (app) => {
      const { isBack } = await app.once(outage);
      if (isBack) return;
      fail(
        'The service works again, and fifteen seconds later GET /posts/:id/related still has no related posts.',
        'the list of the healthy program',
        [
          'an empty list was stored in a cache while the service failed.',
          'the program has stopped sending requests to the service, and does not try again.',
        ],
      );
    },
    { alreadyTrue: true },
  );
});

step(3, (check) => {
  requireEvidence(check, nightShift);

  check(
    'posts are highlighted as in the healthy program',
    async (app) => {
      const { differs, isFresh } = await app.once(visitors);
      if (differs !== undefined) {
        fail(
          `${differs} responds differently from the healthy program.`,
          'the post, with these words in brackets',
          'what is kept is found again for other words, or for another post.',
        );
      }
      if (isFresh) return;
      fail(
        'A post was changed, and GET /posts/:id/highlighted still has its old content.',
        'the new content at once',
        'the key no longer contains the time of the last change, so the old version is found.',
      );
    },
    { alreadyTrue: true },
  );

  check('the memory does not grow with the number of searches', async (app) => {
    const { hasEnded, kept, size, requests } = await app.once(visitors);
    if (hasEnded) {
      fail(
        `After ${requests} requests, the program has ended.`,
        'a program that keeps running',
        'the program ends itself when it has become too large, or runs out of memory. Everybody who was waiting for a response gets none.',
      );
    }
    if (kept <= share * size) return;
    fail(
      `After ${requests} requests with different words, each one still adds ${Math.round(kept)} bytes that can't be collected. Its response has ${Math.round(size)}.`,
      `after four thousand requests at most, no more than a quarter of the response`,
      [
        'the posts are still kept for as long as the program runs. A larger heap, a restart or a forced garbage collection changes nothing about that.',
        'the number of posts that are kept has a limit that is so high, or so late, that it does not help: think of its size in bytes. The Cache of the framework keeps up to 10,000 entries.',
        'the posts are gone or small, and their keys are still kept. The words in a key are as long as a client likes.',
      ],
    );
  });
});

step(4, (check) => {
  requireEvidence(check, goodManners);

  check(
    'no points are lost, and nobody gives more than they have',
    async (app) => {
      const { fan, spent } = await app.once(gifts);
      if (fan.received !== fan.expected) {
        fail(
          `Ten readers thanked one reader with 2 points each, at the same time. ${fan.accepted} of the gifts were accepted. The reader had 20 points, and has ${fan.received} now.`,
          `ten gifts, and ${fan.expected} points`,
          fan.received === 20 + 2 * fan.accepted
            ? 'a gift is refused while another one has its lock. It should wait.'
            : 'two gifts read the same balance, and the second one overwrites the first. Something has to keep them apart, on both sides of the gift.',
        );
      }
      if (spent.accepted === 1 && spent.left === 5 && spent.given === 15) return;
      fail(
        `A reader with 20 points gave 15 to each of four others, at the same time. ${spent.accepted} of the gifts were accepted, the giver has ${spent.left} points, and the others got ${spent.given}.`,
        'one gift, 5 points, and 15 points',
        spent.accepted === 0
          ? 'the gifts refuse each other instead of waiting for their turn.'
          : 'the balance of the giver is read while others can still change it.',
      );
    },
    { alreadyTrue: true },
  );

  check('readers who thank each other at the same moment all get a response', async (app) => {
    const { unanswered, inPairs, refused, differs } = await app.once(gifts);
    if (unanswered > 0) {
      fail(
        `Readers thanked each other at the same moment, and ${unanswered} of them got no response.`,
        'a response to each of them, as from the healthy program',
        inPairs > 0
          ? 'two gifts wait for each other, and each has the lock that the other one needs.'
          : 'the pairs got their responses, and the five readers in a circle did not: each gift has a lock that the gift before it in the circle needs. A lock for each pair does not prevent this.',
      );
    }
    if (refused !== undefined) {
      fail(
        `Readers thanked each other at the same moment, and one of them got ${refused}.`,
        '200: all of them had enough points',
        refused === 409
          ? 'a balance was read while another gift was changing it.'
          : 'a gift gives up, or is refused, instead of waiting. The deadlock is still there, and now it is an error message.',
      );
    }
    if (differs === undefined) return;
    fail(
      `Readers thanked each other at the same moment, and got a 200 for every gift. ${differs} points.`,
      'what each reader had, minus what they gave, plus what they got',
      [
        'a gift that waits for a long time is dropped, and its giver gets a 200 all the same.',
        'gifts of the same two readers are no longer kept apart.',
      ],
    );
  });
});

function whyNotBridged(response: string): string {
  return response === 'no response' ? 'the request is sent again too late' : 'the request is not sent again at all';
}

/** The incident "open-day" once more. */
async function searches(app: Session) {
  const rehearsal = await rehearse(app, openDay);
  const { mine, healthy } = rehearsal;
  const service = mine.outside as SearchServer;
  const words = ['leek', 'soup', 'garden rain', 'winter bread', 'letter friend', 'moss', 'spring', 'compost seed'];
  const path = (query: string) => `/search?q=${encodeURIComponent(query)}`;
  const expected = new Map<string, Buffer>();
  for (const query of words) expected.set(query, (await healthy.user().get(path(query))).content);
  const find = async (program: Rehearsed, query: string, user: number) => ({
    query,
    visit: await program.user(user).get(path(query)),
  });

  const first = [];
  for (const query of words) first.push(await find(mine, query, 0));
  // Words that no post has, a part of a word, and words that no post has together. Four at a time, as the connections allow: a
  // program that loses them all has no response for the others.
  const nothing = ['eek', 'oup', 'ette', 'seed ladder kitchen winter bean rain garden bicycle morning'];
  const misses = [...nothing, ...Array.from({ length: 8 }, () => `${random.word()}less`)];
  await mine.impatiently(patience, async () => {
    for (let round = 0; round < 3; round++)
      await mine.together(4, (user) => user.get(path(misses[round * 4 + user.number]!)));
  });
  const later = await inBoth(
    rehearsal,
    (program) => program.together(20, (user) => find(program, words[user.number % words.length]!, user.number)),
    (found) => found.every(({ visit }) => visit.status !== 0),
  );
  const visits = later.map(({ visit }) => visit);
  // A program that has lost its connections would need a minute for each of these searches, and has failed already.
  const isStuck = visits.some(({ status }) => status !== 200);
  const { ratio } = isStuck ? { ratio: 0 } : await rehearsal.ratio(afterNothing, { limit: 4, least: 40, rounds: 1 });
  const [refused, opened] = [service.refused(), service.opened()];
  if (!isStuck) {
    // Whatever takes a connection away after some time takes it from a request that is still using it.
    service.take(1_000);
    await mine.together(8, (user) => find(mine, words[user.number]!, user.number));
    service.take();
  }
  const answered = [...first, ...later].filter(({ visit }) => visit.status === 200);
  return {
    ratio,
    differs: answered.find(({ query, visit }) => !visit.content.equals(expected.get(query)!))?.query,
    unanswered: visits.filter(({ status }) => status === 0).length,
    odd: visits.find(({ status }) => status !== 0 && status !== 200)?.status,
    refused,
    overlaps: service.overlaps(),
    opened,
  };
}

/** How long a search takes when four have just found nothing, four times. Timers of earlier ones have ended by then. */
async function afterNothing(program: Rehearsed): Promise<number> {
  await delay(2_500);
  let total = 0;
  for (let turn = 0; turn < 4; turn++) {
    await program.together(4, (user) => user.get(`/search?q=${random.word()}less`));
    total += (await program.user().get('/search?q=leek')).ms;
  }
  return total;
}

/** The incident "half-past-two" once more. */
async function outage(app: Session) {
  const rehearsal = await rehearse(app, halfPastTwo);
  const { mine, healthy } = rehearsal;
  const service = mine.outside as RelatedServer;
  service.calm();
  (healthy.outside as RelatedServer).calm();
  const path = (number: number) => `/posts/${postId(number)}/related`;

  let differs: string | undefined;
  let bridged: string | undefined;
  for (let number = 0; number < 5; number++) {
    const wanted = await patient(healthy, path(number));
    const found = await patient(mine, path(number));
    if (!found.content.equals(wanted.content)) differs ??= `GET ${path(number)}`;
    const { status, content } = await inBoth(
      rehearsal,
      (program) => {
        (program.outside as RelatedServer).failNext(1);
        return program.user().get(path(number));
      },
      (visit) => visit.status === 200,
    );
    if (status !== 200) bridged ??= status === 0 ? 'no response' : String(status);
    else if (!content.equals(wanted.content)) bridged ??= 'another list';
    for (const program of [mine, healthy]) (program.outside as RelatedServer).failNext(0);
  }

  const during = (mode: 'broken' | 'stuck', requests: number) =>
    inBoth(
      rehearsal,
      async (program) => {
        const service = program.outside as RelatedServer;
        service.become(mode);
        const before = service.calls();
        const visits = await program.together(requests, (user) => user.get(path(user.number)));
        const calls = service.calls() - before;
        // An attempt that was under way may end. Whoever still asks after that does so for nobody.
        await delay(1_000);
        const after = service.calls();
        await delay(2_000);
        return {
          requests,
          calls,
          late: service.calls() - after,
          unanswered: visits.filter(({ status }) => status === 0).length,
          odd: visits.find(({ status }) => ![0, 200, 503].includes(status))?.status,
        };
      },
      ({ unanswered }) => unanswered === 0,
    );
  const broken = await during('broken', 10);
  // What goes wrong there goes wrong here as well, and takes as long.
  const stuck = broken.unanswered > 0 ? broken : await during('stuck', 5);

  (healthy.outside as RelatedServer).become('well');
  service.become('well');
  // A post that nobody has asked about before the service failed.
  const wanted = (await patient(healthy, path(8))).content;
  await mine.advance(15);
  let isBack = false;
  // A program that has stopped asking for some seconds may measure them with a timer, which doesn't know the moved clock.
  for (const end = Date.now() + 15_000; !isBack && Date.now() < end; await delay(250)) {
    isBack = (await mine.user(20).get(path(8))).content.equals(wanted);
  }
  return { differs, bridged, broken, stuck, isBack };
}

/** Milliseconds after which a reader gives up. */
const patience = 8_000;

/**
 * Does the same with both programs at the same time. On a busy machine, either of them may get no processor for a while. So a
 * result without responses counts only if the healthy program has responded in the same turn, and twice.
 */
async function inBoth<T>(
  { mine, healthy }: Rehearsal,
  work: (program: Rehearsed) => Promise<T>,
  isWell: (result: T) => boolean,
): Promise<T> {
  for (let [turn, failures] = [1, 0]; ; turn++) {
    const [ours, theirs] = await Promise.all(
      [mine, healthy].map((program) => program.impatiently(patience, () => work(program))),
    );
    if (isWell(theirs!) && !isWell(ours!)) failures++;
    if (isWell(ours!) || failures === 2 || turn === 6) return ours!;
  }
}

/** On a busy machine, anything can take too long once in a while. What is wrong is wrong again. */
async function patient(program: Rehearsed, path: string, number = 0, headers: Record<string, string> = {}) {
  for (let turn = 0; ; turn++) {
    const visit = await program.user(number).get(path, headers);
    if (visit.status === 200 || turn === 2) return visit;
  }
}

/** The share of a response that may be kept. */
const share = 1 / 4;

/** The incident "night-shift" once more. */
async function visitors(app: Session) {
  const { mine, healthy } = await rehearse(app, nightShift);
  const path = (number: number, words: string) =>
    `/posts/${postId(number)}/highlighted?words=${encodeURIComponent(words)}`;
  let differs: string | undefined;
  for (const [number, words] of [
    [1, 'leek'],
    [1, 'leek soup'],
    [2, 'leek'],
    [1, 'leek'],
    [7, 'Garden Rain'],
  ] as const) {
    const [ours, theirs] = [await mine.user().get(path(number, words)), await healthy.user().get(path(number, words))];
    if (!ours.content.equals(theirs.content)) differs ??= `GET ${path(number, words)}`;
  }
  const change = { title: random.sentence(), content: random.sentence(), published: true };
  const url = `/posts/${postId(1)}`;
  bodyOf('PUT /posts/:id', await mine.user(1).send('PUT', url, change));
  const fresh = bodyOf('GET /posts/:id/highlighted', await mine.user().get(path(1, 'leek')));
  const isFresh = fresh.content.replaceAll(/[[\]]/g, '') === change.content;

  return { differs, isFresh, ...(await grown(mine, path)) };
}

/** Requests between two looks at the memory, all with different words. */
const batch = 400;
/** A word that no post has. What is kept of it is more than a quarter of a response. */
const long = () => random.word().repeat(1_000).slice(0, 4_000);
/** Looks. A number of kept posts that is limited stops growing at some time before. */
const mostBatches = 10;

/** How much of each response is kept in the best two batches in a row. */
async function grown(program: Rehearsed, path: (number: number, words: string) => string) {
  let [requests, size] = [0, 1];
  const visit = async () => {
    const visits = await program.together(20, async (user) => {
      const own = [];
      for (let turn = 0; turn < batch / 20; turn++)
        own.push(await user.get(path(2 + turn, `${random.sentence()} ${long()}`)));
      return own;
    });
    const contents = visits.flat().map(({ content }) => content.length);
    requests += contents.length;
    size = Math.max(...contents);
  };
  const memory = () => program.memory().catch(() => undefined);
  // What the engine compiles and learns in the first requests stays as well.
  await visit();
  const kept: number[] = [];
  let before = await memory();
  while (before !== undefined && kept.length < mostBatches) {
    await visit();
    const after = await memory();
    if (after !== undefined) kept.push((after - before) / batch);
    before = after;
    if (kept.length > 1 && Math.max(...kept.slice(-2)) <= share * size) break;
  }
  return { requests, size, hasEnded: before === undefined, kept: Math.max(0, ...kept.slice(-2)) };
}

/** The incident "good-manners" once more. */
async function gifts(app: Session) {
  const rehearsal = await rehearse(app, goodManners);
  const { mine } = rehearsal;
  const give = (from: number, to: number, points: number, program = mine) =>
    program.user(from).send('POST', `/users/${userId(to)}/thanks`, { points });
  const points = async (number: number) => {
    // A GET request has no credential of its own.
    const authorization = `Bearer ${tokenOf(number)}`;
    const { points } = bodyOf('GET /my-points', await patient(mine, '/my-points', number, { authorization }));
    return points as number;
  };

  const thanks = await Promise.all(Array.from({ length: 10 }, (_, index) => give(21 + index, 31, 2)));
  const given = thanks.filter(({ status }) => status === 200).length;
  const fan = { accepted: given, received: await points(31), expected: 40 };

  const others = [1, 18, 19, 20];
  const before = await sumOf(others, points);
  // On connections of their own: one connection would carry one gift after another.
  const headers = { authorization: `Bearer ${tokenOf(32)}` };
  const accepted = await mine.together(others.length, async (user) => {
    const to = userId(others[user.number]!);
    return (await user.send('POST', `/users/${to}/thanks`, { points: 15 }, headers)).status;
  });
  const spent = {
    accepted: accepted.filter((status) => status === 200).length,
    left: await points(32),
    given: (await sumOf(others, points)) - before,
  };

  const pairs = Array.from({ length: 8 }, (_, index) => [2 + 2 * index, 3 + 2 * index] as const);
  const ring = [34, 35, 36, 37, 38];
  // No two gifts that meet are the same size: a gift that never arrives would leave no trace otherwise.
  const all = [
    ...pairs.flatMap(([a, b]) => [gift(a, b, 2), gift(b, a, 1)]),
    ...ring.map((from, index) => gift(from, ring[(index + 1) % ring.length]!, index + 1)),
  ];
  const everybody = [...pairs.flat(), ...ring];
  const expected = new Map<number, number>();
  for (const number of everybody) expected.set(number, await points(number));
  const statuses: number[] = [];
  const together = async (program: Rehearsed) => {
    const done = await Promise.all(all.map((one) => give(one.from, one.to, one.points, program)));
    if (program !== mine) return done.map(({ status }) => status);
    for (const [index, { status }] of done.entries()) {
      statuses.push(status);
      const { from, to, points } = all[index]!;
      if (status !== 200) continue;
      expected.set(from, expected.get(from)! - points);
      expected.set(to, expected.get(to)! + points);
    }
    return done.map(({ status }) => status);
  };
  let last: number[] = [];
  for (let round = 0; round < 4 && !last.includes(0); round++) {
    last = await inBoth(rehearsal, together, (ones) => !ones.includes(0));
  }
  let differs: string | undefined;
  // Nobody knows what has become of a gift without a response.
  for (const number of statuses.includes(0) ? [] : everybody) {
    const found = await points(number);
    if (found !== expected.get(number)) differs ??= `One of them should have ${expected.get(number)}, and has ${found}`;
  }
  return {
    fan,
    spent,
    unanswered: last.filter((status) => status === 0).length,
    inPairs: last.slice(0, 2 * pairs.length).filter((status) => status === 0).length,
    refused: statuses.find((status) => status !== 0 && status !== 200),
    differs,
  };
}

/** What one reader gives to another. */
function gift(from: number, to: number, points: number) {
  return { from, to, points };
}

async function sumOf(numbers: readonly number[], points: (number: number) => Promise<number>): Promise<number> {
  let sum = 0;
  for (const number of numbers) sum += await points(number);
  return sum;
}
