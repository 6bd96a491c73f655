import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { mock } from 'node:test';
import { inspect } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CheckFailure, chapter, type Load, random } from '#check';
import lineBreak from './attacks/line-break.ts';
import oversized from './attacks/oversized.ts';
import prototype from './attacks/prototype.ts';
import slowBody from './attacks/slow-body.ts';
import { type LearnersContext, RawConnection, serve } from './serve.ts';

const { step } = chapter(import.meta.url);

step(1, (check, examine) => {
  examine('a target becomes one canonical path, and a query', async (load) => {
    const { parseTarget } = await load('framework/target.ts');
    const word = random.word();
    const targets: Record<string, [path: string, query?: string] | undefined> = {
      [`/${word}`]: [`/${word}`],
      [`/${word}?page=2`]: [`/${word}`, 'page=2'],
      '/a?x=1?y=2': ['/a', 'x=1?y=2'],
      '/a#top?x': ['/a'],
      '/a?x=1#top': ['/a', 'x=1'],
      '/%61dmin': ['/admin'],
      '/a%2fb': ['/a%2Fb'],
      '/%2561dmin': ['/%2561dmin'],
      '//admin': ['/admin'],
      '////admin?x': ['/admin', 'x'],
      [`http://example.com/${word}?x=1`]: [`/${word}`, 'x=1'],
      'http://example.com': ['/'],
      'HTTPS://example.com//admin': ['/admin'],
      '/a//b': ['/a//b'],
      // With a query, it doesn't take the short way for plain paths.
      '/a//b?x=1': ['/a//b', 'x=1'],
      '/%ZZ': undefined,
      '/a%': undefined,
      '*': undefined,
      'example.com:443': undefined,
    };
    for (const [raw, expected] of Object.entries(targets)) {
      const { path, query } = parseTarget(raw) ?? {};
      const received = path === undefined ? 'undefined' : JSON.stringify({ path, query });
      const wanted =
        expected === undefined ? 'undefined' : JSON.stringify({ path: expected[0], query: expected[1] ?? '' });
      expectSame(`parseTarget('${raw}')`, received, wanted, whyTarget(raw));
    }
  });

  examine(
    'the query is parsed once, when it is first asked for',
    async (load) => {
      const { IncomingRequest } = await load('framework/request.ts');
      let reads = 0;
      const target = {
        path: '/',
        get query() {
          reads++;
          return 'q=apples&page=2';
        },
      };
      const request = new IncomingRequest({ headers: {} }, target, {}, 0);
      const before = reads;
      const received = [request.query('q'), request.query('page'), request.query('absent')].map(String).join(', ');
      const because = 'query() does not look the name up in what parseQuery(this.target.query) returns.';
      expectSame('three calls of query(), with q=apples&page=2', received, 'apples, 2, undefined', because);
      const early = 'the query is parsed in the constructor, even for the many handlers that never ask for it.';
      expectSame('how often target.query was read before the first call', String(before), '0', early);
      const again = 'query() parses the query for each call. Keep the map in a field.';
      expectSame('how often target.query was read for three calls', String(reads), '1', again);
    },
    { alreadyTrue: true },
  );

  check('a handler reads query parameters', async (app) => {
    const q = random.word();
    const first = await app.get(`/search?q=${q}+and+caf%C3%A9&page=2&page=3`);
    const whole = 'parseTarget does not split the target at the ?, so the router gets the query as a part of the path.';
    if (first.code === 404) expectSame('GET /search with a query', `404 ${first.content}`, 'status 200', whole);
    first.json({ q: `${q} and café`, page: '2' }, [
      'parseQuery does not decode: a plus sign is a space, and escapes are UTF-8.',
      'the last of two equal keys wins. The first one should.',
    ]);
    (await app.get('/search')).json({ q: '', page: '1' }, 'query() does not return undefined for an absent parameter.');
    const empty = 'an empty value counts as absent. Only a key that was not sent is undefined.';
    (await app.get('/search?page=&q')).json({ q: '', page: '' }, empty);
    const broken = 'the query is decoded along with the path, or a malformed escape in it throws. Keep it as it is.';
    (await app.get('/search?q=%ZZ&&constructor=1')).json({ q: '%ZZ', page: '1' }, broken);
    const endless =
      'parseQuery reads every pair, so the client decides how much work its request is. Stop after 1,000.';
    (await app.get(`/search?${'a&'.repeat(1_000)}q=late`)).json({ q: '', page: '1' }, endless);
  });

  check('a malformed target is 400, and other spellings of a path find the same route', async (app) => {
    const { port } = new URL(await app.url());
    for (const [target, status] of Object.entries({ '/%ZZ': 400, '//search': 200, 'http://x/%73earch': 200 })) {
      const raw = new RawConnection(Number(port), `GET ${target} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      const received = (await raw.until('\r\n\r\n')).slice(9, 12);
      raw.socket.destroy();
      const because = received === '' ? 'parseTarget throws an error, which ends the program.' : whyTarget(target);
      expectSame(`GET ${target}, over a raw socket`, received || 'no response', String(status), because);
    }
  });
});

step(2, (check, examine) => {
  check('header() ignores case, and is empty if the header is absent', async (app) => {
    const language = random.word();
    const received = await app.get('/me', { headers: { 'accept-LANGUAGE': language } });
    const because = 'header() does not look the name up, or not in lower case, which is how Node keeps header names.';
    received.fields({ language }, because);
  });

  examine('a header called "constructor" is absent', async (load) => {
    const seen: unknown[] = [];
    const { url, close } = await serve(load, (ctx) => {
      seen.push(ctx.header('constructor'), ctx.header('toString'), ctx.header('X-Tag'), ctx.header('absent'));
      return ctx.json({});
    });
    await fetch(url, {
      headers: [
        ['x-tag', 'red'],
        ['x-tag', 'blue'],
      ],
    }).catch(() => {});
    close();
    const because =
      seen[0] !== '' || seen[1] !== ''
        ? 'the object of headers has a prototype, so a name such as "constructor" finds a function.'
        : seen[2] !== 'red, blue'
          ? 'header() does not look the name up, or not in lower case, which is how Node keeps header names.'
          : "header() does not return '' for a header that is absent.";
    const question = 'the headers constructor, toString, X-Tag and absent, of which only X-Tag was sent';
    expectSame(question, JSON.stringify(seen), '["","","red, blue",""]', because);
  });

  examine(
    'cookies are parsed once, when they are first asked for',
    async (load) => {
      const { IncomingRequest } = await load('framework/request.ts');
      let reads = 0;
      const headers = {
        get cookie() {
          reads++;
          return 'theme=dark; seen=%C3%A9; theme=light';
        },
      };
      const request = new IncomingRequest({ headers }, { path: '/', query: '' }, {}, 0);
      const before = reads;
      const received = [request.cookie('theme'), request.cookie('seen'), request.cookie('absent')];
      const because =
        "cookie() does not look the name up in what parseCookies returns, or is not '' for an absent one.";
      expectSame('three calls of cookie()', JSON.stringify(received), '["dark","é",""]', because);
      const often = 'cookie() parses the header for each call, or the constructor does. Keep the map in a field.';
      // One look whether there is such a header, and one to read it.
      const count = before === 0 && reads <= 2 ? 'once' : `${before} times before the first call, ${reads} in all`;
      expectSame('how often the header was read', count, 'once', often);
    },
    { alreadyTrue: true },
  );

  examine('a cookie is HttpOnly and SameSite=Lax unless the caller asks for less', async (load) => {
    const { formatCookie } = await load('framework/cookies.ts');
    const cases: [object, string][] = [
      [{}, 'a=b; Path=/; HttpOnly; SameSite=Lax'],
      [{ maxAge: 0 }, 'a=b; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
      [{ secure: true, sameSite: 'strict', path: '/auth' }, 'a=b; Path=/auth; HttpOnly; Secure; SameSite=Strict'],
      [{ httpOnly: false }, 'a=b; Path=/; SameSite=Lax'],
      [{ httpOnly: undefined, path: undefined }, 'a=b; Path=/; HttpOnly; SameSite=Lax'],
    ];
    for (const [options, expected] of cases) {
      const question = `formatCookie('a', 'b', ${inspect(options)})`;
      const because =
        'an attribute is missing, has another value, is in another place, or an option that is undefined switches it off.';
      expectSame(question, formatCookie('a', 'b', options), expected, because);
    }
    const evil = formatCookie('a', 'x; Domain=evil.example\r\nSet-Cookie: b=c', {});
    const because = 'the value is not encoded, so a semicolon in it adds an attribute.';
    expectSame(
      "formatCookie with a value that contains '; Domain='",
      /Domain=|[\r\n]/.test(evil) ? JSON.stringify(evil) : 'an encoded value',
      'an encoded value',
      because,
    );
    const thrown = thrownBy(() => formatCookie('a;b', 'x', {}));
    expectSame(
      "formatCookie('a;b', …)",
      thrown === undefined ? 'no error' : 'an error',
      'an error',
      'the name is not checked.',
    );
  });

  check('a response can set two cookies, and the client sends them back', async (app) => {
    const name = random.word();
    const answer = await app.send('PUT', `/theme/${name}`);
    const cookies = answer.headers.getSetCookie();
    const expected = [
      `theme=${name}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
      'seen=yes; Path=/; HttpOnly; SameSite=Lax',
    ];
    const isRight = cookies.join('\n') === expected.join('\n');
    // So that a 204, which is right here, isn't named as the cause.
    if (!isRight) answer.status(204, 'setCookie or formatCookie throws an error.');
    answer.expect(
      isRight,
      `the headers ${expected.map((each) => `Set-Cookie: ${each}`).join(' and ')}`,
      cookies.length < 2
        ? 'appendHeader replaces the value that was there.'
        : `formatCookie returns different values: ${cookies.join(' and ')}`,
    );
    const headers = { cookie: `theme=${name}; seen=yes` };
    (await app.get('/me', { headers })).fields({ theme: name }, 'cookie() does not parse the header `cookie`.');
  });
});

step(3, (check, examine) => {
  check('the attack "line-break" is blocked', async (app) => app.fresh().attack(lineBreak));

  examine('setHeader refuses a line break where it is set', async (load) => {
    const { OutgoingResponse } = await load('framework/response.ts');
    for (const [name, value] of [
      ['x-a', 'b\r\nc: d'],
      ['x\r\ny', 'z'],
      ['x-list', ['fine', 'a\nb']],
      ['x-ü', 'ü'],
    ] as const) {
      const thrown = thrownBy(() => new OutgoingResponse().setHeader(name, value));
      const received = thrown instanceof Error ? 'an error' : 'no error';
      const because = 'the name, or one of the values, is stored without being validated.';
      expectSame(`setHeader(${JSON.stringify(name)}, ${JSON.stringify(value)})`, received, 'an error', because);
    }
    const thrown = thrownBy(() => new OutgoingResponse().setHeader('x-a', 7).setHeader('x-b', ['1', '2']));
    const question = "setHeader('x-a', 7).setHeader('x-b', ['1', '2'])";
    const refused = 'setHeader refuses a number, or an array of valid values.';
    expectSame(question, String(thrown ?? 'no error'), 'no error', refused);
  });

  examine('a body has its length in bytes', async (load) => {
    const text = random.word();
    await expectResponse(load, 'ctx.send(text), with an é in it', (ctx) => ctx.send(`${text} é`), {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'content-length': String(text.length + 3) },
      body: `${text} é`,
    });
    await expectResponse(load, 'ctx.status(201).json({ text })', (ctx) => ctx.status(201).json({ text }), {
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', 'content-length': String(text.length + 11) },
      body: `{"text":"${text}"}`,
    });
    const bytes = (ctx: LearnersContext) =>
      ctx.response.setHeader('content-type', 'image/png') && ctx.send(Buffer.from(text));
    const headers = { 'content-type': 'image/png', 'content-length': String(text.length) };
    await expectResponse(load, 'ctx.send(bytes), with a type of its own', bytes, { status: 200, headers, body: text });
  });

  examine('a response without a body ends with its headers', async (load) => {
    const none = { 'content-length': null, 'content-type': null, 'transfer-encoding': null };
    await expectResponse(load, 'a handler that returns nothing', () => undefined, {
      status: 204,
      headers: none,
      body: '',
    });
    await expectResponse(load, 'ctx.status(304).json({ a: 1 })', (ctx) => ctx.status(304).json({ a: 1 }), {
      status: 304,
      headers: none,
      body: '',
    });
    await expectResponse(load, 'ctx.status(201), and no body', (ctx) => ctx.status(201), {
      status: 201,
      headers: { 'content-length': '0' },
      body: '',
    });
  });
});

step(4, (check, examine) => {
  check('the attack "oversized" is blocked', async (app) => app.attack(oversized));

  examine('a body of exactly the limit is read, one byte more is 413', async (load) => {
    for (const [size, expected] of [
      [1_000, 'read'],
      [1_001, '413'],
    ] as const) {
      for (const isChunked of [false, true]) {
        // Two bytes a character, except for the last one: the limit is about memory, not about letters.
        const body = `${'é'.repeat(Math.floor(size / 2))}${'x'.repeat(size % 2)}`;
        const bytes = Buffer.from(body);
        const chunks = [bytes.subarray(0, 600), bytes.subarray(600)];
        const outcome = await outcomeOf(load, isChunked ? Readable.from(chunks) : body);
        const because =
          outcome === '413'
            ? 'a body of exactly the limit is refused: compare with >, not with >=.'
            : outcome === 'empty'
              ? 'the chunks of the body are not collected.'
              : outcome !== 'read'
                ? 'readBody rejects with an error other than new HttpError(413).'
                : isChunked
                  ? 'the bytes of a body without a Content-Length are not counted and compared with the limit.'
                  : 'neither the Content-Length nor the number of bytes is compared with the limit.';
        const question = `a body of ${size} bytes${isChunked ? ' in chunks' : ''}, with a limit of 1,000`;
        expectSame(question, outcome, expected, because);
      }
    }
  });

  examine('what was collected is released after a 413', async (load) => {
    const { readBody } = await load('framework/body.ts');
    const incoming = new IncomingMessage(new Socket());
    const ending = readBody(incoming, 1_000).then(
      () => 'read',
      ({ status }: { status?: number }) => String(status),
    );
    const chunks = [600, 600, 600].map((size) => push(incoming, size));
    // Not `laterThan`: nothing else would keep the process alive until then.
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise((resolve) => {
      timer = setTimeout(() => resolve('nothing'), 1_000);
    });
    const outcome = await Promise.race([ending, tooLate]);
    clearTimeout(timer);
    const unlimited = 'readBody does not count the bytes of a body without a length, so nothing stops it at the limit.';
    expectSame('a body in chunks of 600 bytes, with a limit of 1,000', String(outcome), '413', unlimited);
    // As endAfterBody does: whatever still comes is read.
    incoming.resume();
    chunks.push(push(incoming, 600));
    await new Promise((resolve) => setTimeout(resolve, 20));
    collectGarbage();
    const kept = chunks.filter((chunk) => chunk.deref() !== undefined).length;
    const because =
      'the array still holds the chunks, or it collects more of them after the limit. While the client goes on sending, they ' +
      'fill the memory. Empty the array when you reject, and ignore what follows.';
    expectSame(
      'four chunks of 600 bytes with a limit of 1,000, and how many of them are still in memory',
      String(kept),
      '0',
      because,
    );
    incoming.destroy();
  });

  check('a client that is still sending gets to see the 413', async (app) => {
    const { port } = new URL(await app.url());
    const raw = new RawConnection(
      Number(port),
      'POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n',
    );
    for (let i = 0; i < 20; i++) raw.socket.write('x'.repeat(100_000));
    const received = await raw.until('}');
    const isReset = raw.socket.destroyed;
    raw.socket.destroy();
    const head = received.toLowerCase();
    const isComplete = head.startsWith('http/1.1 413') && received.endsWith('{"error":"Payload Too Large"}');
    expectSame(
      'a body of 9 MB that is still being sent',
      isComplete
        ? head.includes('connection: close')
          ? 'a 413 with connection: close'
          : 'a 413 without connection: close'
        : received || (isReset ? 'a reset' : 'no response'),
      'a 413 with connection: close',
      received === '' && !isReset
        ? 'readBody does not stop at the limit, so it waits for the whole body.'
        : 'the connection is closed while the client is sending, which resets it, or it is kept open for the rest of the body.',
    );
  });

  examine('the rest of a refused body is read, but not forever', async (load) => {
    const { OutgoingResponse, send } = await load('framework/response.ts');
    const response = Object.assign(new OutgoingResponse(), { status: 413, body: '{}' });
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      send(outgoing, response);
      const early = 'send ends the response while the client is still sending. Call endAfterBody instead of end.';
      expectSame('a 413 whose request is not complete', isEnded(), 'still open', early);
      mock.timers.tick(5_000);
      const late = 'send waits for the end of the request, and an attacker never sends it.';
      expectSame('the same response five seconds later', isEnded(), 'ended', late);
    } finally {
      mock.timers.reset();
    }

    function isEnded(): string {
      return outgoing.destroyed ? 'destroyed' : outgoing.writableEnded ? 'ended' : 'still open';
    }
  });

  examine('a client that disconnects is noticed', async (load) => {
    let settle = (_: unknown) => {};
    const outcome = new Promise((resolve) => {
      settle = resolve;
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { port, close } = await serve(load, (ctx) => {
      const reading = ctx.request.body().then(() => settle('read'), settle);
      arrive();
      return reading;
    });
    const raw = new RawConnection(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
    await arrived;
    raw.socket.destroy();
    const late = new Promise((resolve) => setTimeout(() => resolve('nothing'), 3_000).unref());
    const result = await Promise.race([outcome, late]);
    close();
    const received = result instanceof Error ? result.name : String(result);
    const because =
      result === 'nothing'
        ? 'readBody waits for an `end` that never comes. A connection that breaks off emits `close`.'
        : 'readBody does not reject with new ClientGone() when the connection breaks off.';
    expectSame('half a body, and then the client disconnects', received, 'ClientGone', because);
    const { readBody } = await load('framework/body.ts');
    const gone = new IncomingMessage(new Socket()).destroy();
    await once(gone, 'close');
    // Not `laterThan`: nothing else would keep the process alive until then.
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise((resolve) => {
      timer = setTimeout(() => resolve('nothing'), 1_000);
    });
    const ending = readBody(gone, 1_000).then(String, ({ name }: Error) => name);
    const outcomeOfGone = await Promise.race([ending, tooLate]);
    clearTimeout(timer);
    const missed = 'readBody waits for events that have already been emitted. Look at incoming.destroyed first.';
    expectSame('a body whose client has already disconnected', String(outcomeOfGone), 'ClientGone', missed);
  });

  check('the attack "prototype" is blocked', async (app) => app.attack(prototype));

  examine('a body that is not JSON, or names a prototype, is 400 Invalid request', async (load) => {
    const { parseJson } = await load('framework/body.ts');
    const bodies = ['', '{', 'secret', '{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'];
    for (const text of bodies) {
      const thrown = thrownBy(() => parseJson(Buffer.from(text))) as { status?: number; message?: string } | undefined;
      const received = thrown === undefined ? 'no error' : `${thrown.status} ${thrown.message}`;
      const because = !text.includes('proto')
        ? "the error is the parser's own, whose message quotes the body."
        : thrown === undefined
          ? 'namesPrototype is not called with the parsed value, or only for some bodies: an escape can spell the key.'
          : "parseJson throws an error other than new HttpError(400, 'Invalid request').";
      expectSame(`parseJson('${text}')`, received, '400 Invalid request', because);
    }
    const deep = `${'['.repeat(50_000)}"__proto__"${']'.repeat(50_000)}`;
    const thrown = thrownBy(() => parseJson(Buffer.from(deep)));
    const because =
      thrown instanceof RangeError
        ? 'the search for the key calls itself, and the stack is not deep enough. Use namesPrototype, which has a loop.'
        : 'a value that mentions __proto__ is refused, but only a key with this name is dangerous.';
    expectSame('50,000 nested arrays', thrown === undefined ? 'no error' : String(thrown), 'no error', because);
    const fine = JSON.stringify(parseJson(Buffer.from('{"text":"__proto__","n":[1,null]}')));
    expectSame(
      'a value that mentions __proto__',
      fine,
      '{"text":"__proto__","n":[1,null]}',
      'only keys are dangerous.',
    );
  });
});

step(5, (check, examine) => {
  check('the attack "slow-body" is blocked', async (app) => app.attack(slowBody));

  check('a request that Node cannot parse gets a response in JSON', async (app) => {
    const { port } = new URL(await app.url());
    const requests: Record<string, [string, string]> = {
      'HELLO\r\n\r\n': ['400', 'Bad Request'],
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n': ['400', 'Bad Request'],
      'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n': ['400', 'Bad Request'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Large: ${'x'.repeat(20_000)}\r\n\r\n`]: [
        '431',
        'Request Header Fields Too Large',
      ],
    };
    for (const [bytes, [status, message]] of Object.entries(requests)) {
      const raw = new RawConnection(Number(port), bytes);
      const received = await raw.until('}');
      raw.socket.destroy();
      const [head = '', body = ''] = received.split('\r\n\r\n');
      const isRight = head.startsWith(`HTTP/1.1 ${status} `) && body === JSON.stringify({ error: message });
      const isClosed = /^connection: close$/im.test(head);
      const isTyped = /^content-type: application\/json/im.test(head);
      const wanted = `${status} {"error":"${message}"}, with an application/json type and connection: close`;
      expectSame(
        `the bytes ${JSON.stringify(bytes.slice(0, 60))}`,
        isRight && isClosed && isTyped ? wanted : received || 'no response',
        wanted,
        `the server does not listen for clientError, or the listener does not write ${status} with {"error":"${message}"} and connection: close.`,
      );
    }
  });

  examine('the headers must arrive within ten seconds, and two Authorization headers are joined', async (load) => {
    const { HttpServer, defaultLimits } = await load('framework/server.ts');
    let seen: string | undefined;
    let limits = { requestTimeout: 0, headersTimeout: 0, connectionsCheckingInterval: 30_000 };
    const server = new HttpServer(defaultLimits, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      seen = incoming.headers.authorization;
      // Node keeps the server that a connection belongs to.
      limits = (incoming.socket as { server?: typeof limits }).server ?? limits;
      outgoing.end('}');
    });
    const port = await server.listen(0, '127.0.0.1');
    const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n');
    await raw.until('}');
    raw.socket.destroy();
    await server.stop();
    const because =
      'Node uses the first one, and a proxy in front of it perhaps the last. The option is joinDuplicateHeaders.';
    expectSame('the header Authorization, sent twice, as a and b', String(seen), 'a, b', because);
    const { requestTimeout, headersTimeout, connectionsCheckingInterval } = limits;
    const all = 'the requestTimeout of the limits is not passed to createServer.';
    expectSame('requestTimeout, with a limit of 30 seconds', String(requestTimeout), '30000', all);
    const isShort = headersTimeout > 0 && headersTimeout <= 10_000;
    const long =
      'headersTimeout is missing, 0 or more than ten seconds, so the headers alone may take as long as the whole request.';
    expectSame('headersTimeout', isShort ? 'at most 10000' : String(headersTimeout), 'at most 10000', long);
    const isOften = connectionsCheckingInterval > 0 && connectionsCheckingInterval <= 1_000;
    const seldom =
      'connectionsCheckingInterval is missing, or more than a second: a slow client gets that much longer than the limit.';
    expectSame(
      'connectionsCheckingInterval, with a limit of 30 seconds',
      isOften ? 'at most 1000' : String(connectionsCheckingInterval),
      'at most 1000',
      seldom,
    );
    const odd = { ...defaultLimits, requestTimeout: 1_001 };
    let problem = 'no error';
    try {
      new HttpServer(odd, () => {});
    } catch (error) {
      problem = (error as Error).message;
    }
    const fraction = problem.includes('headersTimeout')
      ? 'headersTimeout is more than the requestTimeout. Use the smaller of 10,000 and the requestTimeout.'
      : 'a quarter of 1001 is a fraction, and Node refuses it. Round it up: Math.ceil.';
    expectSame('new HttpServer with a requestTimeout of 1001', problem, 'no error', fraction);
  });
});

step(6, (check, examine) => {
  examine('a stream is sent while it is being produced', async (load) => {
    const source = new Readable({ read() {} });
    const { port, close, failures } = await serve(load, (ctx) => ctx.stream(source));
    const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    source.push('first');
    const first = (await raw.until('first')).includes('first');
    source.push('second');
    source.push(null);
    const all = await raw.until('0\r\n\r\n');
    close();
    if (failures.length > 0) throw failures[0];
    const received = !first
      ? 'nothing before the stream had ended'
      : all.includes('second')
        ? 'both, in turn'
        : 'only the first';
    const because = 'the stream is collected before it is sent, or it is never made the body.';
    expectSame('a stream that is still open after its first chunk', received, 'both, in turn', because);
    expectSame(
      'a stream of 100 chunks, and a client that reads none of them',
      (await chunksReadFor(load)) < 100 ? 'the stream waits' : 'all chunks are in memory',
      'the stream waits',
      'every chunk is written as soon as it is there, however slowly the client reads. pipeline() waits.',
    );
  });

  check('GET /countdown counts down', async (app) => {
    const answer = await app.get('/countdown');
    const missing = 'ctx.stream does not make the stream the body.';
    if (answer.code === 204) expectSame('GET /countdown', '204, without a body', 'status 200', missing);
    answer.status(200, missing);
    answer.expect(
      answer.content === '3\n2\n1\n' && answer.headers.get('content-type') === 'text/plain; charset=utf-8',
      'the lines 3, 2 and 1, with the type text/plain',
      'the type that the handler has set is replaced, or a chunk is missing.',
    );
  });

  examine('a stream that fails halfway cuts the connection, and the server lives on', async (load) => {
    const failing = async function* () {
      yield 'half';
      throw new Error('the disk is gone');
    };
    let crashes = 0;
    const onCrash = () => crashes++;
    process.on('uncaughtException', onCrash);
    const { url, close } = await serve(load, (ctx) =>
      ctx.request.path === '/' ? ctx.stream(Readable.from(failing())) : ctx.json(1),
    );
    const outcome = await fetch(url, patient())
      .then((response) => response.text())
      .then(
        (text) => `the complete response "${text}"`,
        (error: Error) => (error.name === 'TimeoutError' ? 'a response that never ends' : 'a broken connection'),
      );
    const next = await fetch(`${url}/next`, patient()).then(
      (response) => response.status,
      () => 'no response',
    );
    close();
    process.off('uncaughtException', onCrash);
    const received = `${outcome}, then ${crashes > 0 ? 'the end of the process' : next}`;
    const because =
      crashes > 0
        ? 'nobody handles the error of the stream, and Node ends a process over that.'
        : outcome.startsWith('a response')
          ? 'pipe() does not pass an error on, so the client waits forever. pipeline() cuts the connection.'
          : outcome === 'the complete response ""'
            ? 'ctx.stream does not make the stream the body, or sendStream does not pipe it.'
            : 'the response is ended as if nothing had happened, so the client takes a part for the whole.';
    expectSame('a stream that fails after its first chunk', received, 'a broken connection, then 200', because);
  });

  examine('a stream that nobody will read is destroyed', async (load) => {
    const sources: Readable[] = [];
    let listeners = 1;
    const { url, close, failures } = await serve(load, (ctx) => {
      const source = new Readable({ read() {} });
      sources.push(source);
      ctx.stream(source);
      listeners = Math.min(listeners, source.listenerCount('error'));
      return ctx.request.path === '/replaced' ? ctx.json({}) : undefined;
    });
    const statusOf = (path: string, method: string) =>
      fetch(url + path, { method, ...patient() }).then(
        ({ status }) => String(status),
        () => 'no response',
      );
    const causes = {
      HEAD: 'for HEAD, sendStream does not discard the stream, or does not end the response.',
      GET: 'the stream stays open after json() has replaced it. Call discard with the old body.',
    };
    for (const [method, path] of [
      ['HEAD', '/head'],
      ['GET', '/replaced'],
    ] as const) {
      const status = await statusOf(path, method);
      if (failures.length > 0) close();
      if (failures.length > 0) throw failures[0];
      const received = `${status}, and the stream is ${sources.at(-1)?.destroyed ? 'destroyed' : 'open'}`;
      if (received !== '200, and the stream is destroyed') close();
      const question = method === 'HEAD' ? 'a HEAD request' : 'a stream that ctx.json() replaces';
      const because = status === '204' ? 'ctx.stream does not make the stream the body.' : causes[method];
      expectSame(question, received, '200, and the stream is destroyed', because);
    }
    close();
    const because =
      'ctx.stream() adds no listener for error. A stream that fails before it is sent, such as a file that does not exist, ' +
      'would end the process.';
    expectSame('listeners for error, right after ctx.stream()', String(listeners), '1', because);
  });

  examine('a stream is destroyed if its client disconnects, or if the response has no body', async (load) => {
    const sources: Readable[] = [];
    const { port, close } = await serve(load, async (ctx) => {
      const source = new Readable({ read() {} });
      sources.push(source);
      ctx.stream(source);
      if (ctx.request.path === '/empty') ctx.status(204);
      if (ctx.request.path === '/late') await once(ctx.request.incoming.socket, 'close');
      if (ctx.request.path === '/middle') source.push('first');
    });
    const cases = {
      '/middle': [
        'a client that disconnects after the first chunk',
        'the stream is left open when the client goes away. pipe() does not destroy its source; pipeline() does.',
      ],
      '/late': [
        'a client that disconnects before the handler has returned',
        'send does nothing for a response that is destroyed, and the stream stays open. Call discard with its body.',
      ],
      '/empty': [
        'a stream, and then ctx.status(204)',
        'send passes the stream to sendStream although a 204 has no body, or does not discard it.',
      ],
    } as const;
    try {
      for (const [path, [question, because]] of Object.entries(cases)) {
        const before = sources.length;
        const raw = new RawConnection(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        if (path !== '/late') await raw.until(path === '/empty' ? '\r\n\r\n' : 'first');
        while (sources.length === before && !raw.socket.destroyed) await new Promise((go) => setTimeout(go, 5));
        if (path !== '/empty') raw.socket.destroy();
        const source = sources.at(-1)!;
        if (!source.destroyed) await Promise.race([new Promise((go) => source.once('close', go)), laterThan(1_000)]);
        raw.socket.destroy();
        const isUnsent = path === '/middle' && !raw.received.includes('first');
        const unsent =
          'no chunk is sent: ctx.stream does not make the stream the body, or sendStream does not pipe it.';
        expectSame(question, source.destroyed ? 'destroyed' : 'open', 'destroyed', isUnsent ? unsent : because);
      }
    } finally {
      close();
    }
  });

  examine('a response whose headers have been sent is left alone', async (load) => {
    const { OutgoingResponse, send } = await load('framework/response.ts');
    const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
    outgoing.writeHead(200);
    const source = new Readable({ read() {} });
    let received = 'no error';
    try {
      send(outgoing, Object.assign(new OutgoingResponse(), { body: source }));
    } catch (error) {
      received = String((error as NodeJS.ErrnoException).code);
    }
    const because =
      received === 'ERR_INVALID_ARG_TYPE'
        ? 'send passes the stream to sendWhole, which only takes a string or bytes.'
        : 'send writes the headers a second time, and Node throws. Look at outgoing.headersSent first.';
    expectSame('send() with headers that have been sent', received, 'no error', because);
    const open = 'nothing is going to read the stream. Call discard with the body.';
    const question = 'the stream of a response whose headers have been sent';
    expectSame(question, source.destroyed ? 'destroyed' : 'open', 'destroyed', open);
  });

  examine('ctx.signal aborts when the client disconnects, and only then', async (load) => {
    const created = await controllersOf(load);
    const eager = 'the AbortController is created with the context, and most handlers never ask for their signal.';
    expectSame('controllers of a context whose signal nobody asks for', String(created.before), '0', eager);
    const fresh = 'each use of ctx.signal creates another controller. Keep the signal in a field.';
    expectSame('controllers after two uses of ctx.signal', String(created.after), '1', fresh);
    const late =
      'the response has closed before anyone asked for the signal, so its event never comes. Look at outgoing.destroyed.';
    const whenGone = 'ctx.signal.aborted, asked for after the client has gone';
    expectSame(whenGone, String(await abortedAfterTheEnd(load)), 'true', late);
    const { port, url, close, failures } = await serve(load, async (ctx) => {
      signals.push(ctx.signal);
      await ctx.request.body();
      // The request closes now. The client is still there.
      await new Promise((resolve) => setImmediate(resolve));
      if (ctx.request.path === '/quick') return ctx.json({ same: ctx.signal === signals[0] });
      const isAborted = await Promise.race([once(ctx.signal, 'abort').then(() => true), laterThan(3_000)]);
      return ctx.json({ isAborted });
    });
    const signals: AbortSignal[] = [];
    const quick = await fetch(`${url}/quick`, { method: 'POST', body: 'x', ...patient() }).then(
      (response) => response.json() as Promise<{ same: boolean }>,
      () => ({ same: false }),
    );
    if (failures.length > 0) close();
    if (failures.length > 0) throw failures[0];
    const raw = new RawConnection(port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    while (signals.length < 2 && !raw.socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 10));
    raw.socket.destroy();
    await Promise.race([signals[1] && once(signals[1], 'abort'), laterThan(2_000)]);
    close();
    const received = `after a response: ${signals[0]?.aborted}, after a disconnect: ${signals[1]?.aborted}, one signal: ${quick.same}`;
    const because = signals[0]?.aborted
      ? 'the signal is aborted although the response is complete: the listener is on the request, or does not look at writableFinished.'
      : signals[1]?.aborted
        ? 'ctx.signal is another one each time it is used. Keep it in a field.'
        : 'nothing aborts the signal when the response closes before it is finished.';
    expectSame(
      'the signals of two requests',
      received,
      'after a response: false, after a disconnect: true, one signal: true',
      because,
    );
  });
});

function whyTarget(raw: string): string {
  if (raw.includes('ZZ') || raw.endsWith('%')) return 'parseTarget accepts a malformed escape.';
  if (raw === 'http://example.com') return 'nothing is left after scheme and host, and the path does not become /.';
  if (raw.startsWith('HTTPS'))
    return 'scheme and host are removed only in lower case, or the slashes after them do not become one.';
  if (/^[a-z]+:\/\//i.test(raw)) return 'scheme and host are not removed. Clients send targets like this to a proxy.';
  if (raw.startsWith('//')) return 'several slashes at the beginning do not become one.';
  if (/.\/\//.test(raw))
    return 'slashes in the middle of a path are removed, too. Only those at the beginning become one.';
  if (raw.includes('%')) return 'the path is not decoded with canonicalPath, or decoded twice.';
  if (!raw.startsWith('/')) return 'parseTarget accepts a path that does not start with a slash.';
  return raw.includes('#')
    ? 'the fragment is not cut off, or only after the target was split at the ?.'
    : 'the target is not split at the first ?.';
}

interface Wanted {
  status: number;
  headers: Record<string, string | null>;
  body: string;
}

async function expectResponse(
  load: Load,
  question: string,
  handler: (ctx: LearnersContext) => unknown,
  wanted: Wanted,
): Promise<void> {
  const { url, close, failures } = await serve(load, handler);
  try {
    const response = await fetch(url).catch(() => undefined);
    const body = await response?.text();
    const names = Object.keys(wanted.headers);
    const received =
      response === undefined
        ? `no response: ${failures[0]}`
        : JSON.stringify({
            status: response.status,
            headers: Object.fromEntries(names.map((name) => [name, response.headers.get(name)])),
            body,
          });
    const because =
      failures.length > 0
        ? 'an error is thrown before the response is sent.'
        : 'send writes a different status or different headers. The length counts bytes, and a 204 or 304 has neither a length nor a type.';
    expectSame(question, received, JSON.stringify(wanted), because);
  } finally {
    close();
  }
}

async function outcomeOf(load: Load, body: string | Readable): Promise<string> {
  let outcome = 'nothing';
  const { url, close } = await serve(load, async (ctx) => {
    outcome = await ctx.request.body().then(
      (bytes: Buffer) => (bytes.length > 0 ? 'read' : 'empty'),
      (error: { status?: number }) => String(error.status ?? error),
    );
    return ctx.json({});
  });
  await fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : Readable.toWeb(body),
    duplex: 'half',
  } as RequestInit).catch(() => {});
  close();
  return outcome;
}

/** A response that never comes must not stop the examinations. */
function patient(): RequestInit {
  return { signal: AbortSignal.timeout(2_000) };
}

/** Whether the signal is aborted if it is used for the first time after the client has gone. */
async function abortedAfterTheEnd(load: Load): Promise<boolean> {
  let isAborted = false;
  let asked = () => {};
  const done = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const { url, close } = await serve(load, async (ctx) => {
    const { socket } = ctx.request.incoming;
    socket.destroy();
    await once(socket, 'close');
    const { signal } = ctx;
    // It may take until the next turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    isAborted = signal.aborted;
    asked();
    return ctx.json({});
  });
  await fetch(url, patient()).catch(() => {});
  await Promise.race([done, laterThan(2_000)]);
  close();
  return isAborted;
}

/** How many controllers a context creates, before and after its signal is used. */
async function controllersOf(load: Load): Promise<{ before: number; after: number }> {
  const { Context } = await load('framework/context.ts');
  const { AbortController: original } = globalThis;
  let created = 0;
  globalThis.AbortController = class extends original {
    constructor() {
      super();
      created++;
    }
  };
  try {
    const incoming = new IncomingMessage(new Socket());
    const ctx = new Context({ incoming }, new ServerResponse(incoming));
    const before = created;
    void [ctx.signal, ctx.signal];
    return { before, after: created };
  } finally {
    globalThis.AbortController = original;
  }
}

/** How many chunks of a hundred are taken from a stream whose response has no connection to be written to. */
async function chunksReadFor(load: Load): Promise<number> {
  const { OutgoingResponse, send } = await load('framework/response.ts');
  let chunks = 0;
  const body = new Readable({
    read() {
      this.push(chunks++ < 100 ? Buffer.alloc(16_384) : null);
    },
  });
  const outgoing = new ServerResponse(new IncomingMessage(new Socket()));
  send(outgoing, Object.assign(new OutgoingResponse(), { body }));
  for (let i = 0; i < 200; i++) await new Promise((resolve) => setImmediate(resolve));
  outgoing.destroy();
  return chunks;
}

/** A chunk that arrives, and a reference to it that doesn't keep it in memory. */
function push(incoming: IncomingMessage, size: number): WeakRef<Buffer> {
  const chunk = Buffer.alloc(size);
  incoming.push(chunk);
  return new WeakRef(chunk);
}

/** Node offers this function only behind a flag, which may also be set while a program is running. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

function laterThan(milliseconds: number): Promise<boolean> {
  return new Promise((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error ?? 'something that is not an error';
  }
}

function expectSame(question: string, received: string, expected: string, cause: string): void {
  if (received === expected) return;
  throw new CheckFailure({ problem: `The result is different: ${question}`, received, expected, cause });
}
