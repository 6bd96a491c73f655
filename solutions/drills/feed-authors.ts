import { bothBlogs, fault, fewStatements, other, readers } from '#drill';
import { seedPosts, seedUsers, statementShows } from '#incident';

export default fault(import.meta.url, bothBlogs, (dice) => ({
  kind: 'N+1 queries: the author of each entry of the feed is loaded with a statement of its own',
  edits: [
    {
      file: 'feed/feed.controller.ts',
      find: `import { PostsService } from '../posts/posts.service.ts';
`,
      replace: `import { PostsService } from '../posts/posts.service.ts';
import { UsersService } from '../users/users.service.ts';
`,
    },
    {
      file: 'feed/feed.controller.ts',
      find: `  @inject(PostsService) private readonly posts!: PostsService;
`,
      replace: `  @inject(PostsService) private readonly posts!: PostsService;
  @inject(UsersService) private readonly users!: UsersService;
`,
    },
    {
      file: 'feed/feed.controller.ts',
      find: `    const text = JSON.stringify({`,
      replace: `    const items: Awaited<ReturnType<FeedController['toItem']>>[] = [];
    for (const post of posts) items.push(await this.toItem(post));
    const text = JSON.stringify({`,
    },
    { file: 'feed/feed.controller.ts', find: `      items: posts.map(toItem),`, replace: `      items,` },
    {
      file: 'feed/feed.controller.ts',
      find: `    return ctx.send(text);
  }
}

function toItem({ id, title, content, author, created_at }: Post) {
  return { id, title, content_text: content, authors: [{ name: author?.name }], date_published: created_at };
}`,
      replace: `    return ctx.send(text);
  }

  private async toItem({ id, title, content, author_id, created_at }: Post) {
    const author = await this.users.find(author_id);
    return { id, title, content_text: content, authors: [{ name: author?.name }], date_published: created_at };
  }
}`,
    },
  ],
  page: {
    from: dice.pick(['Olu, who writes a program that reads blogs', 'the people who collect blogs in an app']),
    text: `We ask for your feed as often as everybody else's, and ${dice.pick(['since last week', 'since a few days'])} yours is the slowest of all. It arrives,
and nothing is missing. When I open a post in the browser, it is there at once, so it can't be the network.`,
  },
  distance: dice.between(4, 9),
  async seed(db) {
    await seedUsers(db, 40);
    await seedPosts(db, 40, { authors: dice.between(5, 20) });
  },
  users: [
    { name: 'programs that read the feed', count: 12, pause: 600, visit: (user) => user.get('/feed.json') },
    readers(8),
  ],
  signals: [
    {
      from: 'the database team',
      price: 5,
      text: 'Each of your statements takes a moment and finds one row. But you send them one after another, hundreds per second.',
    },
    { from: 'the people who run the machines', price: 3, text: 'The blog mostly waits. Its processor is nearly idle.' },
  ],
  causes: [
    {
      claim: 'The author of each entry of the feed is loaded with a statement of its own.',
      proves: ({ kind, text, values }) =>
        kind === 'statement' && /from users where id/.test(text) && values.perRequest! > 2,
      wouldShow: 'A statement about one user runs many times for each request, once for each entry: N+1 queries.',
    },
    {
      claim: 'Reading the newest posts takes long, because their index is missing.',
      wouldShow: 'the statement that reads posts would be slow, and its plan would say SCAN.',
      shows: statementShows(/from posts join users/, 'the statement that reads posts'),
    },
    other.eventLoop,
    other.transactions,
    other.visitors,
    other.services,
  ],
  async check(rehearsal) {
    await fewStatements(
      rehearsal,
      ['/feed.json'],
      'the feed still loads something for each entry, one after another or all at the same time.',
    );
  },
}));
