import { setTimeout as delay } from 'node:timers/promises';
import { bothBlogs, fault, other, readers } from '#drill';
import {
  bodyOf,
  type Fields,
  fail,
  logShows,
  metricShows,
  type Rehearsed,
  rowsShow,
  seedPosts,
  seedUsers,
  statementShows,
} from '#incident';
import { type Subscriber, subscriber } from './services/subscriber.ts';

/** The same post, announced by several attempts that have all succeeded. */
function isRepeated(rows: readonly Fields[]): boolean {
  const done = rows.filter(({ message }) => message === 'post announced');
  return done.some(({ post_id }, index) => done.findIndex((one) => one.post_id === post_id) < index);
}

export default fault(import.meta.url, bothBlogs, (dice) => {
  let current: Subscriber | undefined;
  const work = dice.between(1_300, 1_800);
  return {
    kind: 'A message that is handled twice: a job counts as lost after 60 milliseconds, while its request is still running',
    edits: [
      {
        file: 'announcements/announcements.ts',
        find: `      update announcements set due_at = \${now + 60_000}, attempts`,
        replace: `      update announcements set due_at = \${now + 60}, attempts`,
      },
      {
        file: 'announcements/announcer.ts',
        find: `      await this.#work(signal).catch((error) => this.log.error('looking for announcements failed', { error }));`,
        replace: `      // A service that is slow must not keep the next post waiting.
      void this.#work(signal).catch((error) => this.log.error('looking for announcements failed', { error }));`,
      },
    ],
    page: {
      from: dice.pick(['a reader of the newsletter', 'the people who send the newsletter']),
      text: `Your newsletter has developed a stutter. Every post arrives ${dice.pick(['three or four', 'several'])} times, within seconds. ${dice.pick(['The posts are nice, but not that nice.', 'I have nothing against leeks, but once is enough.'])}
On your page each of them is there once, I have looked.`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 30);
    },
    outside: async () => {
      current = await subscriber({ work, places: 1_000 });
      return current;
    },
    users: [
      {
        name: 'authors',
        count: 3,
        pause: 3_000,
        visit: async (user) => {
          const visit = await user.send('POST', '/posts', { title: 'Leeks again', content: 'Leeks' });
          if (visit.status !== 201) return;
          const { id } = JSON.parse(visit.content.toString()) as { id: string };
          await user.send('PUT', `/posts/${id}`, { title: 'Leeks again', content: 'Leeks', published: true });
          await delay(5_000);
          const count = current?.accepted.get(id) ?? 0;
          if (count > 1) user.complain(`The newsletter has announced the post ${id} ${count} times.`, visit);
        },
      },
      readers(8),
    ],
    signals: [
      {
        from: 'the people who send the newsletter',
        price: 5,
        text: 'We send what you announce. It takes us a second or two, because we do it thoroughly.',
      },
      { from: 'an author', price: 3, text: 'I have clicked on "publish" once. I always do.' },
    ],
    causes: [
      {
        claim: 'A post is announced again while the first attempt is still under way.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && isRepeated(rows),
        wouldShow:
          'The log has several lines "post announced" for the same post, with other attempts: none of them has failed.',
      },
      {
        claim: 'The service fails, so that the announcement is repeated.',
        wouldShow: 'there would be lines "announcing a post failed" before the second attempt.',
        shows: logShows(/announcing a post failed/, 'the line "announcing a post failed"'),
      },
      {
        claim: 'Authors publish the same post several times.',
        wouldShow: 'there would be several lines of PUT /posts/:id for the same post.',
        shows: rowsShow(({ message }) => message === 'request', 'lines "request"'),
      },
      {
        claim: 'The table has several rows for one post.',
        wouldShow: 'a query would find the same post_id more than once.',
        shows: statementShows(/insert into announcements/, 'the statement that adds a row'),
      },
      {
        claim: 'Several processes announce the posts.',
        wouldShow: 'each of them would report its own attempts, all with the number 1.',
        shows: metricShows('requests to other services', 'the number of requests to other services'),
      },
      other.errors,
    ],
    follow: (board) =>
      board
        .flatMap(({ kind, rows = [] }) => (kind === 'complaint' ? rows.map(({ message }) => String(message)) : []))
        .flatMap((text) => /the post (\S+)/.exec(text)?.[1] ?? [])
        .slice(0, 1),
    async check({ mine }) {
      const service = mine.outside as Subscriber;
      const ids = [await publish(mine, 1), await publish(mine, 2), await publish(mine, 3)];
      for (let turn = 0; turn < 100 && ids.some((id) => !service.accepted.has(id)); turn++) await delay(200);
      // Those that are under way arrive as well.
      await delay(work + 1_500);
      const counts = ids.map((id) => service.accepted.get(id) ?? 0);
      if (counts.every((count) => count === 1)) return;
      fail(
        `Three posts were published, and announced ${counts.join(', ')} times.`,
        'each of them once',
        counts.includes(0)
          ? 'an announcement is given up, or counts as sent before it is.'
          : 'while the request for a job is under way, the job is due again. The service takes a second or two, and may take more.',
      );
    },
  };
});

async function publish(program: Rehearsed, number: number): Promise<string> {
  const user = program.user(number);
  const post = { title: 'Leeks', content: 'Leeks' };
  const { id } = bodyOf('POST /posts', await user.send('POST', '/posts', post), 201);
  bodyOf('PUT /posts/:id', await user.send('PUT', `/posts/${id}`, { ...post, published: true }));
  return id;
}
