import { join } from 'node:path';
import { type Answer, random, type Session, variation } from '#check';

const { check } = variation(import.meta.url, { adds: ['/posts/:id/tags'] });

check('PUT stores the tags and responds with them', async (app) => {
  const path = await tagsOfNewPost(app);
  (await app.get(path)).status(200).json([], 'a post that nobody has sorted has an empty array of tags.');
  for (const tree of [[tag('soup')], [tag('cooking', [tag('soup'), tag('bread')]), tag('winter')], aTree(), []]) {
    const stored = (await app.put(path, tree)).status(200, noBody);
    stored.json(tree, 'the response is not what was sent: the order, the names or the levels are different.');
    (await app.get(path)).status(200).json(tree, 'GET returns something other than what PUT has stored.');
  }
});

check('a tag without tags gets an empty array, and no field is added', async (app) => {
  const path = await tagsOfNewPost(app);
  const name = random.word();
  const sent = [{ name, tags: [{ name, colour: 'red', id: 7 }], published: true }];
  const expected = [tag(name, [tag(name)])];
  const cause = 'the fields of the client are stored as they came, or `tags` is left out where there are none.';
  (await app.put(path, sent)).status(200, noBody).json(expected, cause);
  (await app.get(path)).status(200).json(expected, cause);
});

check('a name has 1 to 40 characters and is a string', async (app) => {
  const path = await tagsOfNewPost(app);
  const kept = await put(app, path, [tag('🌻'.repeat(40)), tag('x'), tag(' ')]);
  for (const name of ['', 'x'.repeat(41), 7, null, undefined, ['a'], { a: 1 }, true]) {
    await expectRefused(app, path, [{ name }], kept, 'the rule for a name is missing on the first level.');
    await expectRefused(
      app,
      path,
      [tag('a', [tag('b', [{ name } as never])])],
      kept,
      'the rule for a name is missing on a lower level.',
    );
  }
});

check('neighbours have different names, and others need not', async (app) => {
  const path = await tagsOfNewPost(app);
  const kept = await put(app, path, [
    tag('soup', [tag('soup', [tag('soup')])]),
    tag('bread', [tag('soup')]),
    tag('Soup'),
  ]);
  const cause = 'two tags next to each other have the same name.';
  await expectRefused(app, path, [tag('soup'), tag('bread'), tag('soup')], kept, cause);
  await expectRefused(app, path, [tag('a', [tag('soup'), tag('soup')])], kept, cause);
  await expectRefused(app, path, [tag('a', [tag('b', [tag('soup'), tag('soup')])])], kept, cause);
});

check('a tree has at most three levels', async (app) => {
  const path = await tagsOfNewPost(app);
  const kept = await put(app, path, deep(3));
  for (const levels of [4, 5, 20])
    await expectRefused(app, path, deep(levels), kept, `a tree with ${levels} levels is stored.`);
});

check('a tree has at most 50 tags, on all levels together', async (app) => {
  const path = await tagsOfNewPost(app);
  await put(app, path, wide(50, 0));
  const kept = await put(app, path, wide(5, 9));
  const cause = 'only the tags of one level, or of one parent, are counted.';
  for (const tree of [wide(51, 0), wide(6, 8), wide(1, 50), [tag('a', wide(5, 9))]])
    await expectRefused(app, path, tree, kept, cause);
});

check('any other body is refused, however strange or deep it is', async (app) => {
  const path = await tagsOfNewPost(app);
  const kept = await put(app, path, [tag('kept')]);
  const cause = 'the program fails because of this body, or takes it for a tree of tags.';
  const strange: unknown[] = [
    'not json',
    '',
    'null',
    '"soup"',
    {},
    { name: 'a', tags: [] },
    5,
    [null],
    [[]],
    ['soup'],
    [7],
  ];
  const nested = [[{ name: 'a', tags: {} }], [{ name: 'a', tags: 'soup' }], [{ name: 'a', tags: 7 }], [{ tags: [] }]];
  for (const body of [...strange, ...nested, [tag('a', [null as never])], [tag('a', [[] as never])]])
    await expectRefused(app, path, body, kept, cause);
  const levels = 20_000;
  const abyss = `${'[{"name":"a","tags":'.repeat(levels)}[]${'}]'.repeat(levels)}`;
  const tooDeep =
    'a function that calls itself for each level runs out of stack. Stop at the level that is not allowed any more.';
  await expectRefused(app, path, abyss, kept, tooDeep);
  await expectRefused(app, path, `${'['.repeat(levels)}${']'.repeat(levels)}`, kept, tooDeep);
});

check('a post that does not exist is 404', async (app) => {
  const gone = (await app.post('/posts', aBody())).status(201).body;
  await put(app, `/posts/${gone.id}/tags`, [tag('soup')]);
  (await app.delete(`/posts/${gone.id}`)).status(204);
  for (const id of [gone.id, random.word(), '__proto__']) {
    (await app.get(`/posts/${id}/tags`)).error(404, 'Post not found', 'GET does not look whether the post exists.');
    const cause = 'PUT does not look whether the post exists.';
    (await app.put(`/posts/${id}/tags`, [tag('soup')])).error(404, 'Post not found', cause);
  }
});

check('each post has its own tags, and stays as it is', async (app) => {
  const [post, other] = [(await app.post('/posts', aBody())).status(201).body, await tagsOfNewPost(app)];
  await put(app, `/posts/${post.id}/tags`, aTree());
  (await app.get(other)).status(200).json([], 'the tags of one post appear at another one.');
  (await app.get(`/posts/${post.id}`)).status(200).json(post, 'the post has changed, or shows its tags.');
  (await app.put(`/posts/${post.id}`, { ...aBody(), published: true })).status(200);
  (await app.get(`/posts/${post.id}/tags`)).expect(
    (await app.get(`/posts/${post.id}/tags`)).body.length === 2,
    'the tags to stay when the post changes',
    'PUT of the post loses its tags.',
  );
});

check('the tags survive a restart', async (app) => {
  const env = { DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const before = app.fresh(env);
  const path = await tagsOfNewPost(before);
  const tree = await put(before, path, aTree());
  await before.stop();
  const cause = 'the tags are only in memory.';
  (await app.fresh(env).get(path)).status(200, cause).json(tree, cause);
});

check('of two requests at the same time, one wins completely', async (app) => {
  const path = await tagsOfNewPost(app);
  const trees = Array.from({ length: 6 }, () => aTree());
  const lab = app.fresh({ TRELLIS_LABORATORY: 'stores' });
  const own = await tagsOfNewPost(lab);
  const responses = await Promise.all(trees.map((tree, seed) => lab.send('PUT', own, tree, { orders: { seed } })));
  const cause =
    'the old tags are deleted and the new ones inserted in several statements, and another request comes in between.';
  for (const response of responses) response.status(200, cause);
  const stored = (await lab.get(own)).status(200);
  const isOne = trees.some((tree) => JSON.stringify(tree) === JSON.stringify(stored.body));
  stored.expect(isOne, 'the tags of one of the requests', cause);
  (await app.get(path)).status(200).json([]);
});

interface Tag {
  name: string;
  tags: Tag[];
}

const noBody = 'the body never reaches the code that stores the tags, or PUT responds with something else.';

function tag(name: string, tags: Tag[] = []): Tag {
  return { name, tags };
}

function aBody() {
  return { title: random.sentence(), content: random.sentence() };
}

function aTree(): Tag[] {
  const [first, second, third, ...others] = Array.from({ length: 7 }, random.word) as [string, string, string];
  return [
    tag(
      third,
      others.map((name) => tag(name)),
    ),
    tag(first, [tag(second, [tag(third), tag(first)])]),
  ];
}

/** One tag on each level. */
function deep(levels: number): Tag[] {
  return [tag('level', levels === 1 ? [] : deep(levels - 1))];
}

/** So many tags, each with so many others. */
function wide(count: number, each: number): Tag[] {
  const names = (length: number) => Array.from({ length }, (_, index) => `tag ${index}`);
  return names(count).map((name) =>
    tag(
      name,
      names(each).map((below) => tag(below)),
    ),
  );
}

async function tagsOfNewPost(app: Session): Promise<string> {
  return `/posts/${(await app.post('/posts', aBody())).status(201).body.id}/tags`;
}

async function put(app: Session, path: string, tree: Tag[]): Promise<Tag[]> {
  const cause = 'a tree that keeps all rules is refused.';
  return (await app.put(path, tree)).status(200, cause).json(tree).body;
}

async function expectRefused(app: Session, path: string, body: unknown, kept: Tag[], because: string): Promise<void> {
  const response: Answer = await app.put(path, body);
  response.error(400, 'Invalid request', because);
  const cause = 'the tags are deleted, or in part replaced, before the whole body was looked at.';
  (await app.get(path)).status(200).json(kept, cause);
}
