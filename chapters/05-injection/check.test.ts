import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  CheckFailure,
  chapter,
  examine,
  examineApplication,
  type Inspection,
  inspect,
  random,
  recorded,
  type ServiceCall,
  type Session,
} from '#check';
import { api } from './api.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('PostsModule declares PostsService', async (app) => {
    const { parts } = await inspect(app);
    const service = parts.find(({ name }) => name === 'PostsService');
    if (service?.module === 'PostsModule') return;
    throw new CheckFailure({
      problem: service ? `PostsService is declared in ${service.module}.` : 'The application has no PostsService.',
      expected: 'PostsModule declares a class called PostsService',
      cause: service
        ? 'the class is in the declarations of another module.'
        : 'PostsService is missing in the declarations in src/posts/posts.module.ts. The framework only builds declared classes.',
    });
  });

  check('PostsService has six methods', async (app) => {
    const inspection = await inspect(app);
    const missing = missingMethods(inspection, ['list', 'drafts', 'find', 'create', 'update', 'delete']);
    if (missing === undefined) {
      const service = inspection.parts.find(({ name }) => name === 'PostsService');
      // With a log, `new` makes no complete service any more. From then on, step 2 calls the methods with its requests.
      return service?.needs.length === 0 ? expectWork(app) : undefined;
    }
    throw new CheckFailure({
      problem: `PostsService has no ${missing.names.join(' and no ')}.`,
      expected: 'the methods list, drafts, find, create, update and delete',
      cause: missing.cause,
    });
  });
});

step(2, (check) => {
  check('PostsService is injected into PostsController', async (app) => {
    expectInjected(await inspect(app), 'PostsController', 'PostsService');
  });

  check(
    'posts are created, shown, replaced and deleted as before',
    async (app) => {
      const claims = { id: 'mine', created_at: '2000-01-01T00:00:00.000Z', [random.word()]: 'more' };
      const made = await app.post('/posts', { ...draft(), ...claims, published: true });
      made
        .status(201)
        .expect(hasOnlyOwn(made, claims), noClaims, wrongFields('create'))
        .fields({ published: false }, wrongFields('create'));
      const post = await create(app);
      (await app.get(`/posts/${post.id}`)).status(200).json(post, 'show does not return the post that create stored.');
      await app.advance({ seconds: 1 });
      const changes = { ...draft(), published: true };
      const changed = await app.put(`/posts/${post.id}`, { ...changes, ...claims });
      changed
        .status(200)
        .fields(changes, 'update does not return the changed post.')
        .expect(hasOnlyOwn(changed, claims), noClaims, wrongFields('update'))
        .fields({ id: post.id, created_at: post.created_at }, 'update returns another post.')
        .fields(
          { updated_at: (time: unknown) => String(time) > post.updated_at },
          'update of the service does not set updated_at to the current time, as the handler did in chapter 04.',
        );
      const shown = await app.get(`/posts/${post.id}`);
      shown.status(200).json(changed.body, 'update changes a copy of the post.');
      const replaced = await app.put(`/posts/${post.id}`, draft());
      replaced.status(200).fields({ published: false }, 'published has no default in the handler update.');
      const deleted = await app.delete(`/posts/${post.id}`);
      deleted.status(204, notEmpty).text('');
      const gone = await app.get(`/posts/${post.id}`);
      gone.error(404, 'Post not found', notFoundBecause(gone));
    },
    { alreadyTrue: true },
  );

  check(
    'a post that does not exist is 404 for GET and 500 for PUT, as before',
    async (app) => {
      const id = randomUUID();
      const shown = await app.get(`/posts/${id}`);
      shown.error(404, 'Post not found', notFoundBecause(shown));
      const changed = await app.put(`/posts/${id}`, draft());
      changed.error(
        500,
        'Internal Server Error',
        "update of the service does not throw new Error('record not found'), or the controller catches it.",
      );
      // One more round trip: what was logged before it has arrived by then.
      await app.get('/posts');
      const lines = (await app.output()).split('\n').filter((line) => line.includes(id));
      changed.expect(
        lines.some((line) => line.includes('"message":"record not found"')),
        'an error in the log with the message "record not found"',
        'update of the service throws an error with another message, or fails for another reason.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'every handler calls the service and waits for it',
    async (app) => {
      const program = await recorded(app);
      const id = randomUUID();
      const requests: [string, string, string, unknown?][] = [
        ['list', 'GET', '/posts'],
        ['create', 'POST', '/posts', draft()],
        ['find', 'GET', `/posts/${id}`],
        ['update', 'PUT', `/posts/${id}`, draft()],
        ['delete', 'DELETE', `/posts/${id}`],
        ['drafts', 'GET', '/admin/drafts'],
      ];
      for (const [name, method, path, body] of requests) {
        const { content } = await program.app.send(method, path, body);
        expectCall(await program.calls(), `${method} ${path.replace(id, ':id')}`, name, content);
      }
      for (const [name, method, path, body] of requests.filter(([name]) => name === 'create' || name === 'delete')) {
        const answer = await failing(app, name).send(method, path, body);
        answer.error(500, 'Internal Server Error', swallowed(name));
      }
    },
    { concurrent: true },
  );

  check('GET /posts lists the newest post first', async (app) => {
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) {
      ids.unshift((await create(app)).id);
      await app.advance({ seconds: 1 });
    }
    (await app.put(`/posts/${ids.at(-1)}`, draft())).status(200);
    const answer = await app.get('/posts');
    const listed = idsIn(answer).filter((id) => ids.includes(String(id)));
    answer
      .status(200)
      .expect(
        listed.join() === ids.join(),
        `an array with these posts in this order, the newest first: ${ids.join(', ')}`,
        listed.join() === [...ids].reverse().join()
          ? 'list returns the posts in the order in which they were added to the Map. Reverse the array.'
          : listed[0] === ids.at(-1)
            ? 'list puts the most recently changed post first. The newest post is the one that was created last.'
            : 'list does not return every post once, or sorts them by something other than their age.',
      );
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('Log is injected into PostsService', async (app) => {
    expectInjected(await inspect(app), 'PostsService', 'Log');
  });

  check(
    'POST /posts writes a log entry with the id',
    async (app) => {
      const program = app.fresh({ LOG_LEVEL: 'debug' });
      const sent = draft();
      const answer = await program.post('/posts', sent);
      const { id } = answer.status(201).body;
      (await program.put(`/posts/${id}`, sent)).status(200);
      (await program.get(`/posts/${id}`)).status(200);
      for (const path of ['/posts', '/admin/drafts']) await program.get(path);
      await program.put(`/posts/${randomUUID()}`, sent);
      for (const path of [`/posts/${id}`, '/admin/drafts']) {
        await program.post('/posts', sent);
        await program.delete(path);
      }
      await program.stop();
      const log = await program.output();
      const entries = entriesIn(log);
      const written = entries.filter((candidate) => candidate.message === 'post created' && candidate.id === id);
      const [entry] = written;
      answer
        .expect(
          entry !== undefined,
          `a log entry with the message "post created" and the field id = "${id}"`,
          wrongEntry(entries, id),
        )
        .expect(
          entry?.level === 'info',
          'the level "info"',
          `the entry has the level "${entry?.level}". Creating a post is normal, so log it with info.`,
        )
        .expect(
          typeof entry?.time === 'string',
          'an entry with a time, as the log writes it',
          'the entry is printed with console.log. Call info of the injected log.',
        )
        .expect(
          written.length === 1,
          'one such entry, although the post was also changed and read',
          'a method other than create writes this entry, too.',
        )
        .expect(
          // The beginning of a word is enough, because a log may have a preview.
          !`${sent.title} ${sent.content}`.split(' ').some((word) => log.toLowerCase().includes(word.slice(0, 6))),
          'a log without the title and the content of the post, at every level',
          'the handler or the service logs the title, the content, or the whole post. The id is enough to find it.',
        );
    },
    { concurrent: true },
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check(
    'the blog starts with a first post',
    async (app) => {
      const { methods } = await inspect(app);
      const program = app.fresh();
      const answer = await program.get('/posts');
      const hooks = methods.PostsService?.filter((name) => /^on_?start$/i.test(name)) ?? [];
      answer
        .status(200)
        .expect(
          idsIn(answer).length === 1,
          'an array of one post',
          idsIn(answer).length > 1
            ? 'onStart creates more than one post, or the post is also created elsewhere.'
            : hooks[0] !== undefined && hooks[0] !== 'onStart'
              ? `PostsService has a method called ${hooks[0]}. The framework only calls onStart, with this spelling.`
              : 'PostsService has no method onStart, or it creates no post.',
        );
      const [post] = answer.body;
      answer
        .expect(
          post.title === 'Welcome' && post.content === 'This blog was planted today.',
          'the title "Welcome" and the content "This blog was planted today."',
          'one of the two strings is different. Compare them with the chapter, letter by letter.',
        )
        .expect(
          post.published === false && typeof post.created_at === 'string',
          'a post like any other, not published',
          'onStart builds the post itself. Let this.create(…) do it.',
        );
      const shown = await program.get(`/posts/${post.id}`);
      shown.status(200, 'the first post is not stored like the others. Let this.create(…) do it.').json(post);
      if (!hooks.includes('onStart')) return; // The next check reports that.
      (await program.delete(`/posts/${post.id}`)).status(204);
      (await program.get('/posts'))
        .status(200)
        .json([], 'list, or another method, creates the first post again when there is none. Leave that to onStart.');
      await program.stop();
      answer.expect((await program.output()).includes(post.id), 'a log entry with the id of the first post', [
        'onStart adds the post to the Map itself, without a log entry. Let this.create(…) do it.',
        'the log entry is written in the controller. Write it in create of the service, which onStart calls, too.',
      ]);
    },
    { concurrent: true },
  );

  check('the first post is created in onStart', async (app) => {
    const { methods } = await inspect(app);
    if (methods.PostsService?.includes('onStart')) {
      const waiting = await startWith(app, () => new Promise(() => {}));
      if (waiting.isFinished) {
        throw new CheckFailure({
          problem: waiting.isCreating ? 'onStart finished before create had.' : 'onStart did not call create.',
          expected: 'an onStart that calls create and waits for its promise',
          cause: waiting.isCreating
            ? 'the promise of create is neither awaited nor returned. The framework could not tell that create failed.'
            : 'onStart builds the post itself. Let this.create(…) do it, and every post is made in the same place.',
        });
      }
      const failing = await startWith(app, () => Promise.reject(new Error('no post')));
      if (!failing.isFinished) return;
      throw new CheckFailure({
        problem: 'create failed, and onStart finished as if it had not.',
        expected: 'an onStart that passes the error on, so that the application does not start',
        cause: 'onStart catches the error of create. Remove the try … catch, or throw the error again.',
      });
    }
    throw new CheckFailure({
      problem: 'PostsService has no method onStart.',
      expected: 'a method onStart in PostsService that creates the first post',
      cause: 'the first post is created elsewhere, for example in a constructor, in main.ts, or on the first request.',
    });
  });
});

step(5, (check) => {
  check('AdminModule imports PostsModule, which exports PostsService', async (app) => {
    const { modules } = await inspect(app);
    const [admin, posts, root] = ['AdminModule', 'PostsModule', 'AppModule'].map((wanted) =>
      modules.find(({ name }) => name === wanted),
    );
    const expected = 'AppModule imports AdminModule, AdminModule imports PostsModule, PostsModule exports PostsService';
    const names = modules.map(({ name }) => name).join(', ');
    if (admin === undefined) {
      const isMisnamed = root !== undefined && root.imports.length > 1;
      const cause = isMisnamed ? 'the new module has another name in module(…).' : 'no module imports it.';
      throw new CheckFailure({
        problem: 'The application has no module called AdminModule.',
        expected,
        cause: `${cause} The modules of the application are: ${names}.`,
      });
    }
    if (admin.imports.includes('PostsModule') && posts?.exports.includes('PostsService') && root) {
      const forgotten = [posts, admin].find(({ name }) => !root.imports.includes(name));
      if (forgotten !== undefined) {
        throw new CheckFailure({
          problem: `AppModule does not import ${forgotten.name}.`,
          expected: 'AppModule imports PostsModule and AdminModule',
          cause: `${forgotten.name} belongs to the application only because another module imports it. Without that module, the routes of ${forgotten.name} would be gone, too.`,
        });
      }
      const wide = [posts, admin].find((one) => one.exports.some((name) => name !== 'PostsService'));
      if (wide === undefined) return;
      throw new CheckFailure({
        problem: `${wide.name} exports: ${wide.exports.join(', ')}.`,
        expected: 'PostsModule exports PostsService, and nothing else is exported',
        cause: 'a class is exported that no other module injects, so it can no longer change freely.',
      });
    }
    throw new CheckFailure({
      problem: 'The two modules are not connected.',
      expected,
      cause: `AdminModule imports: ${admin.imports.join(', ') || 'nothing'}. PostsModule exports: ${posts?.exports.join(', ') || 'nothing'}.`,
    });
  });

  check('AdminController belongs to AdminModule and handles /admin/drafts', async (app) => {
    const inspection = await inspect(app);
    const controller = inspection.parts.find(({ name }) => name === 'AdminController');
    if (controller?.module !== 'AdminModule') {
      throw new CheckFailure({
        problem: controller
          ? `AdminController is declared in ${controller.module}.`
          : 'The application has no AdminController.',
        expected: 'AdminModule declares AdminController',
        cause: 'AdminController is missing in the declarations in src/admin/admin.module.ts.',
      });
    }
    expectInjected(inspection, 'AdminController', 'PostsService');
    for (const method of ['GET', 'DELETE']) {
      const route = inspection.routes.find((other) => other.method === method && other.path === '/admin/drafts');
      if (route?.handler.startsWith('AdminController.')) continue;
      throw new CheckFailure({
        problem: route
          ? `${method} /admin/drafts is handled by ${route.handler}.`
          : `There is no route ${method} /admin/drafts.`,
        expected: `the route ${method} /admin/drafts, handled by a method of AdminController`,
        cause: route
          ? route.handler === 'AdminController'
            ? 'the handler is a function written into the route. Make it a method of AdminController.'
            : 'the route is still in the other controller. Move it to AdminController.'
          : `a child is missing or misspelled. AdminController has: ${routesOf(inspection, 'AdminController')}.`,
      });
    }
    const contains = ({ path, children }: Inspection['groups'][number], method: string) =>
      children.some(
        (child) =>
          child.method === method && (path + child.path).split('/').filter(Boolean).join('/') === 'admin/drafts',
      );
    if (inspection.groups.some((group) => contains(group, 'GET') && contains(group, 'DELETE'))) return;
    throw new CheckFailure({
      problem: 'No group contains both GET /admin/drafts and DELETE /admin/drafts.',
      expected: 'a group /admin with the children GET /drafts and DELETE /drafts',
      cause:
        'a route is listed with its full path. Make both routes children of the group: chapter 10 protects the group.',
    });
  });

  check(
    'GET /admin/drafts lists the drafts that POST /posts created',
    async (app) => {
      const [open, done] = [await create(app), await create(app)];
      await publish(app, done);
      const answer = await app.get('/admin/drafts');
      answer
        .status(200)
        .expect(
          idsIn(answer).includes(open.id) && !idsIn(answer).includes(done.id),
          `an array with the draft ${open.id} and without the published post ${done.id}`,
          'the two controllers use different services (is there a `new PostsService()`?), or drafts filters the wrong posts.',
        );
    },
    { alreadyTrue: true },
  );

  check('DELETE /admin/drafts deletes the drafts and nothing else', async (app) => {
    const [open, done] = [await create(app), await create(app)];
    await publish(app, done);
    const answer = await app.delete('/admin/drafts');
    answer.status(204, answer.code === 200 ? 'the handler returns a value.' : undefined).text('');
    const drafts = await app.get('/admin/drafts');
    drafts.status(200).json([], 'discardDrafts does not delete every draft.');
    (await app.get(`/posts/${open.id}`)).error(
      404,
      'Post not found',
      'the draft is still in GET /posts: the two controllers use different services.',
    );
    (await app.get(`/posts/${done.id}`)).status(200, 'discardDrafts deletes published posts, too.');
  });

  check(
    'DELETE /admin/drafts calls discardDrafts and waits for it',
    async (app) => {
      const program = await recorded(app);
      await create(program.app);
      await program.calls();
      (await program.app.delete('/admin/drafts')).status(204);
      const calls = await program.calls();
      expectCall(calls, 'DELETE /admin/drafts', 'discardDrafts');
      const used = ['discardDrafts', 'delete'].filter((method) =>
        calls.some(({ name }) => name.endsWith(`.${method}`)),
      );
      for (const method of used) {
        const broken = failing(app, method);
        await create(broken);
        (await broken.delete('/admin/drafts')).error(500, 'Internal Server Error', swallowed(method));
      }
    },
    { concurrent: true },
  );

  examine(check, api, 5);
  examineApplication(check, api);
});

/** A run of the program in which this method of the service fails, as it could with a database. */
function failing(app: Session, method: string): Session {
  return app.fresh({ TRELLIS_CALLS: '1', TRELLIS_FAILS: `PostsService.${method}` });
}

function swallowed(method: string): string {
  return `PostsService.${method} failed, and its error is ignored, with catch or Promise.allSettled. The client gets a success although the work failed.`;
}

/** Calls onStart alone, with this `create`: as long as the posts are in memory, the application shows no difference. */
async function startWith(app: Session, result: () => Promise<unknown>) {
  let isCreating = false;
  const create = () => {
    isCreating = true;
    return result();
  };
  const write = () => {};
  const log = { debug: write, info: write, warn: write, error: write };
  try {
    const service = new (await serviceClass(app))();
    Object.defineProperties(service, { create: { value: create }, log: { value: log } });
    await Promise.race([service.onStart(), new Promise((_, reject) => setImmediate(reject))]);
    return { isCreating, isFinished: true };
  } catch {
    return { isCreating, isFinished: false };
  }
}

type ServiceMethod = 'onStart' | 'list' | 'drafts' | 'find' | 'create' | 'update' | 'delete';
// biome-ignore lint/suspicious/noExplicitAny: whatever the learner's method returns.
type Service = Record<ServiceMethod, (...given: unknown[]) => any>;

async function serviceClass(app: Session): Promise<new () => Service> {
  const file = pathToFileURL(join(app.src, 'posts/posts.service.ts'));
  // A new address, so that a file that was saved in between is imported again.
  return (await import(`${file.href}?at=${performance.now()}`)).PostsService;
}

const wrongList = [
  'list does not return every post that create has stored.',
  'list returns the oldest post first. Reverse the array.',
  'list sorts by created_at, which is the same for all posts of one millisecond. Reverse the order of the Map instead.',
];

/** Before step 2, no request reaches the service, so this calls its methods directly. */
async function expectWork(app: Session): Promise<void> {
  const Service = await serviceClass(app);
  const service = new Service();
  const call = async (method: ServiceMethod, ...given: unknown[]) => {
    const result = service[method](...given);
    if (typeof result?.then === 'function') {
      return result.catch((error: Error) => {
        throw new CheckFailure({
          problem: `PostsService.${method} failed: ${error?.message}`,
          expected: `a method ${method} with the parameters and the result of the table`,
          cause: wrongCall(method, error),
        });
      });
    }
    throw new CheckFailure({
      problem: `PostsService.${method} returned a value, not a promise.`,
      expected: `an async method ${method}`,
      cause: `\`async\` is missing before ${method}. With a database, the method will have to wait.`,
    });
  };
  const expect = (method: ServiceMethod, received: unknown, expected: unknown, cause: string | string[]) => {
    if (isDeepStrictEqual(received, expected)) return;
    throw new CheckFailure({
      problem: `PostsService.${method} returned something else.`,
      received: JSON.stringify(received) ?? 'undefined',
      expected: JSON.stringify(expected) ?? 'undefined',
      cause,
    });
  };
  const ids = (posts: unknown) => (Array.isArray(posts) ? posts.map((post) => post?.id) : posts);
  const [sent, changes] = [draft(), { ...draft(), published: true }];
  const first = await call('create', sent);
  expect(
    'create',
    first,
    { ...first, ...sent, published: false },
    typeof first?.title === 'object'
      ? 'create has title and content as two parameters. Make them one object: create({ title, content }).'
      : 'create does not return the new post.',
  );
  const second = await call('create', draft());
  expect('list', ids(await call('list')), [second?.id, first.id], wrongList);
  const [crowd, made] = [new Service(), [] as unknown[]];
  expect(
    'list',
    await crowd.list(),
    [],
    'the Map is outside of the class, or static, so every PostsService has the same posts. Make it a private field.',
  );
  // Many posts in one millisecond: with created_at alone, a list can't tell which of them is the newest.
  for (let count = 0; count < 20; count++) made.push((await crowd.create(draft()))?.id);
  const numbers = made.map((_, index) => index);
  expect(
    'list',
    (await crowd.list())?.map(({ id }: Post) => made.indexOf(id)),
    numbers.reverse(),
    wrongList,
  );
  expect(
    'find',
    await call('find', first.id),
    first,
    'find does not look the id up in the Map that create uses, or does not return the post.',
  );
  expect('find', await call('find', randomUUID()), undefined, 'find returns something for an id that does not exist.');
  const changed = await call('update', first.id, changes);
  expect(
    'update',
    changed,
    { ...first, ...changes, updated_at: changed?.updated_at },
    typeof changed?.title === 'object'
      ? 'update has title, content and published as three parameters. Make them one object, the second parameter.'
      : 'update does not return the changed post.',
  );
  const drafts = ids(await call('drafts'));
  const isStored = (await call('find', first.id))?.published === true;
  expect(
    'drafts',
    drafts,
    [second.id],
    isStored ? wrongDrafts(drafts) : 'update changes a copy, and the Map still has the old post.',
  );
  const deleted = await call('delete', second.id);
  expect('delete', deleted, undefined, "delete returns the result of the Map's own delete, which is true or false.");
  expect('list', ids(await call('list')), [first.id], 'delete does not remove the post from the Map.');
  const failure = await service.update(second.id, changes).catch((error: Error) => error.message);
  if (failure === 'record not found') return;
  const hasThrown = typeof failure === 'string';
  throw new CheckFailure({
    problem: hasThrown
      ? `PostsService.update failed with the message "${failure}".`
      : 'PostsService.update did not fail, although there is no such post.',
    expected: 'an error with the message "record not found"',
    cause: hasThrown
      ? 'update throws an error with another message, or fails for another reason.'
      : 'update does not throw if there is no such post.',
  });
}

function wrongDrafts(received: unknown): string {
  if (!Array.isArray(received)) return 'drafts returns something other than an array. Is a `return` missing?';
  return received.length > 1
    ? 'drafts does not filter by published.'
    : 'the filter removes the drafts. filter(…) keeps the elements for which the function returns true.';
}

function wrongCall(method: ServiceMethod, error: Error | undefined): string {
  if (error?.name === 'ReferenceError')
    return 'the method uses a name that posts.service.ts neither imports nor declares.';
  if (/^this\.\w+ is not a function$/.test(error?.message ?? ''))
    return 'the method calls another method that PostsService does not have, such as index of the controller.';
  if (/^this\.#\w+.* is not a function$/.test(error?.message ?? ''))
    return 'a Map and its iterators have no such method. Spread the values into an array first: [...map.values()].';
  if (/^this\.\w+\(|is not iterable/.test(error?.message ?? ''))
    return 'an `await` is missing before the call of another method, which returns a promise.';
  if (error?.message !== 'record not found')
    return 'the method expects something else, such as the context of a request.';
  return method === 'update'
    ? 'update does not find a post by its id, the first argument.'
    : `${method} throws if there is no such post. Only update does that.`;
}

interface Post {
  id: string;
  created_at: string;
  updated_at: string;
}

type LogEntry = Record<string, unknown>;

function draft() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<Post> {
  const answer = await app.post('/posts', draft());
  const because = 'an `await` is missing before this.posts.create(…), so a promise is sent instead of the post.';
  return answer.status(201).fields({ id: isText }, because).body;
}

async function publish(app: Session, { id }: Post): Promise<void> {
  (await app.put(`/posts/${id}`, { ...draft(), published: true })).status(200);
}

const noClaims = 'the six fields of post.ts, with an id and a created_at that the client did not choose';

function wrongFields(method: string): (answer: Answer) => string {
  return ({ body, content }) => {
    if (content === '{}')
      return `an \`await\` is missing before this.posts.${method}(…), so a promise is sent instead of the post.`;
    if (Object.keys(body ?? {}).length < 6) return `the post that ${method} returns has fewer fields than post.ts.`;
    return `the whole body reaches the post in ${method} (mass assignment). Destructure the fields in the controller, and pass those.`;
  };
}

function notEmpty({ code }: Answer): string | undefined {
  return code === 200 ? 'the handler returns a value, such as the boolean of Map.delete.' : undefined;
}

function hasOnlyOwn({ body }: Answer, claims: Record<string, unknown>): boolean {
  const isClaimed = Object.entries(claims).some(([name, value]) => body?.[name] === value);
  return !isClaimed && Object.keys(body ?? {}).length === 6;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

/** `needs` lists the fields that the framework fills, so a forgotten decorator shows before the first request fails. */
function expectInjected({ parts }: Inspection, owner: string, wanted: string): void {
  const part = parts.find(({ name }) => name === owner);
  const needs = part?.needs.map(({ number }) => parts.find((other) => other.number === number)?.name) ?? [];
  if (needs.includes(wanted)) return;
  throw new CheckFailure({
    problem: part ? `${wanted} is not injected into ${owner}.` : `The application has no ${owner}.`,
    expected: `a field of ${owner} with @inject(${wanted})`,
    cause: part
      ? `${owner} has no field with @inject(${wanted}). A field without the decorator is never filled and stays undefined.`
      : `no module declares ${owner}.`,
  });
}

function expectCall(calls: ServiceCall[], request: string, method: string, content = ''): void {
  const call = calls.find(({ name }) => name === `PostsService.${method}`);
  if (call?.isAwaited && call.isAsync) {
    if (call.given.includes('Context')) {
      throw new CheckFailure({
        problem: `${request} passes its context to PostsService.${method}.`,
        expected: 'a service that knows nothing about HTTP',
        cause:
          'HTTP code has moved into the service along with the rest. Read parameters and body in the controller, and pass only the values.',
      });
    }
    const inner = calls.find(({ isAwaited }) => !isAwaited);
    if (inner === undefined) return;
    throw new CheckFailure({
      problem: `PostsService.${method} finished before ${inner.name} had.`,
      expected: `${method} waits for every method that it calls`,
      cause: `the promise of ${inner.name.replace('PostsService.', '')} is not awaited inside ${method}. (\`forEach\` never waits for an async function; a \`for\` loop can.)`,
    });
  }
  if (call?.isAwaited) {
    throw new CheckFailure({
      problem: `PostsService.${method} returned a value, not a promise.`,
      expected: `an async method ${method}`,
      cause: `\`async\` is missing before ${method}. With a database, the method will have to wait.`,
    });
  }
  throw new CheckFailure({
    problem: call
      ? `${request} responded before PostsService.${method} had finished.`
      : `${request} did not call PostsService.${method}.`,
    expected: `${request} calls PostsService.${method} and waits for the result`,
    cause: call
      ? `the promise of ${method} is neither awaited nor returned.`
      : content === '{"error":"Not Found"}'
        ? `no route matches ${request}. If the route is in a new controller, a module has to declare the controller, and AppModule has to import that module.`
        : `the code that should be in ${method} of the service is still elsewhere, or a service was made with \`new\`. Calls that were made: ${calls.map(({ name }) => name).join(', ') || 'none'}.`,
  });
}

function missingMethods(
  { methods, parts }: Inspection,
  wanted: string[],
): { names: string[]; cause: string } | undefined {
  const existing = methods.PostsService ?? [];
  const names = wanted.filter((name) => !existing.includes(name));
  if (names.length === 0) return undefined;
  const cause =
    existing.length === 0
      ? parts.some(({ name }) => name === 'PostsService')
        ? 'the class PostsService has no methods yet.'
        : 'the application has no PostsService.'
      : `a method is missing or misspelled. PostsService has: ${existing.join(', ')}.`;
  return { names, cause };
}

function notFoundBecause({ code }: Answer): string | string[] | undefined {
  if (code === 404) return 'the error message is different.';
  if (code === 200)
    return 'the service still has a post with this id, or show returns a value although there is no such post.';
  if (code !== 204) return undefined;
  return [
    'an `await` is missing before this.posts.find(…). A promise is never undefined, even if the post is.',
    'show returns the result of this.posts.find(…) without comparing it with undefined.',
  ];
}

function wrongEntry(entries: LogEntry[], id: string): string {
  const similar = entries.find(({ message, ...fields }) => JSON.stringify([message, fields]).includes(id));
  if (similar !== undefined) {
    const { time: _, ...shown } = similar;
    return `the entry is different: ${JSON.stringify(shown)}. The message must always be the same string, with the id in a field.`;
  }
  return 'PostsService.create writes no log entry that mentions the id.';
}

function routesOf({ routes }: Inspection, owner: string): string {
  const own = routes.filter(({ handler }) => handler.startsWith(`${owner}.`));
  return own.map(({ method, path }) => `${method} ${path}`).join(', ') || 'no routes';
}

/** Whatever came back: a check must explain a wrong response, not crash on it. */
function idsIn({ content }: Answer): unknown[] {
  try {
    const body: unknown = JSON.parse(content);
    return Array.isArray(body) ? body.map((post) => post?.id) : [];
  } catch {
    return [];
  }
}

/** The log is one JSON object per line. Other output of the program is skipped. */
function entriesIn(output: string): LogEntry[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value as LogEntry] : [];
    } catch {
      return [];
    }
  });
}
