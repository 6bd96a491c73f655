import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import {
  type Answer,
  CheckFailure,
  chapter,
  examine,
  examineApplication,
  type Inspection,
  insideProgram,
  inspect,
  random,
  recorded,
  type Session,
} from '#check';
import { api } from './api.ts';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('PostsModule declares PostsService', async (app) => {
    const { parts } = await inspect(app);
    const service = parts.find(({ name }) => name === 'PostsService');
    if (service?.module === 'PostsModule') return;
    fail({
      problem: service ? `PostsService is declared in ${service.module}.` : 'The application has no PostsService.',
      expected: 'PostsModule declares a class called PostsService',
      cause: service
        ? 'the class is in the declarations of another module.'
        : 'PostsService is missing in the declarations in src/posts/posts.module.ts. The framework only builds declared classes.',
    });
  });

  check('PostsService has six methods', async (app) => {
    const methods = (await inspect(app)).methods.PostsService ?? [];
    const missing = ['list', 'drafts', 'find', 'create', 'update', 'delete'].filter((name) => !methods.includes(name));
    if (missing.length === 0) return expectWork(app);
    fail({
      problem: `PostsService has no ${missing.join(' and no ')}.`,
      expected: 'the methods list, drafts, find, create, update and delete',
      cause: `a method is missing or misspelled. PostsService has: ${methods.join(', ') || 'no methods'}.`,
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
      const post = await create(app);
      (await app.get(`/posts/${post.id}`)).status(200).json(post, 'show does not return the post that create stored.');
      await app.advance({ seconds: 1 });
      const changes = { ...draft(), published: true };
      const changed = await app.put(`/posts/${post.id}`, changes);
      changed
        .status(200)
        .fields({ ...changes, id: post.id, created_at: post.created_at }, 'update does not return the changed post.')
        .fields(
          { updated_at: (time: unknown) => String(time) > post.updated_at },
          'update of the service does not set updated_at to the current time, as the handler did in chapter 04.',
        );
      const replaced = await app.put(`/posts/${post.id}`, draft());
      replaced.status(200).fields({ published: false }, 'published has no default in the handler update.');
      const deleted = await app.delete(`/posts/${post.id}`);
      const notEmpty =
        deleted.code === 200 ? 'the handler returns a value, such as the boolean of Map.delete.' : undefined;
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
      const because =
        "update of the service does not throw new Error('record not found'), or the controller catches it.";
      changed.error(500, 'Internal Server Error', because);
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
      const id = randomUUID();
      await expectCalls(app, [
        ['list', 'GET', '/posts'],
        ['create', 'POST', '/posts', draft()],
        ['find', 'GET', `/posts/${id}`],
        ['update', 'PUT', `/posts/${id}`, draft()],
        ['delete', 'DELETE', `/posts/${id}`],
        ['drafts', 'GET', '/admin/drafts'],
      ]);
    },
    { concurrent: true },
  );

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
      await program.put(`/posts/${id}`, sent);
      for (const path of ['/posts', `/posts/${id}`, '/admin/drafts']) await program.get(path);
      await program.delete(`/posts/${id}`);
      await program.stop();
      const log = await program.output();
      const about = log.split('\n').filter((line) => line.includes(id));
      const [written, another] = about.filter((line) => line.includes('"message":"post created"'));
      const words = `${sent.title} ${sent.content}`.split(' ');
      answer
        .expect(
          written?.includes(`"id":"${id}"`) === true,
          `a log entry with the message "post created" and the field id = "${id}"`,
          about[0] === undefined
            ? 'PostsService.create writes no log entry that mentions the id.'
            : `the entry is different: ${about[0]}. The message must always be the same string, with the id in a field.`,
        )
        .expect(
          /"time":/.test(written!) && /"level":"info"/.test(written!),
          'an entry with a time and the level "info", as the log writes it',
          'the entry is printed with console.log, or with another level. Creating a post is normal: call info of the injected log.',
        )
        .expect(
          another === undefined,
          'one such entry, although the post was also changed and read',
          'a method other than create writes this entry, too.',
        )
        .expect(
          // The beginning of a word is enough, because a log may have a preview.
          !words.some((word) => log.includes(word.slice(0, 6))),
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
      const hook = methods.PostsService?.find((name) => /^on_?start$/i.test(name));
      const program = app.fresh();
      const answer = await program.get('/posts');
      answer
        .status(200)
        .expect(
          answer.body.length === 1,
          'an array of one post',
          hook === undefined || hook === 'onStart'
            ? 'PostsService has no method onStart, or it does not create exactly one post.'
            : `PostsService has a method called ${hook}. The framework only calls onStart, with this spelling.`,
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

  check('onStart creates the first post, and waits for it', async (app) => {
    const outcome = await startAgain(app);
    if (outcome === 'rejected') return;
    const causes: Record<string, string> = {
      absent:
        'PostsService has no method onStart: the first post is created elsewhere, for example in a constructor or in main.ts.',
      unused: 'onStart builds the post itself. Let this.create(…) do it, and every post is made in the same place.',
      early: 'the promise of create is neither awaited nor returned. The framework could not tell that create failed.',
      swallowed: 'onStart catches the error of create. Remove the try … catch, or throw the error again.',
    };
    fail({
      problem: 'create failed, and onStart did not.',
      expected:
        'an onStart that calls create, waits for it, and passes its error on, so that the application does not start',
      cause: causes[outcome],
    });
  });
});

step(5, (check) => {
  check('AdminModule imports PostsModule, which exports PostsService', async (app) => {
    const { modules } = await inspect(app);
    const [admin, posts, root] = ['AdminModule', 'PostsModule', 'AppModule'].map(
      (wanted) => modules.find(({ name }) => name === wanted) ?? { imports: [], exports: [] },
    ) as [Module, Module, Module];
    const isThere = modules.some(({ name }) => name === 'AdminModule');
    const isConnected = admin.imports.includes('PostsModule') && posts.exports.includes('PostsService');
    const isComplete = ['PostsModule', 'AdminModule'].every((name) => root.imports.includes(name));
    const isNarrow = [...posts.exports, ...admin.exports].join() === 'PostsService';
    if (isConnected && isComplete && isNarrow) return;
    fail({
      problem: isThere
        ? `AppModule imports: ${list(root.imports)}. AdminModule imports: ${list(admin.imports)}. PostsModule exports: ${list(posts.exports)}. AdminModule exports: ${list(admin.exports)}.`
        : 'The application has no module called AdminModule.',
      expected:
        'AppModule imports PostsModule and AdminModule, AdminModule imports PostsModule, PostsModule exports PostsService, and nothing else is exported',
      cause: !isThere
        ? `no module imports it, or it has another name in module(…). The modules are: ${list(modules.map(({ name }) => name))}.`
        : !isConnected
          ? 'the two modules are not connected: an import or an export is missing.'
          : isComplete
            ? 'a class is exported that no other module injects, so it can no longer change freely.'
            : 'a module belongs to the application only because another module imports it. Without that one, its routes would be gone, too.',
    });
  });

  check('AdminController belongs to AdminModule and handles /admin/drafts', async (app) => {
    const inspection = await inspect(app);
    const controller = inspection.parts.find(({ name }) => name === 'AdminController');
    if (controller?.module !== 'AdminModule') {
      fail({
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
      const own = inspection.routes.filter(({ handler }) => handler.startsWith('AdminController.'));
      fail({
        problem: route
          ? `${method} /admin/drafts is handled by ${route.handler}.`
          : `There is no route ${method} /admin/drafts.`,
        expected: `the route ${method} /admin/drafts, handled by a method of AdminController`,
        cause: route
          ? 'the route is still in the other controller, or its handler is a function written into the route.'
          : `a child is missing or misspelled. AdminController has: ${list(own.map((each) => `${each.method} ${each.path}`))}.`,
      });
    }
    const isInside = ({ path, children }: Inspection['groups'][number]) =>
      ['GET', 'DELETE'].every((method) =>
        children.some(
          (child) =>
            child.method === method && `${path}/${child.path}`.split('/').filter(Boolean).join('/') === 'admin/drafts',
        ),
      );
    if (inspection.groups.some(isInside)) return;
    fail({
      problem: 'No group contains both GET /admin/drafts and DELETE /admin/drafts.',
      expected: 'one group, with both routes as its children',
      cause:
        'a route is listed with its full path. Make both routes children of the group: chapter 10 protects the group.',
    });
  });

  check(
    'GET /admin/drafts lists the drafts that POST /posts created',
    async (app) => {
      const [open, done] = [await create(app), await publish(app)];
      const answer = await app.get('/admin/drafts');
      const ids = answer.status(200).body.map(({ id }: Post) => id);
      answer.expect(
        ids.includes(open.id) && !ids.includes(done.id),
        `an array with the draft ${open.id} and without the published post ${done.id}`,
        'the two controllers use different services (is there a `new PostsService()`?), or drafts filters the wrong posts.',
      );
    },
    { alreadyTrue: true },
  );

  check('DELETE /admin/drafts deletes the drafts and nothing else', async (app) => {
    const [open, done] = [await create(app), await publish(app)];
    const answer = await app.delete('/admin/drafts');
    answer.status(204, answer.code === 200 ? 'the handler returns a value.' : undefined).text('');
    const drafts = await app.get('/admin/drafts');
    drafts.status(200).json([], 'discardDrafts does not delete every draft.');
    const different = 'the draft is still in GET /posts: the two controllers use different services.';
    (await app.get(`/posts/${open.id}`)).error(404, 'Post not found', different);
    (await app.get(`/posts/${done.id}`)).status(200, 'discardDrafts deletes published posts, too.');
  });

  check('DELETE /admin/drafts calls discardDrafts and waits for it', async (app) => {
    await expectCalls(app, [
      ['create', 'POST', '/posts', draft()],
      ['discardDrafts', 'DELETE', '/admin/drafts'],
    ]);
  });

  examine(check, api, 5);
  examineApplication(check, api);
});

/** Calls the methods inside of the program, because no request reaches the service before step 2. */
async function expectWork(app: Session): Promise<void> {
  const [first, second, changes] = [draft(), draft(), { ...draft(), published: true }];
  const [outcome] = await insideProgram(
    app,
    'PostsService',
    `
    const copy = (value) => JSON.parse(JSON.stringify(value ?? null));
    let method;
    const call = (name, ...given) => {
      method = name;
      const result = service[name](...given);
      if (typeof result?.then !== 'function') throw new Error(name + ' returned a value, not a promise');
      return result;
    };
    try {
      const first = copy(await call('create', ${JSON.stringify(first)}));
      const second = copy(await call('create', ${JSON.stringify(second)}));
      tell({
        first, second,
        another: await new service.constructor().list(),
        list: copy(await call('list')),
        found: copy(await call('find', first.id)),
        nothing: (await call('find', 'nothing')) === undefined,
        changed: await call('update', first.id, ${JSON.stringify(changes)}),
        drafts: await call('drafts'),
        deleted: (await call('delete', second.id)) === undefined,
        rest: await call('list'),
        refusal: await call('update', second.id, ${JSON.stringify(changes)}).then(() => 'none', ({ message }) => message),
        together: await Promise.all(['1', '2', '3'].map((content) => call('create', { title: 'together', content })))
          .then(async () => (await call('list')).filter(({ title }) => title === 'together').length),
      });
    } catch (error) {
      tell({ method, error: error.message });
    }`,
  );
  if (outcome.error !== undefined) {
    fail({
      problem: `PostsService.${outcome.method} failed: ${outcome.error}`,
      expected: `an async method ${outcome.method} with the parameters and the result of the table`,
      cause: whyItFailed(outcome),
    });
  }
  const ids = (posts: Post[]) => (Array.isArray(posts) ? posts.map((post) => post?.id) : posts);
  const made = { ...outcome.first, ...first, published: false };
  const changed = { ...made, ...changes, updated_at: outcome.changed?.updated_at };
  const expectations: [string, unknown, unknown, string][] = [
    [
      'create',
      outcome.first,
      made,
      'create does not return the new post, or has title and content as two parameters. Make them one object: create({ title, content }).',
    ],
    [
      'list',
      outcome.another,
      [],
      'the Map is outside of the class, or static, so every PostsService has the same posts. Make it a private field.',
    ],
    [
      'list',
      ids(outcome.list).slice(0, 2),
      [outcome.second?.id, made.id],
      'list does not return every post, newest first. Reverse the order of the Map: created_at is the same for all posts of one millisecond.',
    ],
    [
      'find',
      outcome.found,
      made,
      'find does not look the id up in the Map that create uses, or does not return the post.',
    ],
    ['find', outcome.nothing, true, 'find returns something, or throws, for an id that does not exist.'],
    [
      'update',
      outcome.changed,
      changed,
      'update does not return the changed post, or does not take the changes as one object, the second parameter.',
    ],
    [
      'drafts',
      // In any order, and there may be a first post.
      [made.id, outcome.second?.id].filter((id) => ids(outcome.drafts)?.includes?.(id)),
      [outcome.second?.id],
      'drafts does not filter by published, or update changes a copy, and the Map still has the old post.',
    ],
    ['delete', outcome.deleted, true, "delete returns the result of the Map's own delete, which is true or false."],
    ['delete', ids(outcome.rest)[0], made.id, 'delete does not remove the post from the Map.'],
    [
      'update',
      outcome.refusal,
      'record not found',
      'update does not throw, or throws an error with another message, if there is no such post.',
    ],
    [
      'list',
      outcome.together,
      3,
      'of three calls of create at the same time, some are lost: create reads the posts, waits, and then replaces what another call has stored meanwhile.',
    ],
  ];
  for (const [method, received, expected, cause] of expectations) {
    if (isDeepStrictEqual(received, expected)) continue;
    const shown = { received: JSON.stringify(received), expected: JSON.stringify(expected) };
    fail({ problem: `PostsService.${method} returned something else.`, ...shown, cause });
  }
}

function whyItFailed({ method, error }: { method: string; error: string }): string | string[] {
  if (error.includes('not a promise'))
    return `\`async\` is missing before ${method}. With a database, the method will have to wait.`;
  if (error === 'record not found')
    return method === 'update'
      ? 'update does not find a post by its id, the first argument.'
      : `${method} throws if there is no such post. Only update does that.`;
  return [
    'an `await` is missing before the call of another method, which returns a promise.',
    'the method uses a name, or another method, that PostsService does not have, or expects the context of a request.',
    'a Map and its iterators have no such method. Spread the values into an array first: [...map.values()].',
  ];
}

/** Starts the service once more, with a create that fails a little later: as long as the posts are in memory, the application shows no difference. */
async function startAgain(app: Session): Promise<string> {
  const [outcome] = await insideProgram(
    app,
    'PostsService',
    `
    // A service may create its first post only if there is none.
    for (const { id } of [...(await service.list())]) await service.delete(id);
    let isCreating = false;
    service.create = async () => {
      isCreating = true;
      await new Promise(setImmediate);
      isOver = true;
      throw new Error('no post');
    };
    let isOver = false;
    process.on('unhandledRejection', () => {});
    const outcome = typeof service.onStart !== 'function' ? 'absent' : await service.onStart().then(
      () => (!isCreating ? 'unused' : isOver ? 'swallowed' : 'early'),
      () => 'rejected',
    );
    delete service.create;
    tell(outcome);`,
  );
  return outcome;
}

type Module = Inspection['modules'][number];

interface Post {
  id: string;
  created_at: string;
  updated_at: string;
}

function draft() {
  return { title: random.sentence(), content: random.sentence() };
}

async function create(app: Session): Promise<Post> {
  const answer = await app.post('/posts', draft());
  const because = 'an `await` is missing before this.posts.create(…), so a promise is sent instead of the post.';
  return answer.status(201).fields({ id: isUUID }, answer.content === '{}' ? because : undefined).body;
}

async function publish(app: Session): Promise<Post> {
  const { id } = await create(app);
  return (await app.put(`/posts/${id}`, { ...draft(), published: true })).status(200).body;
}

function isUUID(value: unknown): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(value));
}

/** `needs` lists the fields that the framework fills, so a forgotten decorator shows before the first request fails. */
function expectInjected({ parts }: Inspection, owner: string, wanted: string): void {
  const part = parts.find(({ name }) => name === owner);
  const needs = part?.needs.map(({ number }) => parts.find((other) => other.number === number)?.name) ?? [];
  if (needs.includes(wanted)) return;
  fail({
    problem: part ? `${wanted} is not injected into ${owner}.` : `The application has no ${owner}.`,
    expected: `a field of ${owner} with @inject(${wanted})`,
    cause: part
      ? `${owner} has no field with @inject(${wanted}). A field without the decorator is never filled and stays undefined.`
      : `no module declares ${owner}.`,
  });
}

type Expected = [name: string, method: string, path: string, body?: unknown];

/** Each of these requests calls its method of PostsService, with plain values, and waits for the promise. */
async function expectCalls(app: Session, requests: Expected[]): Promise<void> {
  const program = await recorded(app);
  for (const [name, method, path, body] of requests) {
    const { content } = await program.app.send(method, path, body);
    const calls = await program.calls();
    const call = calls.find((each) => each.name === `PostsService.${name}`);
    const inner = calls.find(({ isAwaited }) => !isAwaited);
    if (call?.isAwaited && call.isAsync && !call.given.includes('Context') && !inner) continue;
    const request = `${method} ${path.replace(/[^/]{36}/, ':id')}`;
    if (call?.isAwaited && call.isAsync && inner === undefined) {
      fail({
        problem: `${request} passes its context to PostsService.${name}.`,
        expected: 'a service that knows nothing about HTTP',
        cause:
          'HTTP code has moved into the service along with the rest. Read parameters and body in the controller, and pass only the values.',
      });
    }
    if (call?.isAwaited && !call.isAsync) {
      fail({
        problem: `PostsService.${name} returned a value, not a promise.`,
        expected: `an async method ${name}`,
        cause: `\`async\` is missing before ${name}. With a database, the method will have to wait.`,
      });
    }
    fail({
      problem: call
        ? `${request} responded before ${(inner ?? call).name} had finished.`
        : `${request} did not call PostsService.${name}.`,
      expected: `${request} calls PostsService.${name} and waits for the result`,
      cause: call
        ? 'its promise is neither awaited nor returned. (`forEach` never waits for an async function; a `for` loop can.)'
        : content === '{"error":"Not Found"}'
          ? `no route matches ${request}. If the route is in a new controller, a module has to declare the controller, and AppModule has to import that module.`
          : `the code that should be in ${name} of the service is still elsewhere, or a service was made with \`new\`. Calls that were made: ${list(calls.map((each) => each.name))}.`,
    });
  }
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

function list(names: readonly string[]): string {
  return names.join(', ') || 'nothing';
}

function fail(parts: ConstructorParameters<typeof CheckFailure>[0]): never {
  throw new CheckFailure(parts);
}
