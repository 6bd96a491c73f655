import { heapShows, incident, metricShows, postId, seedPosts, seedUsers, sentence } from '#incident';

const posts = 30;

export default incident(import.meta.url, {
  step: 3,
  repair: { file: 'highlight/highlighter.ts', part: 'Highlighter.find' },
  page: {
    from: 'an alert',
    text: `The blog was killed by the operating system at 03:10 and at 09:40, and now at 16:05, each time with "out of memory". It starts again by
itself, and runs well. Nobody has complained. Below the alert, somebody has drawn the memory of the last days: it looks like a
sawtooth.`,
  },
  async seed(db) {
    await seedUsers(db, 24);
    await seedPosts(db, posts, { lines: 100 });
  },
  users: [
    {
      name: 'people who come from a search engine',
      count: 14,
      pause: 250,
      visit: (user) => {
        const words = sentence(Math.floor(Math.random() * 1e9), 4);
        return user.get(`/posts/${postId(user.number)}/highlighted?words=${encodeURIComponent(words)}`);
      },
    },
    {
      name: 'readers',
      count: 8,
      pause: 500,
      visit: async (user) => {
        await user.get('/posts?limit=20');
        await user.get(`/posts/${postId(user.number)}`);
        await user.get(`/authors/user-${user.number % 5}`);
      },
    },
    {
      name: 'readers who say thank you',
      count: 2,
      pause: 1_500,
      visit: (user) => user.send('POST', `/users/user-${user.number - 20}/thanks`, { points: 1 }),
    },
  ],
  signals: [
    {
      from: 'the people who run the machines',
      price: 3,
      text: 'The blog gets 512 megabytes. Giving it twice as much would halve the number of restarts, we suppose.',
    },
    {
      from: 'somebody who looks at the graphs',
      price: 5,
      text: 'The line is steeper during the day than at night. It rises with the number of readers, and it never falls.',
    },
    {
      from: 'a colleague who has left the company',
      price: 8,
      text: 'Take two heap snapshots and compare them. What is only in the second one, and can still be reached, is what you want to know.',
    },
  ],
  causes: [
    {
      claim: 'Every post with marked words is kept for as long as the program runs.',
      proves: ({ kind, text, values }) =>
        kind === 'heap' && /Highlight|the field #known/.test(text) && values.bytes! >= 100_000,
      wouldShow: `The Map of the Highlighter holds nearly everything that was added between the two snapshots. It has a key for each combination of
words, and nothing is ever removed from it.`,
    },
    {
      claim: 'Nothing leaks. The garbage collector just has not run for a while.',
      wouldShow:
        'the second snapshot would be about as large as the first one: a snapshot contains only what can be reached.',
      shows: heapShows(/./, 'everything together'),
    },
    {
      claim: 'Locks that nobody needs any more are kept.',
      wouldShow: 'the objects that were added would be held by the class Locks.',
      shows: heapShows(/Locks/, 'what the class Locks holds'),
    },
    {
      claim: 'The list of recent searches grows without a limit.',
      wouldShow: 'the objects that were added would be held by RecentSearches.',
      shows: heapShows(/RecentSearches/, 'what RecentSearches holds'),
    },
    {
      claim: 'Responses that have ended are kept, with their requests and sockets.',
      wouldShow: 'ServerResponse, IncomingMessage and Socket would be among the kinds that were added.',
      shows: heapShows(/ServerResponse|IncomingMessage|Socket/, 'what such objects take'),
    },
    {
      claim: 'The metrics have a series for each address, so there are more of them with every request.',
      wouldShow:
        'the objects that were added would be held by a Counter or a Histogram, and /metrics would become longer and longer.',
      shows: heapShows(/Counter|Histogram|Registry/, 'what the metrics hold'),
    },
    {
      claim: 'The heap is fine, and its limit is too low for a blog of this size.',
      wouldShow: 'the heap would reach a certain size after the start, and then stop growing.',
      shows: metricShows('heap', 'the heap, in megabytes,'),
    },
  ],
});
