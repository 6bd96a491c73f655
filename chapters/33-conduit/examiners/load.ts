import { type Answer, type Behaviour, CheckFailure, random, type Session } from '#check';
import { Caller, cast, join, type Member, newArticle, newUser } from '../conduit.ts';

/** Many at the same time, and many in the table. */
export function load(badge: Behaviour): void {
  badge('Races', ['U7', '08'], async (app) => {
    const guest = new Caller(app);
    const { username } = newUser();
    await expectOne(
      await all(200, () => guest.post('/users', { user: { ...newUser(), username } })),
      '200 registrations of the same name',
    );
    const { email } = newUser();
    await expectOne(
      await all(200, () => guest.post('/users', { user: { ...newUser(), email } })),
      '200 registrations of the same email',
    );
    const { ann } = await cast(app);
    const readers = await Promise.all(Array.from({ length: 15 }, () => join(app)));
    const { slug } = await ann.write();
    const url = `/articles/${slug}`;
    await Promise.all(readers.flatMap((reader) => [1, 2].map(() => reader.post(`${url}/favorite`))));
    await expectCount(ann, url, readers.length, 'each of 15 users has favorited it twice, all at the same time');
    await Promise.all(readers.slice(0, 10).map((reader) => reader.delete(`${url}/favorite`)));
    await expectCount(ann, url, 5, '10 of 15 users have taken their favorite back, all at the same time');
    const comments = await all(20, () => ann.post(`${url}/comments`, { comment: { body: random.sentence() } }));
    for (const comment of comments) comment.status(201);
    const ids = new Set(comments.map(({ body }) => body.comment.id)).size;
    comments[0]!.expect(ids === 20, `20 different ids for 20 comments; there are ${ids}`);
    const title = random.sentence();
    const twins = await all(20, () => ann.post('/articles', { article: { ...newArticle(), title } }));
    for (const twin of twins) twin.status(201);
    const slugs = new Set(twins.map(({ body }) => body.article.slug)).size;
    twins[0]!.expect(slugs === 20, `20 different slugs for 20 articles of the same title; there are ${slugs}`);
    const deleted = await all(10, () => ann.delete(url));
    const gone = deleted.filter(({ code }) => code === 204).length;
    deleted[0]!.expect(gone === 1, `one 204 for 10 deletions of one article; there were ${gone}`);
    for (const response of deleted) response.expect([204, 404].includes(response.code), 'status 204 or 404');
  });

  badge('Growth', ['O7', '06'], async (app) => {
    const own = app.fresh({ TRELLIS_LABORATORY: 'stores' });
    const authors = await Promise.all(Array.from({ length: 5 }, () => join(own)));
    const [reader] = authors as [Member];
    for (const { username } of authors.slice(1)) (await reader.post(`/profiles/${username}/follow`)).status(200);
    const { slug } = await reader.write();
    for (let count = 0; count < 60; count++) {
      const author = authors[1 + (count % 4)]!;
      const article = await author.write();
      if (count % 3 === 0) (await reader.post(`/articles/${article.slug}/favorite`)).status(200);
      await author.comment(slug);
    }
    const short = await reader.write();
    for (let count = 0; count < 5; count++) await authors[1]!.comment(short.slug);
    for (const path of ['/articles', '/articles/feed'])
      await expectFlat(own, reader, [`/api${path}?limit=5`, `/api${path}?limit=50`]);
    await expectFlat(
      own,
      reader,
      [short, { slug }].map((article) => `/api/articles/${article.slug}/comments`),
    );
  });
}

function all(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: count }, send));
}

/** A program that protects itself from overload may refuse some with 503, and any other status is a mistake. */
async function expectOne(responses: Answer[], what: string): Promise<void> {
  const created = responses.filter(({ code }) => code === 201).length;
  for (const response of responses)
    response.expect([201, 409, 503].includes(response.code), `status 201 for one of ${what}, and 409 for the others`);
  responses[0]!.expect(
    created === 1,
    `one 201 for ${what}; there were ${created}`,
    'the program looks whether the name is free, and inserts it later. Another request fits in between: let the database decide.',
  );
}

async function expectCount(caller: Caller, url: string, count: number, what: string): Promise<void> {
  const response = await caller.get(url);
  const { favoritesCount } = response.status(200).body.article;
  response.expect(favoritesCount === count, `"favoritesCount" to be ${count}: ${what}`);
}

/** The queries are counted if the program has Trellis's database, and otherwise the time is measured. */
async function expectFlat(app: Session, { token }: Member, lists: string[]): Promise<void> {
  const get = (path = '') =>
    app.get(path, { headers: { Authorization: `Token ${token}` }, orders: { seed: undefined } });
  const [few, many] = [await get(lists[0]), await get(lists[1])];
  const [first, second] = [few, many].map(({ body }) => (body.articles ?? body.comments).length as number);
  many.status(200).expect(second! >= 10 * first!, `a list of ${10 * first!}`);
  many.expect(
    many.calls.length === few.calls.length,
    `${few.calls.length} queries, as for a list of ${first}; there were ${many.calls.length}`,
    'there is one query for each entry. Ask for all of them at once.',
  );
  if (many.calls.length > 0) return;
  const ratios: number[] = [];
  for (let attempt = 0; attempt < 3; attempt++) {
    const times = { few: [] as number[], many: [] as number[] };
    for (let count = 0; count < 10; count++) {
      times.few.push(await timed(() => get(lists[0])));
      times.many.push(await timed(() => get(lists[1])));
    }
    ratios.push(Math.min(...times.many) / Math.min(...times.few));
    if (ratios.at(-1)! < 20) return;
  }
  throw new CheckFailure({
    problem: `A list of ${second} entries takes ${ratios.at(-1)!.toFixed(0)} times as long as one of ${first}.`,
    expected: 'at most 10 times as long, and in practice much less',
    cause: 'there is one query for each entry, or a search through all of them for each.',
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
