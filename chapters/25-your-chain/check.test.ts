import { once } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CheckFailure, chapter, type Load, random } from '#check';
import crash from './attacks/crash.ts';
import { impatient, misbehaviours, places } from './misbehaviours.ts';
import { type LearnersContext, type LearnersHandler, type LearnersMiddleware, outcomeOf, serve } from './serve.ts';

const { step } = chapter(import.meta.url);

step(1, (check, examine) => {
  examine('middlewares run around the handler, the outermost first', async (load) => {
    const chain = await chaining(load);
    const seen: string[] = [];
    const layer = (name: string): LearnersMiddleware => ({
      handle(_ctx, next) {
        seen.push(`${name} in`);
        const result = next();
        seen.push(`${name} out`);
        return `${name}(${result})`;
      },
    });
    const word = random.word();
    const run = chain(
      [layer('a'), layer('b')],
      (ctx: object) => seen.push('handler') && `${word}:${ctx === context ? 'ctx' : ctx}`,
    );
    const result = run(context);
    const because =
      seen[0] === 'handler'
        ? 'the bare handler is in the match, so no middleware runs.'
        : seen[0] === 'b in'
          ? 'the last middleware of the array is the outermost one, and not the first: wrap the handler from the end.'
          : 'next() does not run the next layer.';
    const order = 'the order in which two middlewares and the handler run';
    expectSame(order, seen.join(', '), 'a in, b in, handler, b out, a out', because);
    const lost =
      result === `a(b(${word}:undefined))`
        ? 'next() calls what is further in without the context.'
        : String(result).includes('[object Promise]')
          ? 'a function of the chain is async, so the result is a promise even if no layer returns one.'
          : 'a layer does not return what handle() returns, or next() does not return what comes from further in.';
    expectSame('what the chain returns', String(result), `a(b(${word}:ctx))`, lost);
    const plain = chain([], () => word)(context);
    const empty = 'chain loses the result of the handler if there are no middlewares.';
    expectSame('a chain without middlewares', String(plain), word, empty);
  });

  examine('a middleware that does not call next() stops the chain', async (load) => {
    const chain = await chaining(load);
    let hasRun = false;
    const stop = { handle: () => 'stopped' };
    const result = chain([stop], () => {
      hasRun = true;
    })(context);
    const because = hasRun
      ? 'the handler is called although the middleware has not continued.'
      : 'what handle() returns is lost, or wrapped in a promise.';
    expectSame('the result, and whether the handler ran', `${result}, ${hasRun}`, 'stopped, false', because);
  });

  examine('`this` in a middleware is the middleware', async (load) => {
    const chain = await chaining(load);
    class Named {
      name = random.word();
      handle() {
        return this?.name;
      }
    }
    const named = new Named();
    const received = String(chain([named], () => 'the result of the handler')(context));
    const because =
      received === 'the result of the handler'
        ? 'the bare handler is in the match, so handle() is not called.'
        : 'handle was taken out of its object, or what it returns is lost or wrapped in a promise.';
    expectSame('this.name in handle()', received, named.name, because);
  });

  examine('the chain is built when a route is added', async (load) => {
    const { Router } = await load('framework/router.ts');
    const router = new Router();
    const double = { handle: (_: unknown, next: () => number) => next() * 2 };
    router.add({ method: 'GET', path: '/a', handler: () => 21, middlewares: [double] });
    router.add({ method: 'GET', path: '/b/:id', handler: () => 4, middlewares: [double] });
    // A chain that is built later would be built from these.
    for (const { middlewares } of router.routes()) middlewares.length = 0;
    for (const [path, expected] of [
      ['/a', 42],
      ['/b/7', 8],
    ] as const) {
      const value = router.resolve('GET', path)?.run(context);
      const because =
        value === expected / 2
          ? 'the middlewares are not in `run` of the match, or the chain is put together during each request.'
          : 'what handle() or next() returns is lost, or wrapped in a promise.';
      const question = `run() of ${path} after its middlewares were removed from router.routes()`;
      expectSame(question, String(value), String(expected), because);
    }
  });

  check('GET /hall/seat without a ticket is 401', async (app) => {
    const because = 'the middlewares of the group do not run: match.run is still the bare handler.';
    (await app.get('/hall/seat')).error(401, 'Missing ticket', because);
  });
});

step(2, (_check, examine) => {
  examine('a second next() is an error that names the middleware', async (load) => {
    const chain = await chaining(load);
    class Impatient {
      async handle(_ctx: unknown, next: () => unknown) {
        await next();
        return next();
      }
    }
    let runs = 0;
    const run = chain([new Impatient()], () => ++runs);
    const problem = await settled(() => run(context));
    const message = problem.error instanceof Error ? problem.error.message : 'no error';
    const isNamed = /Impatient/.test(message) && /next/.test(message);
    const because =
      'nothing remembers that next() has been called, or the message does not contain next and the name of the class.';
    expectSame(
      'the error, and how often the handler ran',
      `${isNamed ? 'a message with next and Impatient' : message}, ${runs}`,
      'a message with next and Impatient, 1',
      because,
    );
    const stubborn = {
      handle(_ctx: unknown, next: () => unknown) {
        try {
          return next();
        } catch {
          return next();
        }
      },
    };
    let tries = 0;
    await settled(() => chain([stubborn], () => fail(new Error(`try ${++tries}`)))(context));
    const again = 'next() remembers the call only after the handler has returned. Remember it before you continue.';
    expectSame(
      'how often a handler that throws has run, if next() is called again in the catch',
      String(tries),
      '1',
      again,
    );
  });

  examine(
    'concurrent requests do not share the count',
    async (load) => {
      const chain = await chaining(load);
      const run = chain(
        [{ handle: async (_: unknown, next: () => unknown) => delay(5).then(next) }],
        (ctx: { number: number }) => ctx.number,
      );
      const results = await Promise.all([1, 2, 3].map((number) => settled(() => run({ number }))));
      const received = results.map(({ value, error }) => value ?? String(error)).join(', ');
      const because = results.some(({ error }) => error !== undefined)
        ? 'the variable is created once for the route. It has to be created for each request.'
        : 'next() does not return the result of the handler.';
      expectSame('three concurrent requests', received, '1, 2, 3', because);
    },
    { alreadyTrue: true },
  );

  examine('a forgotten return does not end the process', async (load) => {
    const chain = await chaining(load);
    const rejections: unknown[] = [];
    const listener = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', listener);
    const forgetful = { handle: (_: unknown, next: () => unknown) => void next() };
    const failing = async () => delay(1).then(() => Promise.reject(new Error('late')));
    chain([forgetful], failing)(context);
    await delay(30);
    process.off('unhandledRejection', listener);
    const others = process.listenerCount('unhandledRejection');
    process.removeAllListeners('unhandledRejection');
    const hidden =
      'the rejection is caught by process.on(…), for the whole process. That hides every forgotten promise of the application. ' +
      'Handle the one promise that next() returns.';
    expectSame('listeners for "unhandledRejection" in your code', String(others), '0', hidden);
    const because =
      'the promise that next() returns has no handler for its rejection, and Node ends a process over that.';
    expectSame(
      'a handler that fails after its middleware has returned',
      `${rejections.length} unhandled`,
      '0 unhandled',
      because,
    );
    const returned = await settled(() =>
      chain([{ handle: (_: unknown, next: () => unknown) => next() }], failing)(context),
    );
    const swallowed =
      'the error is swallowed: next() returns nothing, or what then() or catch() returns, and not the original promise.';
    expectSame('a late error, if the middleware returns next()', String(returned.error), 'Error: late', swallowed);
  });
});

step(3, (check, examine) => {
  examine('the response of a synchronous handler is sent before dispatch returns', async (load) => {
    const ended: boolean[] = [];
    const routes = [
      { method: 'GET', path: '/sync', handler: () => ({ a: 1 }) },
      { method: 'GET', path: '/async', handler: async () => ({ a: 1 }) },
    ];
    const dispatched = (outgoing: { writableEnded: boolean }) => ended.push(outgoing.writableEnded);
    const { url, close } = await serve(load, { routes, dispatched });
    const outcomes = [await outcomeOf(`${url}/sync`), await outcomeOf(`${url}/async`)];
    close();
    const because = 'dispatch awaits every value, even one that is not a promise.';
    expectSame(
      'both responses',
      outcomes.join(', '),
      '200 {"a":1}, 200 {"a":1}',
      outcomes[1] === '200 {}' ? promiseAsJson : 'the value is not serialized as JSON.',
    );
    const question = 'whether the synchronous and the asynchronous response had ended when dispatch returned';
    expectSame(question, ended.join(', '), 'true, false', because);
  });

  examine('the returned value becomes the response', async (load) => {
    const word = random.word();
    const cases: Record<string, [LearnersHandler, string]> = {
      object: [() => ({ word }), `200 {"word":"${word}"}`],
      string: [() => word, `200 "${word}"`],
      null: [() => null, '200 null'],
      zero: [() => 0, '200 0'],
      nothing: [() => undefined, '204'],
      // biome-ignore lint/suspicious/noThenProperty: a field of this name doesn't make it a promise.
      'a-field-called-then': [() => ({ then: word }), `200 {"then":"${word}"}`],
      context: [(ctx) => ctx.status(201).json({ word }), `201 {"word":"${word}"}`],
      'object-after-ctx.status': [(ctx) => ctx.status(202) && { word }, `202 {"word":"${word}"}`],
      'nothing-after-ctx.json': [(ctx) => void ctx.json({ word }), `200 {"word":"${word}"}`],
      promise: [async () => ({ word }), `200 {"word":"${word}"}`],
      // biome-ignore lint/suspicious/noThenProperty: some libraries have promises of their own.
      thenable: [() => ({ then: (done: (value: unknown) => void) => done({ word }) }), `200 {"word":"${word}"}`],
    };
    const routes = Object.entries(cases).map(([name, [handler]]) => ({ method: 'GET', path: `/${name}`, handler }));
    const { url, close } = await serve(load, { routes });
    for (const [name, [, expected]] of Object.entries(cases)) {
      const received = await outcomeOf(`${url}/${name}`);
      if (received !== expected) close();
      const question = `a handler that returns: ${name.replaceAll('-', ' ')}`;
      expectSame(question, received, expected, whyValue(name, received));
    }
    close();
  });

  examine(
    'an object with a method then is used once',
    async (load) => {
      let calls = 0;
      // biome-ignore lint/suspicious/noThenProperty: the queries of some libraries run each time it is called.
      const query = { then: (done?: (value: unknown) => void) => ++calls && done?.({ title: 'The Magic Flute' }) };
      const pass = { handle: (_: unknown, next: () => unknown) => next() };
      const routes = [{ method: 'GET', path: '/query', middlewares: [pass, pass], handler: () => query }];
      const { url, close } = await serve(load, { routes });
      await outcomeOf(`${url}/query`);
      close();
      const because =
        calls === 0
          ? 'the object is taken for a plain value. Every object with a method then is a promise to await.'
          : 'then is called to mark a rejection as handled on objects that are not a Promise, or more than once for the value.';
      expectSame('calls of then, for a handler inside two middlewares', String(calls), '1', because);
    },
    { alreadyTrue: true },
  );

  check('a middleware can change what the handler has returned', async (app) => {
    const ticket = random.word();
    const headers = { 'X-Ticket': ticket };
    (await app.get('/hall/seat', { headers })).json(
      { seat: ticket },
      'the value that the chain returns is not the response.',
    );
    (await app.get('/hall/wrapped', { headers })).json(
      { data: ticket },
      'the value is taken from the handler, not from the chain.',
    );
  });
});

step(4, (check, examine) => {
  check('the attack "crash" is blocked', async (app) => app.fresh().attack(crash));

  examine('an HttpError is the response, other errors are 500 and go into the log', async (load) => {
    const { HttpError } = await load('framework/http-error.ts');
    const secret = random.word();
    const cases: Record<string, [LearnersHandler, string, boolean]> = {
      'throws-a-404': [() => fail(new HttpError(404, 'Show not found')), '404 {"error":"Show not found"}', false],
      'rejects-with-a-409': [async () => fail(new HttpError(409)), '409 {"error":"Conflict"}', false],
      'throws-a-503': [() => fail(new HttpError(503, 'Come back later')), '503 {"error":"Come back later"}', true],
      'throws-an-Error': [() => fail(new Error(secret)), internal, true],
      'rejects-with-a-TypeError': [async () => fail(new TypeError(secret)), internal, true],
      'throws-a-string': [() => fail(secret), internal, true],
      'throws-undefined': [() => fail(undefined), internal, true],
      // Many libraries throw errors with a status. Their messages were not written for clients.
      'throws-an-Error-with-a-status': [() => fail(Object.assign(new Error(secret), { status: 404 })), internal, true],
      // A status that can't be sent. HttpError itself refuses it, and what is thrown then is an error of ours.
      'creates-an-HttpError-999': [() => fail(new HttpError(999, secret)), internal, true],
      'returns-a-cycle': [() => cycle(), internal, true],
      'returns-a-bigint': [async () => 10n, internal, true],
    };
    const routes = Object.entries(cases).map(([name, [handler]]) => ({ method: 'GET', path: `/${name}`, handler }));
    const unsendable: LearnersHandler = (ctx) => void Object.assign(ctx.json({}).response, { status: 1000 });
    routes.push({ method: 'GET', path: '/unsendable', handler: unsendable });
    routes.push({ method: 'GET', path: '/unsendable/later', handler: async (ctx) => unsendable(ctx) });
    const { url, logged, close } = await serve(load, { routes });
    try {
      for (const [name, [, expected, isLogged]] of Object.entries(cases)) {
        const before = logged.length;
        const received = await outcomeOf(`${url}/${name}`);
        const because = received.includes(secret)
          ? "the client sees the error's own message, which may contain anything."
          : 'the error is not caught, or an HttpError is not told apart from other errors.';
        expectSame(`a handler that ${name.replaceAll('-', ' ')}`, received, expected, because);
        const entry = logged.slice(before).join();
        const what = `${isLogged ? 'an entry' : 'no entry'} with GET /${name}`;
        const isRight = isLogged ? entry.includes(`GET /${name}`) : entry === '';
        const why = !isLogged
          ? 'a mistake of the client is logged as an error.'
          : entry === ''
            ? 'an error of ours leaves no trace, so nobody can repair it.'
            : 'the entry does not contain the method and the path of the request.';
        expectSame(`the log after GET /${name}`, isRight ? what : entry || 'nothing', what, why);
      }
      for (const path of ['/unsendable', '/unsendable/later']) {
        const entries = logged.length;
        // Node refuses this status when the response is sent.
        const received = await outcomeOf(url + path, { signal: AbortSignal.timeout(1_000) });
        const waiting =
          received === 'the client is still waiting'
            ? 'send() has thrown, and nobody has ended the response. outgoing.destroy() closes the connection.'
            : 'the error of send() is treated like an error of the handler, so that a second response is sent.';
        const what = `status 1000, from ${path.endsWith('later') ? 'a promise' : 'a plain value'}`;
        expectSame(`a response that send() can't send: ${what}`, received, 'no response', waiting);
        const silent = 'the error of send() is not caught, or it is caught and not logged.';
        expectSame(`entries in the log after ${what}`, String(logged.length - entries), '1', silent);
      }
    } finally {
      close();
    }
  });

  examine(
    'whatever a layer does, the client gets a 500, the log one entry, and the process goes on',
    async (load) => {
      for (const place of Object.keys(places).filter((each) => !each.includes('without a route')))
        await expectSurvived(load, place);
      for (const [what, handle] of Object.entries(impatient)) {
        const routes = [
          { method: 'GET', path: '/', handler: async () => fail(new Error('x')), middlewares: [{ handle }] },
        ];
        const { url, crashes, close } = await serve(load, { routes });
        const received = await outcomeOf(url);
        await delay(20);
        close();
        const result = crashes.length > 0 ? `an error that ends the process: ${crashes[0]}` : received;
        const because = 'next() returns a promise whose rejection nobody handles. Mark it as handled, each time.';
        const expected = /^\d{3} /.test(result) ? result : 'any response';
        expectSame(`a middleware that ${what}, around a handler that rejects`, result, expected, because);
      }
    },
    { isRule: true },
  );

  examine(
    'a request that is over leaves nothing behind',
    async (load) => {
      const contexts: WeakRef<object>[] = [];
      const remember: LearnersMiddleware = {
        handle(ctx, next) {
          contexts.push(new WeakRef(ctx));
          return next();
        },
      };
      const handler: LearnersHandler = (ctx) => (contexts.length % 2 === 0 ? ctx.json({}) : fail(new Error('x')));
      const routes = [{ method: 'GET', path: '/', handler }];
      const { url, close } = await serve(load, { routes, middlewares: [remember] });
      for (let i = 0; i < 40; i++) await outcomeOf(i % 4 === 0 ? `${url}/unknown` : url);
      for (let i = 0; i < 5; i++) {
        await new Promise((resolve) => setImmediate(resolve));
        collectGarbage();
      }
      const left = contexts.filter((context) => context.deref() !== undefined).length;
      close();
      const because =
        'something keeps every context, such as a Set that is never emptied. A WeakSet or a variable per request does not.';
      // The last requests of a connection may still be known to Node.
      expectSame(
        'contexts in memory after 40 requests',
        left > 5 ? String(left) : 'a few at most',
        'a few at most',
        because,
      );
    },
    { isRule: true },
  );

  examine('an error replaces the response, and keeps the headers of middlewares', async (load) => {
    const described =
      'content-type content-encoding content-disposition etag last-modified location cache-control'.split(' ');
    const handler: LearnersHandler = (ctx) => {
      for (const name of described) ctx.response.setHeader(name, name === 'content-type' ? 'image/png' : 'x');
      ctx.response.setHeader('x-request-id', '7');
      ctx.status(200).send('half a picture');
      throw new Error('no more ink');
    };
    const { url, close } = await serve(load, { routes: [{ method: 'GET', path: '/', handler }] });
    const response = await fetch(url).catch(() => undefined);
    close();
    const left = described.filter((name) => name !== 'content-type' && response?.headers.has(name));
    const named = ['content-type', 'x-request-id'].map((name) => response?.headers.get(name));
    const received = response && [response.status, ...named, left.join(' and ') || 'none'].join(', ');
    const because =
      response === undefined
        ? 'the error is not caught.'
        : 'headers that describe the old content are still there, or all headers were removed.';
    expectSame(
      `status, content-type, x-request-id, and which of ${described.slice(1).join(', ')} are left`,
      received ?? 'no response',
      '500, application/json; charset=utf-8, 7, none',
      because,
    );
  });

  examine('a stream in a response that is not sent is destroyed', async (load) => {
    const { ClientGone } = await load('framework/http-error.ts');
    const sources: Readable[] = [];
    const streaming = (ctx: LearnersContext) => {
      sources.push(new Readable({ read() {} }));
      ctx.stream(sources.at(-1));
    };
    const routes = [
      {
        method: 'GET',
        path: '/failed',
        handler: (ctx: LearnersContext) => [streaming(ctx), fail(new Error('no disk'))],
      },
      {
        method: 'GET',
        path: '/gone',
        handler: async (ctx: LearnersContext) => {
          streaming(ctx);
          ctx.request.incoming.socket.destroy();
          await once(ctx.request.incoming.socket, 'close');
          throw new ClientGone();
        },
      },
    ];
    const { url, close } = await serve(load, { routes });
    try {
      for (const { path } of routes) {
        const outcome = await outcomeOf(url + path);
        const source = sources.at(-1);
        if (source?.destroyed === false)
          await Promise.race([new Promise((go) => source.once('close', go)), delay(1_000)]);
        const because =
          path === '/gone'
            ? 'nothing is sent to a client that is gone, and the stream that was to be sent stays open. send discards it.'
            : outcome === 'no response'
              ? 'the error is not caught, so nothing discards the stream.'
              : 'the error replaces the stream, and nothing closes it. Discard the body of the response that was replaced.';
        const question = path === '/gone' ? 'a stream, and then a ClientGone' : 'a stream, and then an error';
        expectSame(question, source?.destroyed ? 'destroyed' : 'open', 'destroyed', because);
      }
    } finally {
      close();
    }
  });

  examine('a client that disconnects is not an error of ours', async (load) => {
    const { ClientGone } = await load('framework/http-error.ts');
    const handler = () => fail(new ClientGone());
    const routes = [
      { method: 'GET', path: '/', handler },
      { method: 'GET', path: '/next', handler: () => fail(new Error('x')) },
    ];
    const { url, logged, close } = await serve(load, { routes });
    await outcomeOf(url);
    const count = logged.length;
    // This one has to be logged: a dispatcher without any log must not pass.
    await outcomeOf(`${url}/next`);
    close();
    const because =
      count > 0
        ? 'a ClientGone is logged, and an attacker can fill the log by hanging up.'
        : 'the error of the second handler, which is not a ClientGone, is not logged, or is logged twice.';
    expectSame('entries after a ClientGone, and after an error', `${count}, ${logged.length}`, '0, 1', because);
  });
});

step(5, (check, examine) => {
  check('an unknown path is 404, with the headers of the global middlewares', async (app) => {
    const answer = await app.get(`/${random.word()}`);
    answer.error(404, 'Not Found', ({ content }) =>
      content === ''
        ? 'a request without a route gets an empty response.'
        : 'the handler for unknown paths throws an error, or responds with another status or body.',
    );
    const because = 'the 404 does not run inside the global middlewares, or Greeting is not one of them in main.ts.';
    answer.header('x-greeting', 'hello', because);
    (await app.get('/time'))
      .status(200)
      .header('x-greeting', 'hello', 'the router does not put the global middlewares in front of those of a route.');
  });

  check('a wrong method is 404 with Allow, and OPTIONS is 204', async (app) => {
    const wrong = await app.send('DELETE', '/time');
    const bare =
      'the response is sent before the global middlewares run. Every request without a route runs inside of them.';
    wrong
      .error(404, 'Not Found')
      .header('x-greeting', 'hello', bare)
      .header('allow', 'GET, OPTIONS, HEAD', ({ headers }) =>
        headers.has('allow')
          ? "the methods that router.allowed(path) returns are not joined with ', '."
          : 'the handler for requests without a route does not set Allow to what router.allowed(path) returns.',
      );
    const options = await app.send('OPTIONS', '/shows/7');
    const unanswered = 'OPTIONS gets the 404 even if the path has routes.';
    if (options.code === 404) expectSame('OPTIONS /shows/7', `404 ${options.content}`, 'status 204', unanswered);
    options.status(204).header('allow', 'GET, OPTIONS, HEAD').header('x-greeting', 'hello', bare);
    (await app.send('OPTIONS', `/${random.word()}`)).status(404, 'OPTIONS gets a 204 even if the path has no routes.');
  });

  check('HEAD has the headers of GET and no body', async (app) => {
    const head = await app.send('HEAD', '/time');
    head.status(200, 'HEAD does not fall back to the GET route.').header('content-length', '11').text('');
  });

  examine('a malformed target is 400, and reaches no middleware', async (load) => {
    let calls = 0;
    const counting: LearnersMiddleware = {
      handle(_ctx, next) {
        calls++;
        return next();
      },
    };
    const routes = [{ method: 'GET', path: '/', handler: () => 'home' }];
    const { url, close } = await serve(load, { routes, middlewares: [counting] });
    const received = [await outcomeOf(`${url}/%ZZ`), calls, await outcomeOf(url), calls].join(', ');
    close();
    const because = received.startsWith('400 {"error":"Bad Request"}, 0, ')
      ? 'the global middlewares do not run for GET /, which has a route.'
      : 'a malformed target is treated as the path /, or global middlewares run for it.';
    expectSame(
      'GET /%ZZ, then GET /, with the calls of a global middleware',
      received,
      '400 {"error":"Bad Request"}, 0, 200 "home", 1',
      because,
    );
  });

  examine(
    'whatever a global middleware does to a request without a route, the client gets a 500',
    (load) => expectSurvived(load, 'a global middleware of a request without a route that'),
    { isRule: true },
  );

  examine('a scan for unknown paths logs nothing', async (load) => {
    let calls = 0;
    let thrown = 0;
    const watch: LearnersMiddleware = {
      async handle(_ctx, next) {
        calls++;
        try {
          return await next();
        } catch (error) {
          thrown++;
          throw error;
        }
      },
    };
    const routes = [{ method: 'GET', path: '/a', handler: () => 1 }];
    const middlewares = [watch];
    const { url, logged, close } = await serve(load, { routes, middlewares });
    // A chain that is built for each request would be built without it.
    middlewares.length = 0;
    const outcomes = await Promise.all(['/wp-admin', '/.env', '/a/b'].map((path) => outcomeOf(url + path)));
    close();
    const because =
      logged.length > 0
        ? 'your dispatcher logs the 404 as an error, so every scanner fills the log.'
        : 'a request without a route does not get the 404.';
    const expected = `${Array(3).fill('404 {"error":"Not Found"}').join(', ')}, 0 entries`;
    expectSame('three unknown paths', `${outcomes.join(', ')}, ${logged.length} entries`, expected, because);
    const trace =
      'the handler for unknown paths throws its 404. An error collects a stack trace; return the response instead.';
    expectSame('errors that a global middleware catches', String(thrown), '0', trace);
    const bare =
      'the 404 does not run inside the global middlewares, or its chain is built for each request. ' +
      'Build it from router.middlewares, once, in the constructor.';
    expectSame('calls of a global middleware for three unknown paths', String(calls), '3', bare);
  });
});

/** `run` of a route with these middlewares. Which function puts it together is up to the learner. */
async function chaining(load: Load) {
  const { Router } = await load('framework/router.ts');
  return (middlewares: object[], handler: (ctx: never) => unknown): LearnersHandler => {
    const match = new Router().add({ method: 'GET', path: '/', handler, middlewares }).resolve('GET', '/');
    return (ctx) => match.run(ctx);
  };
}

/** What a chain gets: it must neither look into it nor need it to be of a certain class. */
const context = {};

const internal = '500 {"error":"Internal Server Error"}';
const promiseAsJson = 'a promise is turned into JSON, and not the value that it resolves to.';

function whyValue(name: string, received: string): string {
  const isUndefined = name.startsWith('nothing');
  if (received === 'no response') {
    if (name === 'null') return 'a method then is looked for in null, which throws an error.';
    return isUndefined
      ? 'an error is thrown: a method then is looked for in undefined, or ctx.json is called with undefined.'
      : 'an error is thrown before the response is sent.';
  }
  if (name === 'promise' && received === '200 {}') return promiseAsJson;
  if (name === 'a-field-called-then')
    return 'every object with a property then is taken for a promise, whatever its value is.';
  if (name === 'thenable') return 'the object has a method then, but is taken for a plain value.';
  return isUndefined || name === 'context'
    ? 'undefined or the context itself is turned into JSON.'
    : 'a value that is neither undefined nor the context is not turned into JSON.';
}

async function expectSurvived(load: Load, place: string): Promise<void> {
  for (const { what, act } of misbehaviours) {
    const { route, global } = places[place]!(act);
    const routes = route === undefined ? [] : [route];
    const { url, logged, stackless, crashes, close } = await serve(load, { routes, middlewares: global && [global] });
    const received = await outcomeOf(url);
    close();
    const question = `${place} ${what}`;
    const result = crashes.length > 0 ? `an error that ends the process: ${crashes[0]}` : received;
    expectSame(question, result, internal, whyUncaught(what, place, received));
    const silent = 'the error is logged more than once, or not at all.';
    expectSame(`entries in the log after ${question}`, String(logged.length), '1', silent);
    if (what !== 'throws an Error') continue;
    const blind =
      'the log gets only the message of the error. Log the error itself: its stack says where it was thrown.';
    expectSame(`entries without the error or its stack, after ${question}`, stackless.join(), '', blind);
  }
}

function whyUncaught(what: string, place: string, received: string): string {
  if (received === '200 {}' && what.includes('then')) return 'an object with a method then is taken for a plain value.';
  if (place.includes('without a route')) return 'nothing catches the errors of the chain for requests without a route.';
  if (what.includes('then')) return '`then` is read or called where nothing catches the error that this may throw.';
  return what.includes('JSON')
    ? 'the value is turned into JSON where nothing catches the error.'
    : 'the error is not caught, or not everything that can be thrown is an Error.';
}

/** Node offers this function only behind a flag, which may also be set while a program is running. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function fail(error: unknown): never {
  throw error;
}

function cycle(): object {
  const value: { self?: object } = {};
  value.self = value;
  return value;
}

async function settled(work: () => unknown): Promise<{ value?: unknown; error?: unknown }> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: error ?? 'something that is not an error' };
  }
}

function expectSame(question: string, received: string, expected: string, cause: string): void {
  if (received === expected) return;
  throw new CheckFailure({ problem: `The result is different: ${question}`, received, expected, cause });
}
