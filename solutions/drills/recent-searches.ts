import { fault, other, readers, sameAsHealthy } from '#drill';
import { heapShows, metricShows, seedPosts, seedUsers, sentence, statementShows } from '#incident';
import openDay from '../31-failing/incidents/open-day.ts';

export default fault(import.meta.url, ['31-failing'], (dice) => ({
  kind: 'A list that only grows: the recent searches are kept for as long as the program runs',
  edits: [
    {
      file: 'search/recent-searches.ts',
      find: `  readonly #most = 20;
`,
      replace: '',
    },
    {
      file: 'search/recent-searches.ts',
      find: `    this.#words = [words, ...this.#words.filter((one) => one !== words)].slice(0, this.#most);`,
      replace: `    this.#words = [words, ...this.#words.filter((one) => one !== words)];`,
    },
  ],
  page: {
    from: dice.pick(['Jonas, who builds the app for phones', 'somebody with an old phone']),
    text: `After a restart the blog is fine, and then it becomes heavier by the ${dice.pick(['hour', 'day'])}. On my phone the page with the magnifying glass ${dice.pick(['is the worst', 'has become endless'])}.
The machines say that memory rises a little all the time. On a day on which nobody looks for anything, all of that stops.`,
  },
  async seed(db) {
    await seedUsers(db, 60);
    await seedPosts(db, 60, { lines: 3 });
  },
  outside: () => openDay.outside!(),
  users: [
    {
      name: 'people who search',
      count: 26,
      pause: 120,
      visit: (user) => {
        const words = sentence(Math.floor(Math.random() * 1e9), 3);
        // Some programs send every word several times.
        return user.get(`/search?q=${encodeURIComponent(`${words} ${words} ${words} ${words} ${words}`.slice(0, 98))}`);
      },
    },
    {
      name: 'people who look what others search for',
      count: 4,
      pause: 800,
      visit: (user) => user.get('/search/recent'),
    },
    readers(4),
  ],
  signals: [
    { from: 'the search team', price: 3, text: 'Many searches, all of them different. We like that.' },
    {
      from: 'somebody who looks at graphs',
      price: 5,
      text: 'The size of one kind of response rises like the memory. I only see sizes here, no names.',
    },
  ],
  causes: [
    {
      claim: 'The searches that people have made are collected without an end.',
      proves: ({ kind, text, values }) => kind === 'heap' && /RecentSearches/.test(text) && values.bytes! >= 8_000,
      wouldShow: 'What was added between two snapshots is held by RecentSearches: one string for each search.',
    },
    {
      claim: 'The results of searches are kept in a cache.',
      wouldShow: 'what was added would be held by a cache, or by the SearchService.',
      shows: heapShows(/[Cc]ache|SearchService/, 'what these hold'),
    },
    {
      claim: 'Connections to the search service are never closed.',
      wouldShow: 'there would be more than four of them.',
      shows: metricShows('search_connections{state="used"}', 'the number of connections that somebody uses'),
    },
    {
      claim: 'The titles of the posts that were found are loaded one by one.',
      wouldShow: 'the statement that reads titles would run many times for each search.',
      shows: statementShows(/select id, title from posts/, 'the statement that reads titles'),
    },
    other.responses,
    other.eventLoop,
  ],
  async check(rehearsal) {
    const { mine, healthy } = rehearsal;
    // Only those that find something are remembered, and every word of the posts is found somewhere.
    for (const program of [mine, healthy])
      for (let number = 0; number < 60; number++)
        await program.user().get(`/search?q=${encodeURIComponent(sentence(number * 31, 2))}`);
    await sameAsHealthy(rehearsal, ['/search/recent', '/search?q=leek', '/search?q=soup', '/search/recent']);
  },
}));
