import { setTimeout as delay } from 'node:timers/promises';
import { answered, fault, other, readers, sameAsHealthy } from '#drill';
import { fail, linesOf, logShows, metricShows, postId, seedPosts, seedUsers, statementShows } from '#incident';
import halfPastTwo, { type RelatedServer } from '../31-failing/incidents/half-past-two.ts';

const posts = 40;

export default fault(import.meta.url, ['31-failing'], (dice) => {
  const [inner, outer] = [dice.between(7, 9), dice.between(6, 9)];
  return {
    kind: 'Retries of retries: each of several attempts consists of several attempts, so one request becomes dozens',
    edits: [
      {
        file: 'related/related.service.ts',
        find: `      return await again(() => this.#ask(post_id), {
        attempts: 3,
        pause: 50,
        onFailure: (attempt) => this.log.warn('asking for related posts again', { post_id, attempt }),
      });
    } catch`,
        replace: `      return await again(() => this.#patiently(post_id), { attempts: ${outer}, pause: 10 });
    } catch`,
      },
      {
        file: 'related/related.service.ts',
        find: `  async #ask(post_id: string): Promise<string[]> {`,
        replace: `  /** A single response that fails is nothing unusual. */
  #patiently(post_id: string): Promise<string[]> {
    return again(() => this.#ask(post_id), {
      attempts: ${inner},
      pause: 10,
      onFailure: (attempt) => this.log.warn('asking for related posts again', { post_id, attempt }),
    });
  }

  async #ask(post_id: string): Promise<string[]> {`,
      },
    ],
    page: {
      from: 'the team of the service for related posts',
      text: `We restarted a machine ${dice.pick(['at lunch', 'at ten'])}, as every week. It takes three seconds, and usually nobody notices. This time we have not come back: as soon as we
open the door, you are all standing in it. ${dice.pick(['We have counted, and you alone are more than all others together.', 'Without you, we are fine. We tried that for a minute.'])} What are you doing over there?`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, posts);
    },
    outside: () => halfPastTwo.outside!(),
    users: [
      {
        name: 'readers who look for more',
        count: 26,
        pause: 1_300,
        visit: (user) => user.get(`/posts/${postId(Math.floor(Math.random() * posts))}/related`),
      },
      readers(6),
    ],
    signals: [
      { from: 'somebody who counts our readers', price: 3, text: 'As many as on any other day.' },
      {
        from: 'the team of the service for related posts',
        price: 8,
        text: 'The same post, from the same address, again and again, a few milliseconds after each failure.',
      },
    ],
    causes: [
      {
        claim: 'A request that fails is sent again so often that the service gets no pause to recover.',
        proves: (item) => linesOf(item).some(({ attempt }) => Number(attempt) >= 5),
        wouldShow:
          'The line has an attempt with a high number. One request of one reader becomes dozens to the service: a retry storm.',
      },
      {
        claim: 'The service is broken, and we can only wait.',
        wouldShow: 'it would get as many requests from us as on other days, and fail all the same.',
        shows: metricShows(
          'requests to other services, per second',
          'the number of our requests to other services per second',
        ),
      },
      {
        claim: 'We have many more readers than usual.',
        wouldShow: 'the blog would receive as many requests as it sends.',
        shows: metricShows('requests per second', 'the number of requests that the blog receives per second'),
      },
      {
        claim: 'We wait for the responses for too short a time.',
        wouldShow: 'with more time, each request would need one attempt only.',
        shows: logShows(/asking for related posts again/, 'the line "asking for related posts again"'),
      },
      {
        claim: 'The statement that reads the titles is slow.',
        wouldShow: 'it would be the first one in the list of statements.',
        shows: statementShows(/select id, title from posts/, 'that statement'),
      },
      other.eventLoop,
    ],
    async check(rehearsal) {
      const { mine, healthy } = rehearsal;
      const [ours, theirs] = [mine.outside as RelatedServer, healthy.outside as RelatedServer];
      for (const service of [ours, theirs]) service.calm();
      const path = (number: number) => `/posts/${postId(number)}/related`;
      await sameAsHealthy(rehearsal, [path(1), path(2), '/posts/no-such-post/related']);
      for (const service of [ours, theirs]) service.failNext(1);
      const { odd: single } = await answered(rehearsal, [path(3)]);
      if (single !== undefined)
        fail(
          `One request to the service failed, and the next one would have succeeded. The reader got ${single}.`,
          '200 with the related posts',
          'a request is not sent again at all. One failure in fifty is normal for that service.',
        );
      for (const service of [ours, theirs]) service.become('broken');
      const requests = Array.from({ length: 10 }, (_, user) => ({ path: path(user), user }));
      const before = ours.calls();
      const { missing } = await answered(rehearsal, requests);
      const calls = ours.calls() - before;
      if (calls > 5 * requests.length)
        fail(
          `The service responds with errors. For ${requests.length} requests of readers, it got ${calls} from your program.`,
          'five for each reader at the most',
          'attempts are still nested, or their number is still too high: one request of a reader still becomes many to the service.',
        );
      if (missing > 0)
        fail(
          `The service responds with errors. ${missing} of ${requests.length} readers got no response.`,
          'a response: a list, an empty list, or 503',
          'the program still tries. Nobody reads a list that comes after the reader has left.',
        );
      for (const service of [ours, theirs]) service.become('well');
      const wanted = (await healthy.user().get(path(8))).content;
      await mine.advance(15);
      let isBack = false;
      for (const end = Date.now() + 15_000; !isBack && Date.now() < end; await delay(250))
        isBack = (await mine.user(20).get(path(8))).content.equals(wanted);
      if (!isBack)
        fail(
          'The service works again, and GET /posts/:id/related still has no related posts.',
          'the list of the healthy program',
          'an empty list was stored while the service failed, or the program has given up for good.',
        );
    },
  };
});
