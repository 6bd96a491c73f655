import { randomUUID } from 'node:crypto';
import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /posts answers with a list, empty at first', async (app) => {
    const answer = await app.fresh().get('/posts');
    answer
      .status(200)
      .json([], 'a Map was returned, and JSON makes {} of it. Spread its values into a list: [...map.values()].');
  });
});

step(2, (check) => {
  check('POST /posts answers 201 with the new post', async (app) => {
    const sent = draft();
    const answer = await app.post('/posts', sent);
    answer
      .status(201, 'the route leads to a handler called create, and create answers with ctx.status(201).json(…).')
      .fields(sent, 'title and content come from the body: is it awaited, and taken apart with JSON.parse?')
      .fields({ id: isUUID }, 'the id comes from randomUUID().')
      .fields({ published: false }, 'a new post is not published.')
      .fields({ created_at: isNow, updated_at: isNow }, 'both times are now, as new Date().toISOString().')
      .expect(hasSixFields(answer.body), 'six fields, and no other', 'a post has the fields of post.ts and no other.');
  });

  check('POST /posts takes nothing but title and content from the body', async (app) => {
    const claims = { id: 'mine', published: true, created_at: longAgo, [random.word()]: 'more' };
    const because =
      'the client has decided what the server should know. Take title and content out of the body, by name.';
    const sent = draft();
    const answer = await app.post('/posts', { ...sent, ...claims });
    answer
      .status(201)
      .fields({ ...sent, id: isUUID, published: false, created_at: isNow }, because)
      .expect(hasSixFields(answer.body), 'six fields, and no other', because);
  });

  check('GET /posts lists what was posted', async (app) => {
    const posts = [await create(app), await create(app)];
    const answer = await app.get('/posts');
    answer.status(200);
    for (const post of posts) {
      answer.expect(
        idsIn(answer.body).filter((id) => id === post.id).length === 1,
        `a list with one post of the id ${post.id}`,
        'every post is kept under an id of its own, and index lists them all.',
      );
    }
  });
});

step(3, (check) => {
  check('GET /posts/:id answers with the post', async (app) => {
    const posts = [await create(app), await create(app)];
    for (const post of posts) {
      const answer = await app.get(`/posts/${post.id}`);
      answer
        .status(200, 'the route leads to a handler called show.')
        .json(post, 'the post of the id in the path, ctx.param("id"), as POST has answered it.');
    }
  });

  check('a post that does not exist is 404', async (app) => {
    const because =
      'look whether there is such a post before you return it. "Not Found" means that no route has led to a handler called show.';
    for (const id of [randomUUID(), random.word()]) {
      const answer = await app.get(`/posts/${id}`);
      answer.error(404, 'Post not found', because);
    }
  });
});

step(4, (check) => {
  check('PUT /posts/:id replaces the post', async (app) => {
    const post = await create(app);
    await app.advance({ seconds: 2 });
    const changes = { ...draft(), published: true };
    const answer = await app.put(`/posts/${post.id}`, { ...changes, id: random.word(), created_at: longAgo });
    answer
      .status(200, 'the route leads to a handler called update.')
      .fields(changes, 'title, content and published are what the body says.')
      .fields({ id: post.id, created_at: post.created_at }, 'the id and created_at stay as they were.')
      .fields(
        { updated_at: (time: unknown) => isNow(time) && String(time) > post.updated_at },
        'updated_at is the time of this change, later than created_at: new Date().toISOString().',
      )
      .expect(hasSixFields(answer.body), 'six fields, and no other', 'a post has the fields of post.ts and no other.');
    const shown = await app.get(`/posts/${post.id}`);
    shown.status(200).json(answer.body, 'the change has to reach the map: GET shows the post as PUT has answered it.');
  });

  check('PUT /posts/:id without published makes it a draft', async (app) => {
    const post = await create(app);
    const published = await app.put(`/posts/${post.id}`, { ...draft(), published: true });
    published.status(200).fields({ published: true }, 'published is what the body says.');
    const answer = await app.put(`/posts/${post.id}`, draft());
    answer
      .status(200)
      .fields({ published: false }, 'PUT replaces: what the body omits is false, and not what it was before.');
  });

  check('PUT of a post that does not exist is 500, with the reason in the log', async (app) => {
    const program = app.fresh();
    const answer = await program.put(`/posts/${randomUUID()}`, draft());
    answer.error(
      500,
      'Internal Server Error',
      'throw an Error where there is no such post. What you answer yourself, or with an HttpError, the client gets to read.',
    );
    await program.stop();
    answer.expect(
      (await program.output()).includes('record not found'),
      'record not found, in the log of the program',
      "something threw, but for another reason: throw new Error('record not found') before you change anything.",
    );
  });
});

step(5, (check) => {
  check('DELETE /posts/:id removes the post', async (app) => {
    const [post, other] = [await create(app), await create(app)];
    const answer = await app.delete(`/posts/${post.id}`);
    answer.status(204, saysSomething).text('');
    (await app.get(`/posts/${post.id}`)).error(404, 'Post not found', 'the post is still in the map.');
    (await app.get(`/posts/${other.id}`)).status(200, 'the other post is gone too: delete one id, not all of them.');
  });

  check('DELETE /posts/:id can be repeated', async (app) => {
    const post = await create(app);
    for (const time of ['first', 'second']) {
      const answer = await app.delete(`/posts/${post.id}`);
      answer
        .status(204, time === 'first' ? saysSomething : 'the post is gone, as the client wants it: that is no error.')
        .text('');
    }
  });
});

step(6, (check) => {
  check('GET /admin/drafts answers with the posts that are not published', async (app) => {
    const [open, done] = [await create(app), await create(app)];
    (await app.put(`/posts/${done.id}`, { ...draft(), published: true })).status(200);
    const answer = await app.get('/admin/drafts');
    answer
      .status(200, 'the path of a child begins where the path of its group ends.')
      .expect(
        idsIn(answer.body).includes(open.id),
        `a list with the draft ${open.id}`,
        'every post whose published is false stands in the list, whole.',
      )
      .expect(
        !idsIn(answer.body).includes(done.id),
        `a list without the published post ${done.id}`,
        'filter(…) keeps what the function says yes to: keep the posts that are not published.',
      );
  });

  check(
    'GET /admin and GET /drafts match nothing',
    async (app) => {
      const because =
        'only the two paths joined are an address: the group has no handler, and the child stands inside of it.';
      for (const path of ['/admin', '/drafts']) (await app.get(path)).error(404, 'Not Found', because);
    },
    { alreadyTrue: true },
  );
});

interface Post {
  id: string;
  created_at: string;
  updated_at: string;
}

const fields = ['content', 'created_at', 'id', 'published', 'title', 'updated_at'];

const longAgo = '2000-01-01T00:00:00.000Z';

const saysSomething =
  "the route leads to a handler called delete, which returns nothing. The map's own delete gives true or false: leave the `return` out.";

function draft() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<Post> {
  return (await app.post('/posts', draft())).status(201).body;
}

/** Of whatever was answered: a check that fails has to say why, not to crash. */
function idsIn(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((post) => post?.id) : [];
}

function hasSixFields(post: unknown): boolean {
  return (
    Object.keys(post ?? {})
      .sort()
      .join() === fields.join()
  );
}

function isUUID(value: unknown): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
}

/** Give or take a minute: checks move the clock of the program a little. */
function isNow(value: unknown): boolean {
  const date = new Date(String(value));
  return Math.abs(date.getTime() - Date.now()) < 60_000 && date.toISOString() === value;
}
