import { bothBlogs, fault, other, readers, sameAsHealthy } from '#drill';
import { metricShows, postId, seedPosts, seedUsers, statementShows } from '#incident';

export default fault(import.meta.url, bothBlogs, (dice) => {
  const posts = dice.between(1_500, 2_500);
  return {
    kind: 'A list without a limit: a client gets as many entries as it asks for',
    edits: [
      {
        file: 'paging/page.ts',
        find: `  return Math.min(Number(value), most);`,
        replace: `  return Number(value);`,
      },
      {
        file: 'paging/page.ts',
        find: `const usual = 50;
const most = 100;`,
        replace: `const usual = 50;`,
      },
    ],
    page: {
      from: dice.pick(['the people who run the machines', 'Ines, who runs the blog']),
      text: `Every few seconds the blog stands still, for everybody. ${dice.pick(['We have more traffic on the line than processors to fill it.', 'The bill for the network has doubled.'])} The number of requests is that of an ordinary
day, and no page that I open myself is slow for its own sake. ${dice.pick(['A new app has come out that shows our posts.', 'Somebody has written an app for tablets with our posts in it.'])}`,
    },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, posts, { lines: 6 });
    },
    users: [
      {
        name: 'tablets',
        count: 4,
        pause: 1_200,
        visit: (user) => user.get(`/posts?limit=${dice.pick([5_000, 9_999, 100_000])}`),
      },
      readers(8, { posts: 100 }),
    ],
    signals: [
      {
        from: 'the developer of the app for tablets',
        price: 5,
        text: 'Pages? I just ask for enough. It works, and nobody has to scroll twice.',
      },
      {
        from: 'the database team',
        price: 3,
        text: 'Your statements use their indexes. Some of them carry a lot home.',
      },
    ],
    causes: [
      {
        claim: 'Some requests load a list without a limit.',
        proves: ({ kind, text, values }) =>
          kind === 'statement' && /from posts join users .* limit/.test(text) && values.rows! > 120,
        wouldShow: 'The statement of the list returns hundreds of rows for each call. No page has more than a hundred.',
      },
      {
        claim: 'The list of posts has outgrown its index.',
        wouldShow: 'its plan would say SCAN without an index.',
        shows: statementShows(/from posts join users .* limit/, 'the statement that reads the list'),
      },
      {
        claim: 'The front page falls out of the cache all the time.',
        wouldShow: 'the share of hits would be low, and the list would be short.',
        shows: metricShows('hits of the front page cache', 'the share of hits'),
      },
      other.visitors,
      other.tokens,
      other.heap,
    ],
    async check(rehearsal) {
      await sameAsHealthy(rehearsal, [
        '/posts?limit=5000',
        '/posts?limit=100',
        '/posts?limit=99',
        '/posts?limit=0',
        '/posts?limit=x',
        `/posts/${postId(1)}/comments?limit=5000`,
        '/posts',
      ]);
    },
  };
});
