import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
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
    if (route?.handler === 'PostsController.index') return expectResource(app);
    throw new CheckFailure({
      problem: route ? `GET /posts is handled by ${route.handler}.` : 'There is no route GET /posts.',
      expected: 'the route GET /posts, with the handler PostsController.index',
      cause: "the route is written by hand. Add ...resource('/posts', this) to the array that routes() returns.",
    });
  });
});

step(2, (check) => {
  check('POST /posts responds with 201 and the new post', async (app) => {
    // Spaces and characters that another encoding, or a handler that "cleans up", would change.
    const sent = { title: ` ${random.sentence()}`, content: `${random.sentence()} é 🌻 ` };
    const answer = await app.fresh({ TRELLIS_CLOCK: 'ticks' }).post('/posts', sent);
    answer
      .status(201, await wrongCreate(app, answer))
      .fields(sent, (response) => wrongStrings(response, sent))
      .fields({ id: isUUID }, 'the id does not come from randomUUID().')
      .fields({ published: false }, 'the new post has no published: false.')
      .fields({ created_at: isNow, updated_at: isNow }, 'a time is missing, or is not new Date().toISOString().')
      .expect(
        answer.body?.created_at === answer.body?.updated_at,
        'the same time in created_at and updated_at',
        'create asks for the time twice, and the two can differ. Ask once, and use the string for both fields.',
      )
      .expect(hasSixFields(answer.body), onlySixFields, 'the post has a field that is not in post.ts.');
  });

  check('POST /posts takes only title and content from the body', async (app) => {
    const claims = { id: 'mine', published: true, created_at: longAgo, updated_at: longAgo };
    const extra = { [random.word()]: 'more' };
    const because = (response: Answer) => wrongAssignment(response, claims, extra);
    const sent = draft();
    const answer = await app.post('/posts', { ...sent, ...claims, ...extra });
    answer
      .status(201)
      .fields({ ...sent, id: isUUID, published: false, created_at: isNow, updated_at: isNow }, because)
      .expect(hasSixFields(answer.body), onlySixFields, because);
  });

  check('GET /posts lists the posts that were created', async (app) => {
    const posts: Post[] = [];
    for (let count = 0; count < 20; count++) posts.push(await create(app));
    const answer = await app.get('/posts');
    answer.status(200);
    const missing = posts.filter((post) => !arrayIn(answer).some((listed) => isDeepStrictEqual(listed, post)));
    for (const post of posts) {
      const found = arrayIn(answer).filter((listed) => isDeepStrictEqual(listed, post));
      answer.expect(
        found.length === 1,
        `an array that contains this post once: ${JSON.stringify(post)}`,
        found.length === 0 && missing.length < posts.length - 1
          ? `${missing.length} of ${posts.length} posts are missing. Either create removes old posts from the Map, or index returns only some of them.`
          : 'create does not store every post in the Map under its own id, or index does not return the whole posts.',
      );
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('GET /posts/:id responds with the post', async (app) => {
    const posts = [await create(app), await create(app)];
    for (const post of posts) {
      const answer = await app.get(`/posts/${post.id}`);
      answer
        .status(200, noRoute(answer, 'show') ?? lostPost(answer))
        .json(post, 'show does not look the post up by ctx.param("id"), or does not return the whole post.');
    }
  });

  check('a post that does not exist is 404', async (app) => {
    // A handler can send the framework's own message, too.
    const hasShow = (await inspect(app)).methods.PostsController?.includes('show');
    for (const id of [randomUUID(), random.word()]) {
      const answer = await app.get(`/posts/${id}`);
      const cause = hasShow ? undefined : noRoute(answer, 'show');
      answer.error(404, 'Post not found', cause ?? missingPost(answer));
    }
    const made = await app.post('/posts', draft());
    if (made.code === 201) {
      const half = await app.get(`/posts/${String(made.body?.id).slice(0, 18)}`);
      half.error(
        404,
        'Post not found',
        noRoute(half, 'show') ?? 'show compares only a part of the id. Let the Map find the post, with get.',
      );
    }
    const inherited = await app.get('/posts/constructor');
    inherited.error(
      404,
      'Post not found',
      noRoute(inherited, 'show') ??
        'the posts are in a plain object, and every object inherits keys such as constructor. Use a Map.',
    );
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('PUT /posts/:id replaces the post', async (app) => {
    const post = await create(app);
    await app.advance({ seconds: 2 });
    const changes = { title: ` ${random.sentence()} `, content: `${random.sentence()} é 🌻 `, published: true };
    const claims = { id: random.word(), created_at: longAgo, updated_at: longAgo, [random.word()]: 'more' };
    const answer = await app.put(`/posts/${post.id}`, { ...changes, ...claims });
    answer
      .status(200, noRoute(answer, 'update'))
      .fields(changes, (response) => wrongChanges(response, changes))
      .fields({ id: post.id, created_at: post.created_at }, (response) => wrongIdentity(response, claims.id))
      .fields(
        { updated_at: (time: unknown) => isNow(time) && String(time) > post.updated_at },
        'updated_at is not set to the time of this change, or is taken from the body.',
      )
      .expect(
        hasSixFields(answer.body),
        onlySixFields,
        'update copies the whole body into the post (mass assignment), including a field that is not in post.ts.',
      );
    const shown = await app.get(`/posts/${post.id}`);
    shown.status(200).json(answer.body, 'update changes a copy, and the Map still has the old post.');
    const bare = await app.put(`/posts/${post.id}`, { published: true });
    // A handler that refuses such a body goes further than this chapter does.
    if (bare.code >= 400) return;
    bare.expect(
      bare.body?.title !== changes.title && bare.body?.content !== changes.content,
      'neither the old title nor the old content, because the body has none',
      'update keeps the old values, as PATCH would. PUT replaces the whole post.',
    );
  });

  check('PUT /posts/:id without published makes the post a draft', async (app) => {
    const post = await create(app);
    const published = await app.put(`/posts/${post.id}`, { ...draft(), published: true });
    published.status(200, noRoute(published, 'update')).fields({ published: true }, 'update ignores published.');
    const answer = await app.put(`/posts/${post.id}`, draft());
    answer.status(200).fields({ published: false }, notADraft);
    const odd = await app.put(`/posts/${post.id}`, { ...draft(), published: 'false' });
    // A handler that refuses such a body, or stores false, goes further than this chapter does.
    if (odd.code >= 400) return;
    odd.expect(
      odd.body?.published !== true,
      'a post that is not published, because the client sent "false"',
      'update converts published to a boolean, with Boolean(…), !! or an `if`. Every string that is not empty becomes true, even "false".',
    );
  });

  check('PUT of a post that does not exist is 500, with the reason in the log only', async (app) => {
    const program = app.fresh({ TRELLIS_TRACE: '1' });
    const answer = await program.put(`/posts/${randomUUID()}`, draft());
    answer.error(500, 'Internal Server Error', wrongRefusal(answer));
    await program.stop();
    answer.expect(
      errorsIn(await program.output()).includes('record not found'),
      'an error in the log with the message "record not found"',
      "update throws an error with another message, fails for another reason, or responds with 500 itself. Throw new Error('record not found') before you change anything.",
    );
    answer.expect(
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
    list.expect(
      !arrayIn(list).some((listed) => listed?.id === post.id),
      `an array without the deleted post ${post.id}`,
      'delete only hides the post from show. Remove it from the Map.',
    );
    await app.delete(`/posts/${other.id.slice(0, 18)}`);
    (await app.get(`/posts/${other.id}`)).status(
      200,
      'delete compares only a part of the id, so a request for the first half of an id deletes the post. Let the Map delete it.',
    );
    const { code, content } = await replaceLate(app, other.id);
    if (code === 500) return;
    throw new CheckFailure({
      problem: `A post was deleted while its PUT was under way, and the PUT responded with ${code}.`,
      curl: `PUT /posts/${other.id}, whose body arrives after DELETE /posts/${other.id}`,
      received: `${code} ${content}`,
      expected: '500 {"error":"Internal Server Error"}, because the post no longer exists',
      cause:
        'update looks for the post before it reads the body. While it waited for the body, the post was deleted. Read the body first.',
    });
  });

  check('DELETE /posts/:id can be repeated', async (app) => {
    const post = await create(app);
    const first = await app.delete(`/posts/${post.id}`);
    first.status(204, wrongDelete(first)).text('');
    const second = await app.delete(`/posts/${post.id}`);
    second
      .status(204, 'delete treats a missing post as an error. The post is gone, which is what the client asked for.')
      .text('');
    const unknown = await app.delete(`/posts/${randomUUID()}`);
    unknown
      .status(
        204,
        'delete treats a post that never existed as an error. There is nothing left to delete, so it succeeds.',
      )
      .text('');
  });

  examine(check, api, 5);
});

step(6, (check) => {
  check('GET /admin/drafts responds with the posts that are not published', async (app) => {
    const [open, done] = [await create(app), await create(app)];
    (await app.put(`/posts/${done.id}`, { ...draft(), published: true })).status(200);
    const answer = await app.get('/admin/drafts');
    answer
      .status(200, await wrongGroup(app, answer))
      .expect(
        arrayIn(answer).some((post) => isDeepStrictEqual(post, open)),
        `an array that contains the draft ${JSON.stringify(open)}`,
        answer.content.startsWith('[')
          ? 'the filter removes the drafts, or the handler does not return the whole posts.'
          : 'drafts returns something other than an array.',
      )
      .expect(
        !arrayIn(answer).some((post) => post?.id === done.id),
        `an array without the published post ${done.id}`,
        'the filter keeps published posts. filter(…) keeps the elements for which the function returns true.',
      );
    const all = arrayIn(await app.get('/posts')).filter((post) => post?.published === false).length;
    answer.expect(
      arrayIn(answer).length >= all,
      `an array of ${all} drafts, as many as GET /posts contains`,
      'drafts returns only some of the drafts.',
    );
    const again = (await app.put(`/posts/${done.id}`, draft())).status(200).body;
    if (again.published !== false) return; // Step 4 reports that.
    const drafts = await app.get('/admin/drafts');
    drafts.expect(
      arrayIn(drafts).some((post) => isDeepStrictEqual(post, again)),
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

/** `resource` returns ordinary routes, so only the code shows who wrote them. */
async function expectResource(app: Session): Promise<void> {
  const source = await readFile(join(app.src, 'posts', 'posts.controller.ts'), 'utf8').catch(() => '...resource(');
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  // A statement of its own, as opposed to an element of an array or the value of a return.
  const isDropped = /[{};]\s*resource\s*\([^();]*\);/.test(code);
  if (/\bresource\s*\(/.test(code) && !isDropped) return;
  if (isDropped) {
    throw new CheckFailure({
      problem: 'routes() does not return the routes that resource(…) returns.',
      expected: "...resource('/posts', this) in the array that routes() returns",
      cause: 'resource(…) is called in a line of its own, which drops its result, and the route is written by hand.',
    });
  }
  throw new CheckFailure({
    problem: 'PostsController does not call resource(…).',
    expected: "...resource('/posts', this) in the array that routes() returns",
    cause:
      'the route is written by hand. Then every step would need another route, and a path could differ from the convention.',
  });
}

/** Sends a PUT, deletes the post when the handler is running, and only then sends the body of the PUT. */
async function replaceLate(app: Session, id: string): Promise<{ code: number; content: string }> {
  const url = `${await app.url()}/posts/${id}`;
  const headers = { Expect: '100-continue' };
  const sent = request(url, { method: 'PUT', headers, agent: false, signal: AbortSignal.timeout(5_000) });
  const response = once(sent, 'response') as Promise<[IncomingMessage]>;
  response.catch(() => {});
  sent.flushHeaders();
  // Node sends 100 in the moment in which it calls the handler.
  await Promise.race([once(sent, 'continue'), response]);
  (await app.delete(`/posts/${id}`)).status(204);
  sent.end(JSON.stringify(draft()));
  const [incoming] = await response;
  return { code: incoming.statusCode!, content: await text(incoming) };
}

interface Post {
  id: string;
  created_at: string;
  updated_at: string;
}

const fields = ['content', 'created_at', 'id', 'published', 'title', 'updated_at'];

const onlySixFields = 'the six fields of post.ts, and no other';

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
  if (methods.PostsController?.includes('create'))
    return "PostsController has a method create, but routes() does not return what resource('/posts', this) returns.";
  return `resource('/posts', this) looks for a method called create. PostsController has: ${methods.PostsController?.join(', ')}.`;
}

function wrongAssignment({ body }: Answer, claims: Record<string, unknown>, extra: Record<string, unknown>): string {
  const [taken] = Object.keys(claims).filter((name) => body?.[name] === claims[name]);
  return taken === undefined || Object.keys(extra).some((name) => name in body)
    ? 'the handler copies the whole body into the post (mass assignment). Destructure title and content, and build the post from those.'
    : `the handler takes ${taken} from the body, too (mass assignment). Take only title and content.`;
}

function wrongChanges({ body }: Answer, sent: { title: string; content: string }): string {
  const { title, content: text } = body ?? {};
  if (typeof title !== 'string' || typeof text !== 'string')
    return 'update does not take title, content and published from the body.';
  if (title.trim() === sent.title.trim() && text.trim() === sent.content.trim())
    return 'update changes the strings, for example with trim(), or ignores published.';
  if (title.trim() === sent.title.trim() && isMisread(text, sent.content))
    return 'the bytes of the body are not decoded as UTF-8. String(…) does that.';
  return 'update does not take all of title, content and published from the body.';
}

function wrongIdentity({ body }: Answer, claimed: string): string {
  return body?.id === claimed || body?.created_at === longAgo
    ? 'update copies the whole body into the post (mass assignment). The client must not change id and created_at.'
    : 'update returns a new post, without the old id or created_at. Change the post that is in the Map, and return that.';
}

function notADraft({ body }: Answer): string {
  return body?.published === undefined
    ? 'published has no default in update. It is undefined if the body omits it, and JSON omits such a field.'
    : 'update keeps the old value of published. PUT replaces the whole post, so an omitted field gets its default.';
}

function wrongStrings({ body }: Answer, sent: { title: string; content: string }): string {
  const { title, content: text } = body ?? {};
  if (typeof title !== 'string' || typeof text !== 'string')
    return 'the post does not get title and content from the parsed body.';
  if (title.trim() === sent.title.trim() && text.trim() === sent.content.trim())
    return 'create changes the strings, for example with trim(). Store what the client sent.';
  return isMisread(text, sent.content)
    ? 'the bytes of the body are not decoded as UTF-8. String(…) does that.'
    : 'the post does not get title and content from the parsed body.';
}

/** The ASCII characters before the é survive a wrong encoding. Without them, it is another string. */
function isMisread(text: string, sent: string): boolean {
  return text.startsWith(sent.slice(0, sent.indexOf('é'))) && !text.includes('é');
}

/** A path that is known for other methods, or for none. */
function noRoute({ code, content }: Answer, handler: string): string | undefined {
  return code === 404 && content === '{"error":"Not Found"}'
    ? `resource('/posts', this) found no method called ${handler} in PostsController.`
    : undefined;
}

function lostPost({ content }: Answer): string | undefined {
  return content === '{"error":"Post not found"}'
    ? 'create stores the post under a key other than its id, or show reads a parameter other than id.'
    : undefined;
}

function missingPost({ code, content }: Answer): string {
  if (code === 204) return 'show returns undefined for a missing post. Compare with undefined before you return.';
  const isOurs = content.includes('Post not found');
  if (code === 500 && isOurs)
    return 'show returns { error: … } itself, which is sent with status 500. Return ctx.status(404).json({ error: … }).';
  if (code === 500)
    return 'show throws, or a `return` is missing before ctx.status(404).json(…) and the handler went on.';
  if (code === 200 && isOurs) return 'show sends the error without ctx.status(404).';
  if (code === 404) return 'show sends a message other than "Post not found", or a field besides error.';
  return 'show does not compare the post with undefined.';
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

/** Whatever came back: a check must explain a wrong response, not crash on it. */
// biome-ignore lint/suspicious/noExplicitAny: the elements are whatever the learner's program sent.
function arrayIn({ content }: Answer): any[] {
  try {
    const body: unknown = JSON.parse(content);
    return Array.isArray(body) ? body : [];
  } catch {
    return [];
  }
}

/** The messages of the errors in the log, which is one JSON object per line. */
function errorsIn(output: string): unknown[] {
  return output.split('\n').flatMap((line) => {
    try {
      const entry = JSON.parse(line);
      return entry.level === 'error' ? [entry.error?.message] : [];
    } catch {
      return [];
    }
  });
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

/** Within a minute, because checks move the clock of the program a little. */
function isNow(value: unknown): boolean {
  const date = new Date(String(value));
  return Math.abs(date.getTime() - Date.now()) < 60_000 && date.toISOString() === value;
}
