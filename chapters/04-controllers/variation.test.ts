import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/posts/:id/comments', '/posts/:id/comments/:comment'] });

check('POST adds a comment and responds with 201 and the comment', async (app) => {
  const post = await aPost(app);
  const body = { name: `${random.word()} 🌻`, text: ` ${random.sentence()}\n` };
  const before = Date.now();
  const added = (await app.post(`/posts/${post.id}/comments`, body)).status(201, (response) =>
    response.code === 200 ? 'the handler returns the comment itself: only ctx.status(201) makes it a 201.' : undefined,
  );
  added.fields(body, 'the comment does not have the values that the client has sent.');
  added.fields(
    { id: isText, created_at: (value: unknown) => isTime(value) && Date.parse(String(value)) >= before - 1_000 },
    'the server chooses the id and the time of a comment, as those of a post.',
  );
  const extra = Object.keys(added.body).find((name) => !['id', 'name', 'text', 'created_at'].includes(name));
  added.expect(
    extra === undefined,
    'no field other than id, name, text and created_at',
    `clients see "${extra}", which your program has for itself, or the whole body was copied.`,
  );
});

check('only the name and the text come from the body', async (app) => {
  const post = await aPost(app);
  const forged = { id: random.word(), created_at: '1999-01-01T00:00:00.000Z', post: random.word(), likes: 7 };
  const added = (await app.post(`/posts/${post.id}/comments`, { ...aComment(), ...forged })).status(201);
  for (const [name, value] of Object.entries(forged))
    added.expect(
      added.body[name] !== value,
      `a comment without the "${name}" of the client`,
      'the whole body becomes the comment. Step 2 calls this mass assignment.',
    );
});

check('GET lists the comments of the post, the oldest first', async (app) => {
  const post = await aPost(app);
  const path = `/posts/${post.id}/comments`;
  (await app.get(path)).status(200).json([], 'a post that nobody has commented on has an empty list.');
  const added = [];
  for (let count = 0; count < 4; count++) added.push((await app.post(path, aComment())).status(201).body);
  const list = (await app.get(path)).status(200);
  list.expect(list.body.length === 4, 'four comments', 'a new comment takes the place of an older one.');
  list.json(added, 'the list has another order, or other fields than the responses to POST.');
});

check('a comment belongs to one post', async (app) => {
  const [mine, other] = [await aPost(app), await aPost(app)];
  const comment = (await app.post(`/posts/${mine.id}/comments`, aComment())).status(201).body;
  const list = (await app.get(`/posts/${other.id}/comments`)).status(200);
  list.json([], 'all posts share one list of comments.');
  const wrong = await app.delete(`/posts/${other.id}/comments/${comment.id}`);
  wrong.expect([204, 404].includes(wrong.code), 'status 204 or 404');
  const kept = (await app.get(`/posts/${mine.id}/comments`)).status(200);
  kept.json([comment], 'the path of another post deletes the comment: only the id of the comment is compared.');
});

check('DELETE removes one comment, and can be repeated', async (app) => {
  const post = await aPost(app);
  const path = `/posts/${post.id}/comments`;
  const [first, second, third] = [await add(app, path), await add(app, path), await add(app, path)];
  (await app.delete(`${path}/${second.id}`)).status(204).text('');
  (await app.get(path)).json([first, third], 'DELETE removes another comment, or more than one.');
  (await app.delete(`${path}/${second.id}`)).status(204, 'a comment that is gone already is an error.');
  (await app.delete(`${path}/${random.word()}`)).status(204);
  const cause = 'an id that no comment has removes one all the same: `splice(-1, 1)` removes the last.';
  (await app.get(path)).json([first, third], cause);
  const fourth = await add(app, path);
  const ids = new Set([first, second, third, fourth].map(({ id }) => id));
  const list = (await app.get(path)).json([first, third, fourth]);
  list.expect(ids.size === 4, 'an id that no other comment has had', 'the id is the position in the list.');
});

check('without its post there are no comments', async (app) => {
  const post = await aPost(app);
  const comment = await add(app, `/posts/${post.id}/comments`);
  (await app.delete(`/posts/${post.id}`)).status(204);
  for (const id of [post.id, random.word(), '__proto__', 'constructor']) {
    const path = `/posts/${id}/comments`;
    const noPost = (response: Answer) =>
      response.code < 300 ? 'the handler does not look whether the post exists.' : undefined;
    (await app.get(path)).error(404, 'Post not found', noPost);
    (await app.post(path, aComment())).error(404, 'Post not found', noPost);
    (await app.delete(`${path}/${comment.id}`)).error(404, 'Post not found', noPost);
  }
});

check('the posts stay as they were', async (app) => {
  const post = await aPost(app);
  const path = `/posts/${post.id}/comments`;
  const comment = await add(app, path);
  (await app.get(`/posts/${post.id}`)).json(post, 'a post shows its comments. They have a path of their own.');
  const body = { title: random.sentence(), content: random.sentence(), published: true };
  const changed = (await app.put(`/posts/${post.id}`, body)).status(200);
  changed.without(['comments'], 'a post shows its comments. They have a path of their own.');
  (await app.get(path)).json([comment], 'PUT of a post loses its comments.');
  const { body: posts } = (await app.get('/posts')).status(200);
  changed.expect(
    posts.every((each: object) => Object.keys(each).length === 6),
    'posts with six fields in the list',
    'the list shows what your program has for itself.',
  );
});

check('comments that arrive at the same time are all there', async (app) => {
  const post = await aPost(app);
  const path = `/posts/${post.id}/comments`;
  const added = await Promise.all(Array.from({ length: 12 }, () => add(app, path)));
  const list = (await app.get(path)).status(200);
  const ids = new Set(list.body.map(({ id }: { id: string }) => id));
  const missing = added.filter(({ id }) => !ids.has(id)).length;
  const cause = 'the list is read before an `await` and written after it, so one request overwrites the other.';
  list.expect(missing === 0 && ids.size === 12, 'all twelve comments', cause);
});

interface Comment {
  id: string;
}

async function aPost(app: Session) {
  return (await app.post('/posts', { title: random.sentence(), content: random.sentence() })).status(201).body;
}

function aComment() {
  return { name: random.word(), text: random.sentence() };
}

async function add(app: Session, path: string): Promise<Comment> {
  return (await app.post(path, aComment())).status(201).body;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
