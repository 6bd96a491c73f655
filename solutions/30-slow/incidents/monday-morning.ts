import { callsShow, framesShow, incident, metricShows, postId, seedPosts, seedUsers, statementShows } from '#incident';

const readers = 1_500;
const posts = 100;

export default incident(import.meta.url, {
  step: 2,
  page: {
    from: 'Jonas, who builds the app for phones',
    text: `On Monday mornings everybody reads what was posted over the weekend, and every Monday the blog is a little slower. Today it is so
bad that I have to ask. I measured with my phone: the posts, the reactions, everything takes several times as long as last month. On
the test system, with the same version, everything is quick. We have not added anything for weeks.`,
  },
  async seed(db) {
    await seedUsers(db, readers);
    await seedPosts(db, posts);
    // Half a year of clicks. One statement: a hundred thousand would take a while.
    await db.run`
      insert into reactions (user_id, post_id, kind, created_at)
      with recursive
        numbers (n) as (select 0 union all select n + 1 from numbers where n < ${readers * posts - 1})
      select 'user-' || (n / ${posts}), 'post-' || (n % ${posts}),
        case n % 3 when 0 then 'like' when 1 then 'love' else 'laugh' end, '2026-03-01T00:00:00.000Z'
      from numbers`;
  },
  users: [
    {
      name: 'readers with the app',
      count: 16,
      pause: 700,
      visit: async (user) => {
        const id = postId(Math.floor(Math.random() * posts));
        await user.get(`/posts/${id}`);
        await user.get(`/posts/${id}/reactions`);
      },
    },
    {
      name: 'readers of the front page',
      count: 8,
      pause: 800,
      visit: (user) => user.get('/posts?limit=20'),
    },
    {
      name: 'somebody who reacts',
      count: 2,
      pause: 3_000,
      visit: (user) => user.send('PUT', `/posts/${postId(user.number)}/reactions`, { kind: 'like' }),
    },
  ],
  signals: [
    {
      from: 'the people who run the test system',
      price: 3,
      text: 'We copied nothing from production. There are five users, three posts and eight reactions here.',
    },
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'One processor is busy most of the time. A month ago it was idle. The number of requests has hardly changed.',
    },
    {
      from: 'a database administrator from another company',
      price: 8,
      text: 'An index helps those who begin to look where the index begins. Ask the database how it finds the rows, for the slowest statement.',
    },
  ],
  causes: [
    {
      claim:
        'Counting the reactions of a post reads the reactions of all posts, because no index begins with the post.',
      proves: ({ kind, text }) => kind === 'plan' && /SCAN reactions|Seq Scan on reactions/.test(text),
      wouldShow:
        'The plan of the statement says SCAN, or Seq Scan on PostgreSQL: it reads the whole table, and the table has grown every week.',
    },
    {
      claim: 'The reactions are loaded one by one.',
      wouldShow: 'a statement about reactions would run many times for each request.',
      shows: callsShow(/from reactions/, 'the statement that reads reactions'),
    },
    {
      claim: 'The list of posts has outgrown its index.',
      wouldShow: 'the statement that reads the list would be slow, and its plan would say SCAN.',
      shows: statementShows(/from posts join users .* limit/, 'the statement that reads the list'),
    },
    {
      claim: 'Checking the tokens of the readers takes most of the processor.',
      wouldShow: 'a profile would show `verify`, or the functions of node:crypto, near its top.',
      shows: framesShow(/verify|node:crypto/, 'verifying tokens'),
    },
    {
      claim: 'The heap is nearly full, and the garbage collector takes most of the time.',
      wouldShow:
        'the heap would have hundreds of megabytes, and a profile would show (garbage collector) near its top.',
      shows: metricShows('heap', 'the heap, in megabytes,'),
    },
    {
      claim: 'Writing reactions to the disk blocks everybody who reads.',
      wouldShow:
        'the statement that inserts reactions would take most of the time, and more writes would make it worse.',
      shows: statementShows(/insert into reactions/, 'the statement that inserts a reaction'),
    },
  ],
});
