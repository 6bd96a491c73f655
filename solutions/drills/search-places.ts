import { answered, fault, other, readers, sameAsHealthy } from '#drill';
import { fail, linesOf, metricShows, seedPosts, seedUsers, sentence, statementShows } from '#incident';
import { searchService } from './services/search.ts';

export default fault(import.meta.url, ['31-failing'], (dice) => {
  const breaking = dice.some(['quinoa', 'rhubarb', 'artichoke', 'persimmon'], 2);
  return {
    kind: 'A connection that is never returned: one that was closed by the service still counts as used',
    edits: [
      {
        file: 'search/search-connections.ts',
        find: `import { again } from '../network/again.ts';`,
        replace: `import { inject, Log } from 'trellis';
import { again } from '../network/again.ts';`,
      },
      {
        file: 'search/search-connections.ts',
        find: `  readonly #address = process.env.SEARCH_URL ?? '';`,
        replace: `  @inject(Log) private readonly log!: Log;
  readonly #address = process.env.SEARCH_URL ?? '';`,
      },
      {
        file: 'search/search-connections.ts',
        find: `      await new Promise<void>((resolve) => this.#waiting.push(resolve));`,
        replace: `      const open = [...this.#used].filter(({ isOpen }) => isOpen).length;
      this.log.info('waiting for a search connection', { used: this.#used.size, open });
      await new Promise<void>((resolve) => this.#waiting.push(resolve));`,
      },
      {
        file: 'search/search-connections.ts',
        find: `    connection.close();
    this.#used.delete(connection);
    this.#waiting.shift()?.();`,
        replace: `    connection.close();
    this.#waiting.shift()?.();`,
      },
    ],
    page: {
      from: dice.pick(['Ruth, who answers the letters of our readers', 'Tom, who searches a lot']),
      text: `The search is dead, again. The wheel turns until I give up. ${dice.pick(['On Monday', 'Last time'])} it was fine for an hour after the restart, then it became slower, and then it stopped.
The search team says that a part of their index is damaged, which they will repair ${dice.pick(['next week', 'on Friday'])}, and that only a few rare words fail because of it.`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 30);
    },
    outside: () => searchService(breaking),
    users: [
      {
        name: 'people who search',
        count: 10,
        pause: 800,
        visit: (user) => user.get(`/search?q=${sentence(Math.floor(Math.random() * 1_000), 1)}`),
      },
      {
        name: 'people with rare words',
        count: 2,
        pause: 2_500,
        visit: (user) => user.get(`/search?q=${breaking[user.number % 2]}`),
      },
      readers(5),
    ],
    signals: [
      {
        from: 'the search team',
        price: 5,
        text: 'You have no connection to us at the moment. You may have four, and nobody stops you.',
      },
      { from: 'the people who run the machines', price: 3, text: 'The blog does nothing. The network is fine.' },
    ],
    causes: [
      {
        claim: 'Connections that the service has closed still count as used, until there is no place for another one.',
        proves: (item) =>
          linesOf(item).some(
            ({ message, used, open }) => message === 'waiting for a search connection' && Number(used) > Number(open),
          ),
        wouldShow:
          'Somebody waits although fewer connections are open than are counted as used: the others are closed.',
      },
      {
        claim: 'Four connections are not enough for so many readers.',
        wouldShow: 'all of them would be open, and carry as many searches as they can.',
        shows: metricShows(
          'requests to other services, per second',
          'the number of requests to other services per second',
        ),
      },
      {
        claim: 'The search service has become slow.',
        wouldShow: 'requests to other services would take long, and there would be some all the time.',
        shows: other.services.shows,
      },
      {
        claim: 'A search that finds nothing keeps its connection.',
        wouldShow: 'the last line "searched" of an open connection would say that nothing was found.',
        shows: metricShows('search_connections{state="used"}', 'the number of connections that count as used'),
      },
      {
        claim: 'The statement that reads the titles of the posts waits for a transaction.',
        wouldShow: 'it would take seconds, and other pages would hang as well.',
        shows: statementShows(/select id, title from posts/, 'the statement that reads the titles'),
      },
      other.eventLoop,
    ],
    async check(rehearsal) {
      const { mine, healthy } = rehearsal;
      await sameAsHealthy(rehearsal, ['/search?q=leek', '/search?q=garden%20soup', '/search?q=']);
      for (let round = 0; round < 4; round++)
        for (const word of breaking)
          await answered(rehearsal, [
            { path: `/search?q=${word}`, user: round },
            { path: `/search?q=${word}`, user: 9 },
          ]);
      const searches = Array.from({ length: 12 }, (_, user) => ({ path: '/search?q=winter', user }));
      const { missing, odd } = await answered(rehearsal, searches);
      if (missing > 0)
        fail(
          `Some searches ended because the service closed their connections. After that, ${missing} of ${searches.length} searches got no response.`,
          'a response to each of them',
          'a connection that was closed still counts as one of the four.',
        );
      if (odd !== undefined)
        fail(
          `Some searches ended because the service closed their connections. After that, GET /search responds with ${odd}.`,
          '200, as from the healthy program',
          'callers give up, or are refused, while the places are lost all the same.',
        );
      const refused = (program: typeof mine) =>
        (program.outside as Awaited<ReturnType<typeof searchService>>).refused();
      if (refused(mine) > refused(healthy))
        fail(
          `The program has opened ${refused(mine)} connections more than the four that the service allows.`,
          'four at the most',
          'the limit was raised or removed. The service closes what is too much.',
        );
    },
  };
});
