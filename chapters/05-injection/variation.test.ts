import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/admin/history'] });

check('the first entry is the creation of the Welcome post', async (app) => {
  const blog = app.fresh();
  const history = await historyOf(blog);
  const [welcome] = (await blog.get('/posts')).body;
  history.expect(
    history.body.length === 1,
    'one entry',
    'the history begins after the first post, or another entry is in it.',
  );
  expectEntry(history, 0, 'created', welcome.id);
});

check('an entry has an event, a post and a time', async (app) => {
  const before = Date.now();
  const post = await create(app);
  const history = await historyOf(app);
  const [entry] = history.body;
  const extra = Object.keys(entry).filter((name) => !['event', 'post', 'at'].includes(name));
  history.expect(extra.length === 0, 'no other field', `an entry also has ${extra.join(', ')}.`);
  const time = Date.parse(entry.at);
  const isNow = /^\d{4}-.*Z$/.test(entry.at) && time >= before - 1_000 && time <= Date.now() + 1_000;
  history.expect(
    isNow,
    'the time of the change, as in created_at',
    'the entry has another time than that of the change.',
  );
  expectEntry(history, 0, 'created', post.id);
});

check('what happens to a post is in the history, the newest first', async (app) => {
  const [one, other] = [await create(app), await create(app)];
  await change(app, one.id);
  (await app.delete(`/posts/${other.id}`)).status(204);
  const history = await historyOf(app);
  expectEntry(history, 0, 'deleted', other.id);
  expectEntry(history, 1, 'changed', one.id);
  expectEntry(history, 2, 'created', other.id);
  expectEntry(history, 3, 'created', one.id);
});

check('what has not happened is not in the history', async (app) => {
  const post = await create(app);
  (await app.delete(`/posts/${post.id}`)).status(204);
  const before = (await historyOf(app)).body;
  (await app.put(`/posts/${random.word()}`, { ...aBody(), published: true })).status(500);
  (await app.put(`/posts/${post.id}`, { ...aBody(), published: true })).status(500);
  (await app.delete(`/posts/${post.id}`)).status(204);
  (await app.delete(`/posts/${random.word()}`)).status(204);
  await app.post('/posts', 'not json');
  await app.get(`/posts/${random.word()}`);
  const cause = 'the entry is written before anybody knows whether there is such a post.';
  (await historyOf(app)).json(before, cause);
});

check('DELETE /admin/drafts adds an entry for each draft', async (app) => {
  const blog = app.fresh();
  const [draft, published, other] = [await create(blog), await create(blog), await create(blog)];
  await change(blog, published.id);
  const welcome = (await blog.get('/posts')).body.at(-1);
  (await blog.delete('/admin/drafts')).status(204);
  const history = await historyOf(blog);
  const deleted = history.body.filter(({ event }: Entry) => event === 'deleted').map(({ post }: Entry) => post);
  const expected = [draft.id, other.id, welcome.id];
  const cause = 'the change is noted in a controller: discardDrafts of the service deletes posts, too.';
  history.expect(
    expected.every((id) => deleted.includes(id)),
    'an entry "deleted" for each of the three drafts',
    cause,
  );
  history.expect(
    deleted.length === 3,
    'three entries "deleted"',
    'a draft is noted twice, or a published post as well.',
  );
  await blog.delete('/admin/drafts');
  (await historyOf(blog)).json(history.body, 'without drafts, an entry is added all the same.');
});

check('the history has the last hundred entries', async (app) => {
  const blog = app.fresh();
  const ids: string[] = [];
  for (let count = 0; count < 103; count++) ids.push((await create(blog)).id);
  const history = await historyOf(blog);
  const cause = 'the list grows with every change, until the memory is full.';
  history.expect(history.body.length === 100, `100 entries, got ${history.body.length}`, cause);
  const posts = history.body.map(({ post }: Entry) => post);
  const isLatest = posts.every((id: string, index: number) => id === ids.at(-1 - index));
  history.expect(isLatest, 'the latest hundred', 'the newest entries are left out, and the oldest ones kept.');
});

check('reading the history does not change it, and it survives its readers', async (app) => {
  await create(app);
  const first = (await historyOf(app)).body;
  const again = await historyOf(app);
  again.json(first, 'reading turns the list around, or empties it. `reverse` and `splice` change the array itself.');
});

check('the log and the posts stay as they were', async (app) => {
  const post = await create(app);
  (await app.get(`/posts/${post.id}`)).status(200).json(post, 'a post has more fields than before.');
  const other = app.fresh();
  await create(other);
  const length = (await historyOf(other)).body.length;
  (await historyOf(other)).expect(length === 2, 'a history for each program', 'two programs share one history.');
});

interface Entry {
  event: string;
  post: string;
  at: string;
}

function aBody() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<{ id: string }> {
  return (await app.post('/posts', aBody())).status(201).body;
}

async function change(app: Session, id: string): Promise<void> {
  (await app.put(`/posts/${id}`, { ...aBody(), published: true })).status(200);
}

async function historyOf(app: Session): Promise<Answer> {
  const history = (await app.get('/admin/history')).status(200);
  return history.expect(Array.isArray(history.body), 'an array');
}

function expectEntry(history: Answer, index: number, event: string, post: string): void {
  const entry: Entry | undefined = history.body[index];
  const cause =
    entry === undefined
      ? 'this change is not noted.'
      : 'a change is missing, noted twice, or the order is another one.';
  const isRight = entry?.event === event && entry.post === post;
  history.expect(isRight, `"${event}" of the post ${post} as number ${index + 1} of the history`, cause);
}
