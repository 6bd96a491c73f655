import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { get } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { CheckFailure, chapter, inspect, type Load, random, type Session } from '#check';
import { collectChecks } from '../../scripts/workshop/check/collector.ts';

const { step } = chapter(import.meta.url);

/** The checks of chapter 11 themselves. Three of them read Trellis's trace, which your framework doesn't have. */
const needTraces = [
  'find sends one query',
  'list sends one query, however many posts there are',
  'byAuthor lets the database filter and sort',
];
const blogChecks = await collectChecks(new URL('../11-the-blog/check.test.ts', import.meta.url));
const blog = join(import.meta.dirname, '..', '..', 'solutions', '11-the-blog', 'src');

step(1, (_check, examine) => {
  examine("the name 'trellis' leads to your framework", () => refuseTrellis(sourceFolder()));

  examine('index.ts exports what the blog imports', async (load) => {
    const index = await load('framework/index.ts');
    const missing = [
      'Clock',
      'Database',
      'HttpError',
      'Log',
      'createApp',
      'field',
      'inject',
      'module',
      'provide',
    ].filter((name) => typeof index[name] !== 'function');
    if (missing.length > 0)
      fail(`framework/index.ts does not export ${missing.join(', ')}.`, 'all of them', [
        'an export is missing in index.ts.',
        'a function or a class is exported with the word `type`, so only its type is exported.',
      ]);
  });

  examine(
    'only services.ts imports anything from Trellis',
    () => {
      const folder = join(sourceFolder(), 'framework');
      const others = /^export (?!\{ Clock, Database, Log \};|function builtins).*/m.exec(
        withoutReturns(join(folder, 'services.ts')),
      );
      if (others !== null)
        fail(
          `framework/services.ts has the line ${others[0]}`,
          'the file as it was',
          'your framework passes on a part of ours.',
        );
      for (const name of filesIn(folder).filter((file) => file !== 'services.ts' && /\.[cm]?[jt]s$/.test(file))) {
        const foreign = importsOf(join(folder, name)).find((specifier) => isForeign(specifier, join(folder, name)));
        if (foreign !== undefined)
          fail(
            `framework/${name} imports '${foreign}'.`,
            'files of your own, with a relative path',
            foreign === 'trellis'
              ? 'a file of your framework imports the framework by its name, as only an application should.'
              : 'your framework uses a part of ours.',
          );
      }
    },
    { alreadyTrue: true },
  );

  examine(
    'the blog has no changed line',
    () => {
      for (const name of filesIn(blog)) {
        const own = join(sourceFolder(), name);
        if (existsSync(own) && withoutReturns(own) === withoutReturns(join(blog, name))) continue;
        fail(
          `src/${name} is not the file of chapter 11.`,
          'the blog, unchanged',
          `it was edited. npm run solution 11 shows the original.`,
        );
      }
    },
    { alreadyTrue: true },
  );
});

step(2, (_check, examine) => {
  examine('routes() lists the routes of every controller, in every module', async (load) => {
    const { createApp, module } = await framework(load);
    const path = `/${random.word()}`;
    const inner = module('Inner', { declarations: [controller([{ method: 'GET', path, handler: () => 1 }])] });
    const group = { path: '/a', children: [{ method: 'POST', path: '/:id', handler: () => 2 }] };
    const app = createApp(module('Outer', { imports: [inner], declarations: [controller([group])] }));
    const listed = app.routes().map((route: { method: string; path: string }) => `${route.method} ${route.path}`);
    same(
      listed,
      [`GET ${path}`, 'POST /a/:id'],
      'app.routes()',
      listed.length === 0
        ? 'no controller is asked for its routes.'
        : listed.includes('POST /a/a/:id')
          ? 'bindRoute returns the joined path, and flatten joins it again. Leave the path of the route as it is.'
          : 'only the controllers of one module are asked for their routes.',
    );
  });

  examine('a handler knows its controller', async (load) => {
    const { createApp, module } = await framework(load);
    const word = random.word();
    class Posts {
      private readonly word = word;
      routes() {
        return [{ path: '', children: [{ method: 'GET', path: '/', handler: this.index }] }];
      }
      index() {
        return this.word;
      }
    }
    const [route] = createApp(module('Root', { declarations: [Posts] })).routes();
    const said = await attempt(() => route.handler({}));
    same(said, word, 'What handler: this.index returns', 'the handler has lost its `this`. Bind it to the controller.');
  });

  examine('a middleware class is replaced with its instance from the container', async (load) => {
    const { createApp, module, inject } = await framework(load);
    class Token {
      word = random.word();
    }
    class Guard {
      @inject(Token) token!: Token;
      handle() {
        return this.token.word;
      }
    }
    const ready = { handle: () => 'ready' };
    const routes = [
      {
        path: '/a',
        middlewares: [Guard],
        children: [{ method: 'GET', path: '/b', middlewares: [ready], handler: () => 1 }],
      },
    ];
    const app = createApp(module('Root', { declarations: [controller(routes), Guard, Token] }));
    const [{ middlewares }] = app.routes();
    same(
      middlewares.length,
      2,
      'The number of middlewares of GET /a/b',
      middlewares.length === 0 ? 'bindRoute returns no middlewares.' : 'those of the group are lost.',
    );
    const [first, second] = middlewares;
    if (first !== app.get(Guard) || second !== ready)
      fail(
        'The middlewares of GET /a/b are not the instance of Guard, followed by the object.',
        'the instance from the container, and the object as it is',
        first === Guard
          ? 'the class itself is still in the array. Replace it with what find returns.'
          : first === app.get(Guard)
            ? 'a middleware that is already an object is replaced.'
            : first instanceof Guard
              ? 'the class is created with new, so its fields are empty.'
              : first === undefined
                ? 'a `return` is missing in find, or in the function that calls it for each entry.'
                : 'the class is looked up for each request. Ask the container once, when the routes are added.',
      );
    const inner = module('Inner', { declarations: [controller(routes), Guard, Token] });
    const error = thrownBy(() => createApp(module('Root', { imports: [inner] })));
    if (error.message !== 'no error')
      fail(
        `A middleware that the module of its controller declares is refused: ${error.message}`,
        'no error: Inner declares both the controller and Guard',
        'every middleware is looked up in the root module. Pass the module of the controller to container.get.',
      );
  });

  examine('global middlewares run around every route', async (load) => {
    const { createApp, module } = await framework(load);
    const events: string[] = [];
    class Outer {
      handle(_: unknown, next: () => unknown) {
        events.push('outer');
        return next();
      }
    }
    const routes = [{ method: 'GET', path: '/', handler: () => events.push('handler') }];
    const app = createApp(module('Root', { declarations: [controller(routes), Outer] }), { middlewares: [Outer] });
    const { middlewares } = app.routes()[0];
    same(
      middlewares,
      [app.get(Outer)],
      'The middlewares of a route',
      middlewares[0] === Outer
        ? 'the class itself is passed to the router. Replace it with the instance from the container.'
        : 'the option middlewares is not passed to the router.',
    );
  });
});

step(3, (check, examine) => {
  examine('services start before the port opens, and stop after the last response', async (load) => {
    const { createApp, module } = await framework(load);
    const events: string[] = [];
    const signals = new Signals();
    let release: (value: unknown) => void = () => {};
    const app = createApp(
      module('Root', {
        declarations: [
          serviceOf(events),
          controller([
            { method: 'GET', path: '/', handler: () => ({ hello: 'world' }) },
            {
              method: 'GET',
              path: '/slow',
              handler: () =>
                new Promise((resolve) => {
                  release = resolve;
                  events.push('request');
                }),
            },
          ]),
        ],
      }),
    );
    const url: string = await app.listen(0, '127.0.0.1');
    if (!/^http:\/\/localhost:[1-9]\d*$/.test(url ?? ''))
      fail(
        `listen resolved to ${JSON.stringify(url)}.`,
        'http://localhost: and the port that the system chose',
        /:0$/.test(url)
          ? 'the address has the port that listen was called with. Use the one that HttpServer.listen resolves to.'
          : /^http:.*:\d+$/.test(url)
            ? 'the address has the host that listen was called with, and not localhost.'
            : /Promise/.test(url)
              ? 'HttpServer.listen returns a promise of the port, and an `await` is missing.'
              : 'listen does not return the address.',
      );
    same(events, ['started'], 'The events after listen()', 'the services are not started.');
    const address = url.replace('localhost', '127.0.0.1');
    const response = await fetch(address).then(
      (received) => received.json(),
      () => 'no response',
    );
    same(response, { hello: 'world' }, `The response of GET ${address}`, [
      'the address has a port other than the one that HttpServer.listen resolved to.',
      'the server does not use the dispatcher.',
    ]);
    const slow = contentOf(`${address}/slow`);
    while (!events.includes('request')) await new Promise((resolve) => setImmediate(resolve));
    const stopped = app.stop();
    same(app.stop() === stopped, true, 'app.stop() === app.stop()', [
      'stop is async, so each call returns a new promise.',
      'each call stops everything again.',
    ]);
    await new Promise((resolve) => setImmediate(resolve));
    same(
      events,
      ['started', 'request'],
      'The events while a request is running',
      'the services are stopped before the server.',
    );
    release('done');
    same(await slow, '"done"', 'The response of a request that was running when stop() was called', 'it was cut off.');
    await stopped;
    same(events, ['started', 'request', 'stopped'], 'The events after stop()', 'the services are not stopped.');
    signals.expectNone('After stop()');
  });

  examine(
    'every request runs inside the global middlewares, and asks no controller for its routes again',
    async (load) => {
      const { createApp, module } = await framework(load);
      const events: string[] = [];
      const count = { handle: (_: unknown, next: () => unknown) => [events.push('global'), next()][1] };
      class Counted {
        routes() {
          events.push('routes()');
          return [{ method: 'GET', path: '/', handler: () => 'home' }];
        }
      }
      const app = createApp(module('Root', { declarations: [Counted, serviceOf(events)] }), { middlewares: [count] });
      await new Promise((resolve) => setImmediate(resolve));
      const early =
        'createApp starts the services. They belong to listen: a test or a command creates an application, too.';
      same(
        events,
        ['routes()'],
        'The events of createApp()',
        events.includes('started') ? early : 'the controller is not asked once.',
      );
      const address = (await app.listen(0, '127.0.0.1')).replace('localhost', '127.0.0.1');
      events.length = 0;
      for (const path of ['/', '/', '/unknown']) await contentOf(address + path);
      await app.stop();
      same(
        events.filter((event) => event !== 'stopped'),
        ['global', 'global', 'global'],
        'The events of GET /, GET / and GET /unknown',
        events.includes('routes()')
          ? 'the router is built again for every request. Build it once, in the constructor.'
          : 'a request without a route does not run inside the global middlewares. Pass them to the Router, which gives them to the dispatcher.',
      );
    },
  );

  examine('two applications of the same modules share nothing', async (load) => {
    const { createApp, module } = await framework(load);
    const events: string[] = [];
    let built = 0;
    class Guard {
      readonly number = ++built;
      handle(_: unknown, next: () => unknown) {
        events.push(`guard ${this.number}`);
        return next();
      }
    }
    const routes = [{ path: '/a', middlewares: [Guard], children: [{ method: 'GET', path: '/b', handler: () => 1 }] }];
    const before = [routes[0]!.path, routes[0]!.middlewares[0] === Guard];
    const root = module('Root', { declarations: [controller(routes), Guard] });
    const because =
      'bindRoute changes the routes of the controller, and the second application gets what the first one has put there.';
    for (const number of [1, 2]) {
      const app = createApp(root);
      const address = (await app.listen(0, '127.0.0.1')).replace('localhost', '127.0.0.1');
      await contentOf(`${address}/a/b`);
      await app.stop();
      same(events.splice(0), [`guard ${number}`], `The middleware that ran in application ${number}`, because);
    }
    same(
      [routes[0]!.path, routes[0]!.middlewares[0] === Guard],
      before,
      'The path and the middleware of the controller’s route',
      because,
    );
  });

  examine('a service that fails to start keeps the port closed', async (load) => {
    const { createApp, module } = await framework(load);
    class Broken {
      onStart() {
        throw new Error('no disk');
      }
    }
    const app = createApp(module('Root', { declarations: [Broken] }));
    const said = String(await attempt(() => app.listen(0, '127.0.0.1')));
    if (said.includes('no disk')) return;
    await attempt(() => app.stop());
    fail(
      `A service failed to start, and listen returned or threw this: ${said}`,
      'the error of the service',
      'the error of container.start() is caught, or nothing awaits it. Requests then come before a service is ready.',
    );
  });

  examine('if the port is taken, listen stops the services again', async (load) => {
    const { createApp, module } = await framework(load);
    const first = createApp(module('First'));
    const port = Number(new URL(await first.listen(0, '127.0.0.1')).port);
    const events: string[] = [];
    class Slow extends serviceOf(events) {
      async onStop() {
        await new Promise((resolve) => setImmediate(resolve));
        events.push('stopped');
      }
    }
    const second = createApp(module('Second', { declarations: [Slow] }));
    const signals = new Signals();
    const said = await attempt(() => second.listen(port, '127.0.0.1'));
    const known = [...events];
    class Stuck {
      onStop() {
        throw new Error('stuck');
      }
    }
    const third = createApp(module('Third', { declarations: [Stuck] }));
    const hidden = String(await attempt(() => third.listen(port, '127.0.0.1')));
    await first.stop();
    if (!hidden.includes('EADDRINUSE'))
      fail(
        `The port is taken, and a service fails to stop. listen throws: ${hidden}`,
        'the error with EADDRINUSE, which is the reason',
        'the error of container.stop() replaces that of the port.',
      );
    if (!String(said).includes('EADDRINUSE'))
      fail(
        `listen returned or threw this for a port that is taken: ${said}`,
        'the error with EADDRINUSE',
        'the error of HttpServer.listen is swallowed, or replaced.',
      );
    same(
      known,
      ['started', 'stopped'],
      'The events of the second application, when listen had failed',
      known.length === 0
        ? 'listen opens the port before it starts the services.'
        : events.includes('stopped')
          ? 'listen does not await container.stop(), and throws while the services are still stopping.'
          : 'its services keep running.',
    );
    signals.expectNone('After listen() has failed');
  });

  examine('a signal stops the application, and then the process', async (load) => {
    const { createApp, module, provide, Log } = await framework(load);
    const events: string[] = [];
    const lines: string[] = [];
    const errors: unknown[] = [];
    const log = { info: (message: string) => lines.push(message), error: (message: string) => errors.push(message) };
    const declarations = [serviceOf(events), provide(Log, { value: log })];
    const signals = new Signals();
    const app = createApp(module('Root', { declarations }));
    const url = await app.listen(0, '127.0.0.1');
    same(
      lines.filter((line) => /listening/i.test(line)),
      [`Listening on ${url}`],
      'What was logged with info() about listening',
      lines.length === 0
        ? [
            'this.#log.info is not called after the port has opened.',
            "the line is printed with console.log, which the application can't redirect.",
          ]
        : 'the line is worded differently, or has an address other than the one that listen resolves to.',
    );
    signals.expectListeners();
    const first = await signals.exitCodeAfter('SIGINT', 'SIGINT');
    const forced =
      'the second signal ends the process. npm forwards a Ctrl-C that the terminal has already sent, so each Ctrl-C comes twice.';
    const endless = 'process.exit(0) is missing, so the process keeps running.';
    same(first, 0, 'The exit code after two SIGINT', typeof first === 'number' ? forced : endless);
    same(events, ['started', 'stopped'], 'The events after SIGINT', 'the process exits before stop() has finished.');

    class Stuck {
      onStop() {
        throw new Error('stuck');
      }
    }
    const failing = createApp(module('Root', { declarations: [Stuck, provide(Log, { value: log })] }));
    const more = new Signals();
    await failing.listen(0, '127.0.0.1');
    same(await more.exitCodeAfter('SIGTERM'), 1, 'The exit code if onStop() of a service fails', [
      'the process exits with 0 although stopping has failed, so a deployment takes it for a clean shutdown.',
      'the rejection of stop() is not caught.',
    ]);
    const silent = 'the error of stop() is not logged with this.#log.error, so nobody learns why the exit code is 1.';
    same(errors.length, 1, 'The number of errors in the log, if onStop() of a service fails', silent);
  });

  check('the blog responds, and stops on a signal', async (app) => {
    await onYours(app);
    const program = app.fresh();
    (await program.get('/posts')).status(200).json([]);
    const code = await program.stop();
    if (code !== 0)
      fail(
        `The program ended with the exit code ${code}.`,
        'the exit code 0 after SIGTERM',
        'SIGTERM is not handled, or process.exit is missing.',
      );
  });
});

step(4, (_check, examine) => {
  examine("a middleware that a module can't see is reported with its route", async (load) => {
    const { createApp, module } = await framework(load);
    class Guard {
      handle() {}
    }
    const names = { root: `${random.word()}Module`, path: `/${random.word()}` };
    const Posts = controller(
      [{ path: names.path, children: [{ method: 'PUT', path: '/:id', middlewares: [Guard], handler: () => 1 }] }],
      'PostsController',
    );
    const kitchen = module('Elsewhere', { declarations: [Guard] });
    const error = thrownBy(() => createApp(module(names.root, { imports: [kitchen], declarations: [Posts] })));
    const where = `PUT ${names.path}/:id`;
    says(
      error,
      [names.root, 'PostsController', where, 'Guard', 'Elsewhere.exports'],
      error.message.startsWith('Guard:')
        ? 'the message of the container is passed on as it is. The container does not know which route needs Guard.'
        : error.message.includes('PUT ') && !error.message.includes(where)
          ? 'the path in the message lacks that of the group. Pass the joined path to bindRoute for the children.'
          : 'the message lacks the module, the controller, the route or the message of the container.',
    );
    const children = [
      { path: 'drafts', middlewares: [Guard], children: [{ method: 'GET', path: '', handler: () => 1 }] },
    ];
    const Drafts = controller([{ path: names.path, children }], 'DraftsController');
    const drafts = thrownBy(() => createApp(module(names.root, { imports: [kitchen], declarations: [Drafts] })));
    says(
      drafts,
      [names.root, 'DraftsController', `${names.path}/drafts`, 'Guard', 'Elsewhere.exports'],
      'a group lists the middleware, and its path is missing in the message, or not joined to the path of the group around it.',
    );
    if (/undefined/.test(drafts.message))
      fail(drafts.message, 'a message without "undefined"', 'a group has no method, and its name is in the message.');
    const global = thrownBy(() => createApp(module(names.root), { middlewares: [Guard] }));
    says(global, [names.root, 'createApp', 'Guard'], 'for a global middleware, the message does not name createApp.');
  });

  examine('routes() that returns no array is reported with its controller', async (load) => {
    const { createApp, module } = await framework(load);
    for (const wrong of [undefined, { method: 'GET', path: '/', handler: () => 1 }]) {
      const error = thrownBy(() => createApp(module('Root', { declarations: [controller(wrong, 'PostsController')] })));
      says(
        error,
        ['Root', 'PostsController', 'routes()'],
        error.message === 'no error'
          ? 'a value that is not an array is accepted.'
          : /PostsController|routes\(\)/.test(error.message)
            ? 'the message lacks the module, the controller or routes().'
            : 'the loop over the routes throws an error of its own.',
      );
    }
  });
});

step(5, (check) => {
  check('the program reports its routes', async (app) => {
    await onYours(app);
    const { routes } = await inspect(app);
    const listed = routes.map(({ method, path }) => `${method} ${path}`).toSorted();
    same(
      listed,
      [
        'DELETE /posts/:id',
        'GET /my-posts',
        'GET /posts',
        'GET /posts/:id',
        'POST /auth/login',
        'POST /auth/register',
        'POST /posts',
        'PUT /posts/:id',
      ],
      'The routes that the program has reported',
      "listen does not publish to the channel 'trellis:listening'.",
    );
  });

  for (const { name, body, deadline } of blogChecks.filter((each) => !each.isRule && !needTraces.includes(each.name))) {
    check(
      `chapter 11: ${name}`,
      async (app) => {
        await onYours(app);
        await body(app);
      },
      { deadline },
    );
  }
});

/** The learner's folder, in an examination. */
function sourceFolder(): string {
  return process.env.TRELLIS_SRC!;
}

/** What a file imports or exports from other files, dynamic imports included. */
function importsOf(file: string): string[] {
  const source = withoutReturns(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  return [...source.matchAll(/\b(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g)].map(([, specifier]) => specifier!);
}

/** Whether it leads out of the learner's folder, or to Trellis. In which folders they put their own files is up to them. */
function isForeign(specifier: string, file: string): boolean {
  if (!/^[./]|^file:/.test(specifier)) return /^trellis\b/.test(specifier);
  const path = specifier.startsWith('file:') ? fileURLToPath(specifier) : resolve(dirname(file), specifier);
  return !path.startsWith(sourceFolder() + sep);
}

/** Fails if a program in this folder imports Trellis itself. */
function refuseTrellis(src: string): void {
  const found = realpathSync(createRequire(join(realpathSync(src), 'main.ts')).resolve('trellis'));
  if (found.startsWith(realpathSync(src) + sep)) return;
  fail(
    `'trellis' leads to ${relative(dirname(dirname(import.meta.dirname)), found)
      .split(sep)
      .join('/')}.`,
    'src/framework/index.ts',
    existsSync(join(src, 'package.json'))
      ? [
          'package.json has a name other than "trellis".',
          '"exports" in package.json does not name ./framework/index.ts.',
        ]
      : 'src/package.json does not exist.',
  );
}

/** Chapter 11's checks say nothing about your framework as long as the blog runs on ours. */
async function onYours(app: Session): Promise<void> {
  const { modules } = await inspect(app);
  if (modules.length === 0) return;
  fail('The blog runs on Trellis.', 'the blog on your own framework', 'src/package.json is missing: see step 1.');
}

// biome-ignore lint/suspicious/noExplicitAny: a learner's module exports whatever it exports.
async function framework(load: Load): Promise<any> {
  const index = await load('framework/index.ts');
  if (index.createApp === undefined)
    fail('framework/index.ts exports nothing.', 'createApp', 'step 1 is not done yet.');
  return index;
}

/** A controller with these routes. */
function controller(routes: unknown, name = 'SomeController'): new () => object {
  const made = class {
    routes() {
      return routes;
    }
  };
  return Object.defineProperty(made, 'name', { value: name });
}

function serviceOf(events: string[]): new () => object {
  return class Service {
    onStart() {
      events.push('started');
    }
    onStop() {
      events.push('stopped');
    }
  };
}

/** The listeners that an application adds after this was created, called without a real signal. */
class Signals {
  readonly #before = [...process.rawListeners('SIGINT'), ...process.rawListeners('SIGTERM')];

  expectListeners(): void {
    const missing = (['SIGINT', 'SIGTERM'] as const).filter((signal) => this.#added(signal).length === 0);
    if (missing.length === 0) return;
    fail(
      `Nothing listens to ${missing.join(' and ')}.`,
      'a listener for SIGINT and one for SIGTERM',
      'listen does not call process.on for each of the two.',
    );
  }

  /** An application that isn't running listens to no signal: a program may create many of them. */
  expectNone(when: string): void {
    const left = (['SIGINT', 'SIGTERM'] as const).filter((signal) => this.#added(signal).length > 0);
    if (left.length === 0) return;
    fail(
      `${when}, something still listens to ${left.join(' and ')}.`,
      'no listener of an application that does not run',
      'process.off is missing, or gets another function than process.on has got. Or the listeners are added before the port is open.',
    );
  }

  /** What the process would exit with. */
  async exitCodeAfter(...sent: ('SIGINT' | 'SIGTERM')[]): Promise<number | string> {
    const { exit } = process;
    const onRejection = () => {};
    let patience: NodeJS.Timeout | undefined;
    process.on('unhandledRejection', onRejection);
    try {
      return await new Promise((resolve) => {
        process.exit = ((code?: number) => resolve(code ?? 0)) as typeof process.exit;
        patience = setTimeout(resolve, 2_000, 'none, the process keeps running');
        for (const signal of sent) {
          const added = this.#added(signal);
          if (added.length === 0)
            fail(
              `Nothing listens to the second ${signal}.`,
              'a listener that stays',
              'process.once removes the listener after the first signal, and the second one ends the process. Use process.on.',
            );
          for (const listener of added) listener.call(process, signal);
        }
      });
    } finally {
      clearTimeout(patience);
      process.exit = exit;
      process.off('unhandledRejection', onRejection);
    }
  }

  #added(signal: 'SIGINT' | 'SIGTERM'): ReturnType<typeof process.rawListeners> {
    return process.rawListeners(signal).filter((listener) => !this.#before.includes(listener));
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

function withoutReturns(file: string): string {
  return readFileSync(file, 'utf8').replaceAll('\r', '');
}

/** On a connection that ends with the response: one that is kept open would delay the end of the server. */
async function contentOf(url: string): Promise<string> {
  const [response] = await once(get(url, { agent: false }), 'response');
  return text(response);
}

/** What the work returns, or the message of its error. */
async function attempt(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return (error as Error).message;
  }
}

function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    return error as Error;
  }
  return new Error('no error');
}

/** The message contains all of these. */
function says(error: Error, parts: string[], cause: string): void {
  if (parts.every((part) => error.message.includes(part))) return;
  const problem = error.message === 'no error' ? 'No error was thrown.' : `The message is: ${error.message}`;
  fail(problem, `a message with ${parts.map((part) => `"${part}"`).join(', ')}`, cause);
}

function same(actual: unknown, expected: unknown, what: string, cause: string | string[]): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new CheckFailure({
    problem: `${what}: the value is different.`,
    received: JSON.stringify(actual) ?? String(actual),
    expected: JSON.stringify(expected),
    cause,
  });
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
