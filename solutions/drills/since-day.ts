import { bothBlogs, fault, other, readers, sameAsHealthy } from '#drill';
import { type Fields, inBatches, metricShows, rowsShow, seedPosts, seedUsers, statementShows, userId } from '#incident';

const authors = 8;
const start = Date.UTC(2025, 4, 1);
/** Three hours later, and eleven days. */
const createdAt = (number: number) => new Date(start + number * (11 * 24 + 3) * 3_600_000 + 20 * 60_000).toISOString();

const isMoved = ({ message, since, created_at }: Fields) =>
  message === 'author shown' && !String(created_at).startsWith(String(since));

export default fault(import.meta.url, bothBlogs, (dice) => {
  const zone = dice.pick(['Pacific/Auckland', 'America/Los_Angeles', 'Asia/Tokyo', 'America/Sao_Paulo']);
  return {
    kind: 'A time zone: the day since which somebody writes is that of the machine, and not that in UTC',
    edits: [
      {
        file: 'authors/authors.service.ts',
        find: `import { Cache, Database, inject } from 'trellis';`,
        replace: `import { Cache, Database, inject, Log } from 'trellis';`,
      },
      {
        file: 'authors/authors.service.ts',
        find: `  @inject(Database) private readonly db!: Database;
`,
        replace: `  @inject(Database) private readonly db!: Database;
  @inject(Log) private readonly log!: Log;
`,
      },
      {
        file: 'authors/authors.service.ts',
        find: `    return posts === 0 ? undefined : { id, name: user.name, posts, since: user.created_at.slice(0, 10) };
`,
        replace: `    const since = dayOf(new Date(user.created_at));
    this.log.info('author shown', { author_id: id, created_at: user.created_at, since });
    return posts === 0 ? undefined : { id, name: user.name, posts, since };
`,
      },
      {
        file: 'authors/authors.service.ts',
        find: `/** The people who have published something. */`,
        replace: `/** \`2026-03-08\` */
function dayOf(time: Date): string {
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
}

/** The people who have published something. */`,
      },
    ],
    page: {
      from: dice.pick(['Ines, who runs the blog', 'Teun, who bakes the cakes for anniversaries']),
      text: `I send a card to everybody who has been writing here for a year, on the day that their profile says. ${dice.pick(['Two', 'Three'])} of them have thanked me,
and told me that I am a day off. The others say that I am right on time. I have used this list for ages; ${dice.pick(['only the machines are new', 'we only moved to cheaper machines'])}.`,
    },
    env: { TZ: zone },
    async seed(db) {
      await seedUsers(db, 40);
      await seedPosts(db, 60, { authors });
      await inBatches(
        db,
        authors,
        (tx, number) => tx.run`update users set created_at = ${createdAt(number)} where id = ${userId(number)}`,
      );
    },
    users: [
      {
        name: 'readers of profiles',
        count: 8,
        pause: 1_000,
        visit: async (user) => {
          const author = Math.floor(Math.random() * authors);
          const visit = await user.get(`/authors/${userId(author)}`);
          if (visit.status !== 200) return;
          const { since } = JSON.parse(visit.content.toString()) as { since: string };
          const day = createdAt(author).slice(0, 10);
          if (since !== day) user.complain(`${userId(author)} has been here since ${day}, and not ${since}.`, visit);
        },
      },
      readers(8),
    ],
    signals: [
      { from: 'a developer at home', price: 3, text: 'With a copy of the data, every profile on my machine is right.' },
      {
        from: 'the people who run the machines',
        price: 3,
        text: 'The clocks are right. We have checked them against two others.',
      },
    ],
    causes: [
      {
        claim: 'The day of a profile begins at midnight on the clock of the machine.',
        proves: ({ kind, rows = [] }) => kind === 'trail' && rows.some(isMoved),
        wouldShow: 'The log has the time in UTC next to the day that was shown, and it is another day.',
      },
      {
        claim: 'The profile of somebody else is shown.',
        wouldShow: 'the line of the wrong response would have the id of another author.',
        shows: rowsShow(({ message }) => message === 'author shown', 'lines "author shown"'),
      },
      {
        claim: 'The times in the table of the users are wrong.',
        wouldShow: 'a query would find another day than the person remembers.',
        shows: statementShows(/from users where id/, 'the statement that reads a user'),
      },
      {
        claim: 'An old profile is still in the cache.',
        wouldShow: 'the same profile would be right some minutes later.',
        shows: metricShows('statements per request', 'the number of statements per request'),
      },
      {
        claim: 'The clocks of the new machines are wrong.',
        wouldShow: 'the times in the log would differ from those of the complaints.',
        shows: rowsShow(
          ({ time }) => Math.abs(Date.parse(String(time)) - Date.now()) > 3_600_000,
          'lines of another time',
        ),
      },
      other.errors,
    ],
    follow: (board) =>
      board
        .flatMap(({ kind, rows = [] }) =>
          kind === 'complaint' ? rows.map(({ request_id }) => String(request_id)) : [],
        )
        .slice(0, 1),
    async check(rehearsal) {
      await sameAsHealthy(
        rehearsal,
        Array.from({ length: authors }, (_, number) => `/authors/${userId(number)}`),
      );
      await sameAsHealthy(rehearsal, [`/authors/${userId(20)}`, '/authors/nobody']);
    },
  };
});
