import { setTimeout as delay } from 'node:timers/promises';
import { answered, fault, other, readers } from '#drill';
import { fail, linesOf, logShows, metricShows, seedPosts, seedUsers, statementShows, userId } from '#incident';

const waiting = 'still waiting for a lock';

export default fault(import.meta.url, ['31-failing'], (dice) => ({
  kind: 'A timer that is not cleared: a request that has waited for a lock is reported as waiting for ever',
  edits: [
    {
      file: 'points/locks.ts',
      find: `    }, unusual).unref();
    await new`,
      replace: `    }, unusual);
    timer.unref();
    await new`,
    },
    {
      file: 'points/locks.ts',
      find: `      this.#waiting.set(name, [...queue, { by, proceed: resolve }]);
    });
    clearInterval(timer);`,
      replace: `      this.#waiting.set(name, [...queue, { by, proceed: resolve }]);
    });`,
    },
  ],
  page: {
    from: dice.pick(['the people who keep the logs', 'the people who run the machines']),
    text: `Your blog fills our disk. It begins with a few lines after a start, and in the evening it is a book per minute. We delete ${dice.pick(['everything older than a day', 'all but the last hour'])},
and it is still too much. Is something wrong? ${dice.pick(['Nobody of your readers has complained to us.', 'Your readers seem to be happy.'])}`,
  },
  distance: dice.between(10, 20),
  async seed(db) {
    await seedUsers(db, 60);
    await seedPosts(db, 30);
    for (let number = 0; number < 60; number++)
      await db.run`insert into points (user_id, points) values (${userId(number)}, 100000)`;
  },
  users: [
    {
      name: 'readers who thank somebody',
      count: 14,
      pause: 500,
      visit: (user) => user.send('POST', `/users/${userId(40 + (user.number % 3))}/thanks`, { points: 1 }),
    },
    readers(6),
  ],
  signals: [
    { from: 'a reader', price: 3, text: 'It works, thank you. I have just thanked somebody, and it took no time.' },
    {
      from: 'a colleague who wrote the locks',
      price: 8,
      text: 'A line about a wait says who has the lock. Read some of the newest ones with care, and think of what they leave out.',
    },
  ],
  causes: [
    {
      claim: 'A wait that has ended long ago is still reported, again and again.',
      proves: (item) =>
        linesOf(item).some(({ message, held_by }) => message === waiting && typeof held_by !== 'string'),
      wouldShow:
        'The line reports a wait for a lock that nobody has. Nobody can wait for it: the timer of that wait was never stopped.',
    },
    {
      claim: 'Gifts wait for each other, and never get a response.',
      wouldShow: 'the number of those who wait for a lock would not go back to 0, and readers would get no response.',
      shows: metricShows('locks{state="waiting"}', 'the number of those who wait for a lock'),
    },
    {
      claim: 'The lock of a popular reader has a queue that never ends.',
      wouldShow: 'each line would name somebody who has the lock, and the times would not be longer than the queue.',
      shows: logShows(/still waiting/, 'the line "still waiting for a lock"'),
    },
    {
      claim: 'Each request writes several lines, and there are more requests than usual.',
      wouldShow: 'most of the lines would be those of requests.',
      shows: logShows(/^request/, 'the most frequent line of a request'),
    },
    {
      claim: 'Gifts are repeated after errors.',
      wouldShow: 'the statement that writes points would run much more often than POST /users/:id/thanks is used.',
      shows: statementShows(/insert into points/, 'the statement that writes points'),
    },
    other.eventLoop,
  ],
  async check(rehearsal) {
    const { mine } = rehearsal;
    const gifts = Array.from({ length: 12 }, (_, index) => ({
      method: 'POST',
      path: `/users/${userId(41)}/thanks`,
      body: { points: 1 },
      user: index,
    }));
    const { missing, odd } = await answered(rehearsal, gifts);
    if (missing > 0 || odd !== undefined)
      fail(
        `Twelve readers thanked one reader at the same moment, and one of them got ${odd ?? 'no response'}.`,
        '200 for each of them',
        'the repair has broken the locks.',
      );
    const before = (await mine.log()).length;
    await delay(5_000);
    const later = (await mine.log()).slice(before);
    const count = later.split(waiting).length - 1;
    if (count > 0)
      fail(
        `Twelve gifts have got their responses. In the five seconds after that, the log has ${count} lines that say that somebody is "${waiting}".`,
        'none: nobody waits',
        'the timer of a wait goes on when the wait is over. Fewer or shorter lines only make the book thinner.',
      );
  },
}));
