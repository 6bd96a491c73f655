import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, CheckFailure, chapter, examine, examineApplication, inspect, random, type Session } from '#check';
import { api } from './api.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /posts responds with an array, empty at first', async (app) => {
    const answer = await app.fresh().get('/posts');
    answer
      .status(200)
      .json(
        [],
        answer.content === '{}'
          ? 'index returns the Map or its iterator. Spread the values into an array: [...map.values()].'
          : 'index returns something other than the values of the Map.',
      );
  });

  check('the route belongs to the handler index', async (app) => {
    const { routes } = await inspect(app);
    const route = routes.find(({ method, path }) => method === 'GET' && path === '/posts');
    if (route?.handler === 'PostsController.index' && (await followsConvention(app))) return;
    const isByHand = route?.handler === 'PostsController.index';
    throw new CheckFailure({
      problem: isByHand
        ? 'Without a method called index, routes() still lists GET /posts.'
        : route
          ? `GET /posts is handled by ${route.handler}.`
          : 'There is no route GET /posts.',
      expected: 'the route GET /posts, with the handler PostsController.index, which resource(…) has found',
      cause: "the route is written by hand. Add ...resource('/posts', this) to the array that routes() returns.",
    });
  });
});

step(2, (check) => {
  check('POST /posts responds with 201 and the new post', async (app) => {
    const sent = draft();
    const answer = await app.fresh({ TRELLIS_CLOCK: 'ticks' }).post('/posts', sent);
    answer
      .status(201, await wrongCreate(app, answer))
      .fields(sent, 'the post does not get title and content from the parsed body.')
      .fields({ id: isUUID }, 'the id does not come from randomUUID().')
      .fields({ published: false }, 'the new post has no published: false.')
      .fields({ created_at: isNow, updated_at: isNow }, 'a time is missing, or is not new Date().toISOString().')
      .expect(
        answer.body.created_at === answer.body.updated_at,
        'the same time in created_at and updated_at',
        'create asks for the time twice, and the two can differ. Ask once, and use the string for both fields.',
      );
  });

  check('POST /posts takes only title and content from the body', async (app) => {
    const sent = draft();
    const claims = { id: 'mine', published: true, created_at: longAgo, updated_at: longAgo, [random.word()]: 'more' };
    const answer = await app.post('/posts', { ...sent, ...claims });
    const because =
      'the handler copies more from the body than it should (mass assignment). Destructure title and content, and build the post from those.';
    const isOwn = Object.entries(claims).every(([name, value]) => answer.body?.[name] !== value);
    answer.status(201).fields(sent, because).expect(isOwn, 'a post whose other fields the server has chosen', because);
  });

  check('GET /posts lists the posts that were created', async (app) => {
    const posts = [await create(app), await create(app)];
    const answer = (await app.get('/posts')).status(200);
    for (const post of posts)
      answer.expect(contains(answer, post), `an array that contains this post: ${JSON.stringify(post)}`, [
        'create does not store every post in the Map under its own id.',
        'index does not return the whole posts.',
      ]);
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /posts/:id responds with the post', async (app) => {
    const post = await create(app);
    const answer = await app.get(`/posts/${post.id}`);
    const because =
      answer.content === '{"error":"Post not found"}'
        ? 'create stores the post under a key other than its id, or show reads a parameter other than id.'
        : noRoute(answer, 'show');
    answer
      .status(200, because)
      .json(post, 'show does not look the post up by ctx.param("id"), or does not return the whole post.');
  });

  check('a post that does not exist is 404', async (app) => {
    // A handler can send the framework's own message, too.
    const hasShow = (await inspect(app)).methods.PostsController?.includes('show');
    for (const id of [randomUUID(), 'constructor']) {
      const answer = await app.get(`/posts/${id}`);
      answer.error(404, 'Post not found', (!hasShow && noRoute(answer, 'show')) || missingPost(answer));
    }
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('PUT /posts/:id replaces the post', async (app) => {
    const post = await create(app);
    await app.advance({ seconds: 2 });
    const changes = { ...draft(), published: true };
    const claims = { id: random.word(), created_at: longAgo, updated_at: longAgo };
    const answer = await app.put(`/posts/${post.id}`, { ...changes, ...claims });
    answer
      .status(200, noRoute(answer, 'update'))
      .fields(changes, 'update does not take title, content and published from the body.')
      .fields({ id: post.id, created_at: post.created_at }, [
        'update copies the whole body into the post (mass assignment). The client must not change id and created_at.',
        'update returns a new post, without the old id or created_at. Change the post that is in the Map, and return that.',
      ])
      .fields(
        { updated_at: (time: unknown) => isNow(time) && String(time) > post.updated_at },
        'updated_at is not set to the time of this change, or is taken from the body.',
      );
    const shown = await app.get(`/posts/${post.id}`);
    shown.status(200).json(answer.body, 'update changes a copy, and the Map still has the old post.');
  });

  check('PUT /posts/:id without a field sets it to its default', async (app) => {
    const { id } = await create(app);
    const before = { ...draft(), published: true };
    const published = await app.put(`/posts/${id}`, before);
    published.status(200, noRoute(published, 'update')).fields({ published: true }, 'update ignores published.');
    const answer = await app.put(`/posts/${id}`, draft());
    answer
      .status(200)
      .fields({ published: false }, [
        'published has no default in update. It is undefined if the body omits it, and JSON omits such a field.',
        'update keeps the old value of published. PUT replaces the whole post, so an omitted field gets its default.',
      ]);
    const bare = await app.put(`/posts/${id}`, { published: 'false' });
    // A handler that refuses such a body, or stores false, goes further than this chapter does.
    if (bare.code >= 400) return;
    const { title, content, published: odd } = bare.body;
    bare
      .expect(
        title !== answer.body.title && content !== answer.body.content,
        'neither the old title nor the old content, because the body has none',
        'update keeps the old values, as PATCH would. PUT replaces the whole post.',
      )
      .expect(
        odd !== true,
        'a post that is not published, because the client sent "false"',
        'update converts published to a boolean, with Boolean(…), !! or an `if`. Every string that is not empty becomes true, even "false".',
      );
  });

  check('PUT of a post that does not exist is 500, with the reason in the log only', async (app) => {
    const program = app.fresh({ TRELLIS_TRACE: '1' });
    const answer = await program.put(`/posts/${randomUUID()}`, draft());
    answer.error(500, 'Internal Server Error', wrongRefusal(answer));
    await program.stop();
    answer
      .expect(
        (await program.output()).includes('"message":"record not found"'),
        'an error in the log with the message "record not found"',
        "update throws an error with another message, fails for another reason, or responds with 500 itself. Throw new Error('record not found') before you change anything.",
      )
      .expect(
        answer.trace?.steps.some(({ kind, outcome }) => kind === 'handler' && outcome === 'threw') ?? true,
        'a handler that throws, and leaves the log entry to the framework',
        "update writes an entry that looks like one of the framework's, and responds with 500 itself.",
      );
  });

  examine(check, api, 4);
});

step(5, (check) => {
  check('DELETE /posts/:id removes the post', async (app) => {
    const [post, other] = [await create(app), await create(app)];
    const answer = await app.delete(`/posts/${post.id}`);
    answer.status(204, wrongDelete(answer)).text('');
    (await app.get(`/posts/${post.id}`)).error(404, 'Post not found', 'the post is still in the Map.');
    (await app.get(`/posts/${other.id}`)).status(200, 'delete removes other posts, too. Delete only the given id.');
    const list = await app.get('/posts');
    const because = 'delete only hides the post from show. Remove it from the Map.';
    list.expect(!contains(list, post), `an array without the deleted post ${post.id}`, because);
  });

  check('DELETE /posts/:id can be repeated', async (app) => {
    const { id } = await create(app);
    for (const _ of ['the first time', 'the second time']) {
      const answer = await app.delete(`/posts/${id}`);
      const because = 'delete treats a missing post as an error. The post is gone, which is what the client asked for.';
      answer.status(204, wrongDelete(answer) ?? because).text('');
    }
  });

  examine(check, api, 5);
});

step(6, (check) => {
  check('GET /admin/drafts responds with the posts that are not published', async (app) => {
    const [open, done] = [await create(app), await create(app)];
    const published = (await app.put(`/posts/${done.id}`, { ...draft(), published: true })).status(200).body;
    const answer = await app.get('/admin/drafts');
    answer
      .status(200, await wrongGroup(app, answer))
      .expect(
        contains(answer, open),
        `an array that contains the draft ${JSON.stringify(open)}`,
        'drafts does not return an array of whole posts, or the filter removes the drafts.',
      )
      .expect(
        !contains(answer, published),
        `an array without the published post ${done.id}`,
        'the filter keeps published posts. filter(…) keeps the elements for which the function returns true.',
      );
    const again = (await app.put(`/posts/${done.id}`, draft())).status(200).body;
    const drafts = await app.get('/admin/drafts');
    drafts.expect(
      contains(drafts, again),
      `an array that contains this post, which is a draft again: ${JSON.stringify(again)}`,
      'drafts looks at something other than published, such as the timestamps.',
    );
  });

  check('the route is a child of the group /admin', async (app) => {
    const { groups } = await inspect(app);
    const group = groups.find(({ path }) => trimmed(path) === 'admin');
    if (group?.children.some(({ method, path }) => method === 'GET' && trimmed(path) === 'drafts')) return;
    throw new CheckFailure({
      problem: group ? 'The group /admin has no child GET /drafts.' : 'No group has the path /admin.',
      expected: 'a group with the path /admin and the child GET /drafts',
      cause: group ? wrongChildren(group.children) : wrongPrefix(groups.map(({ path }) => path)),
    });
  });

  check(
    'GET /admin and GET /drafts match nothing',
    async (app) => {
      const because = 'the group itself has a handler, or the child is also listed outside of the group.';
      for (const path of ['/admin', '/drafts']) (await app.get(path)).error(404, 'Not Found', because);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 6);
  examineApplication(check, api);
});

/** `resource` returns ordinary routes. But only with it does routes() list what the controller has methods for. */
async function followsConvention(app: Session): Promise<boolean> {
  const code = `
    import { subscribe } from 'node:diagnostics_channel';
    subscribe('trellis:listening', ({ built }) => {
      for (const { instance } of built) if (instance.constructor.name === 'PostsController') {
        instance.index = undefined;
        instance.show = () => {};
        const paths = instance.routes().map(({ method, path }) => method + ' ' + path);
        console.log('found: ' + (paths.includes('GET /posts/:id') && !paths.includes('GET /posts')));
      }
    });
  `;
  const program = app.fresh({ TRELLIS_OBSERVER: code });
  await program.get('/posts');
  return !(await program.output()).includes('found: false');
}

interface Post {
  id: string;
  created_at: string;
  updated_at: string;
}

const longAgo = '2000-01-01T00:00:00.000Z';

function draft() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<Post> {
  return (await app.post('/posts', draft())).status(201).body;
}

async function wrongCreate(app: Session, { code }: Answer): Promise<string | undefined> {
  if (code === 500)
    return 'if the error message contains "[object Promise]", an `await` is missing before ctx.request.body(). If it contains "undefined", a name is misspelled.';
  if (code === 200) return 'create returns the post, which has the status 200. Return ctx.status(201).json(post).';
  if (code !== 404) return undefined;
  const { methods } = await inspect(app);
  return `resource('/posts', this) looks for a method called create. PostsController has: ${methods.PostsController?.join(', ')}.`;
}

/** A path that is known for other methods, or for none. */
function noRoute({ code, content }: Answer, handler: string): string | undefined {
  return code === 404 && content === '{"error":"Not Found"}'
    ? `resource('/posts', this) found no method called ${handler} in PostsController.`
    : undefined;
}

function missingPost({ code, content }: Answer): string | string[] {
  if (code === 204) return 'show returns undefined for a missing post. Compare with undefined before you return.';
  const isOurs = content.includes('Post not found');
  if (code === 500 && isOurs)
    return 'show returns { error: … } itself, which is sent with status 500. Return ctx.status(404).json({ error: … }).';
  if (code === 500)
    return 'show throws, or a `return` is missing before ctx.status(404).json(…) and the handler went on.';
  if (code === 404) return 'show sends a message other than "Post not found", or a field besides error.';
  return [
    'show does not compare the post with undefined, or sends the error without ctx.status(404).',
    'the posts are in a plain object, and every object inherits keys such as constructor. Use a Map.',
  ];
}

function wrongRefusal(answer: Answer): string {
  if (answer.code === 404) {
    return (
      noRoute(answer, 'update') ??
      'update responds with 404. That would be the better design, but the contract of this blog says 500: throw an Error.'
    );
  }
  if (answer.code === 500)
    return 'update sends the reason to the client, with ctx.status(500), a returned { error: … } or an HttpError. Throw a plain Error instead.';
  return 'update creates a missing post, or returns without one. Throw an Error.';
}

function wrongDelete({ code, content }: Answer): string | undefined {
  if (code === 404) return "resource('/posts', this) found no method called delete in PostsController.";
  if (content === 'true' || content === 'false')
    return "the handler returns the result of the Map's own delete, which is true or false. Leave out the `return`.";
  return code === 200 ? 'the handler returns a value. Without a return value, the response is 204.' : undefined;
}

async function wrongGroup(app: Session, { code }: Answer): Promise<string | undefined> {
  if (code !== 404) return undefined;
  const { routes } = await inspect(app);
  const others = routes.filter(({ path }) => !path.startsWith('/posts')).map(({ method, path }) => `${method} ${path}`);
  if (others.length === 0) return 'routes() returns no group yet.';
  const isRepeated = others.includes('GET /admin/admin/drafts');
  return `${isRepeated ? 'the child repeats the path of its group' : 'a path is misspelled'}. Besides /posts, your routes are: ${others.join(', ')}.`;
}

function wrongChildren(children: readonly { method?: string; path: string }[]): string {
  if (children.length === 0) return 'the group has no children, and the route is listed outside of it.';
  return `the children of the group are: ${children.map(({ method, path }) => `${method} ${path}`).join(', ')}.`;
}

function wrongPrefix(paths: readonly string[]): string {
  return paths.length > 0
    ? `your group has the path '${paths[0]}'. Split the path at the second slash: /admin for the group, /drafts for the child.`
    : 'the route is not in the `children` of a group. Its full path is the same, but chapter 10 will need the group.';
}

function trimmed(path: string): string {
  return path.replace(/^\/|\/$/g, '');
}

function contains({ content }: Answer, post: object): boolean {
  const body: unknown = /^[[{]/.test(content) ? JSON.parse(content) : undefined;
  return Array.isArray(body) && body.some((listed) => isDeepStrictEqual(listed, post));
}

function isUUID(value: unknown): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
}

/** Within a minute, because checks move the clock of the program a little. */
function isNow(value: unknown): boolean {
  const date = new Date(String(value));
  return Math.abs(date.getTime() - Date.now()) < 60_000 && date.toISOString() === value;
}
