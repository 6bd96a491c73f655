import { fault, fewStatements, other, readers, sameAsHealthy } from '#drill';
import { seedPosts, seedUsers, statementShows } from '#incident';
import openDay from '../31-failing/incidents/open-day.ts';

const words = ['leek', 'soup', 'winter', 'garden', 'letter', 'spring'];

export default fault(import.meta.url, ['31-failing'], (dice) => ({
  kind: 'N+1 queries: the title of each post that a search finds is loaded with a statement of its own',
  edits: [
    {
      file: 'search/search.service.ts',
      find: `    const rows = await this.db.all<Hit>\`select id, title from posts where id in \${ids} and published = \${true}\`;
    const hits = new Map(rows.map((row) => [row.id, row]));
    return ids.flatMap((id) => hits.get(id) ?? []);`,
      replace: `    const hits: Hit[] = [];
    for (const id of ids) {
      const hit = await this.db.get<Hit>\`select id, title from posts where id = \${id} and published = \${true}\`;
      if (hit !== undefined) hits.push(hit);
    }
    return hits;`,
    },
  ],
  page: {
    from: dice.pick(['Ruth, who answers the letters of our readers', 'Tom, who searches a lot']),
    text: `Searching has become tiresome. A rare word is found at once, and an ordinary one, such as ${dice.pick(words)}, takes its time. The search
team shows me their graphs: each search costs them ten milliseconds, whatever the words are.`,
  },
  distance: dice.between(8, 14),
  async seed(db) {
    await seedUsers(db, 30);
    await seedPosts(db, 60, { lines: 3 });
  },
  outside: () => openDay.outside!(),
  users: [
    {
      name: 'people who search',
      count: 12,
      pause: 700,
      visit: (user) => user.get(`/search?q=${words[Math.floor(Math.random() * words.length)]}`),
    },
    readers(5),
  ],
  signals: [
    {
      from: 'the search team',
      price: 3,
      text: 'We send you ids, at most ten. What you do with them afterwards, we cannot see.',
    },
    {
      from: 'the database team',
      price: 5,
      text: 'You are our most talkative client. Nothing of it is slow, but you never ask for two things at once.',
    },
  ],
  causes: [
    {
      claim: 'The titles of the posts that were found are loaded one by one.',
      proves: ({ kind, text, values }) =>
        kind === 'statement' && /select id, title from posts where id =/.test(text) && values.perRequest! > 2,
      wouldShow: 'A short statement about one post runs up to ten times for each search: N+1 queries.',
    },
    {
      claim: 'The four connections to the search service are not enough.',
      wouldShow:
        'callers would wait for a connection, and the requests to other services would take as long as the searches.',
      shows: other.services.shows,
    },
    {
      claim: 'The table of the posts has no index on its id.',
      wouldShow: 'the statement that reads titles would be slow, and its plan would say SCAN.',
      shows: statementShows(/select id, title from posts/, 'the statement that reads titles'),
    },
    other.eventLoop,
    other.transactions,
    other.visitors,
  ],
  async check(rehearsal) {
    const searches = words.map((word) => `/search?q=${word}`);
    await sameAsHealthy(rehearsal, [...searches, '/search?q=rhubarb']);
    await fewStatements(
      rehearsal,
      searches.slice(0, 3),
      'a search still loads something for each post that it has found.',
    );
  },
}));
