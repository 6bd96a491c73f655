import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
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
      '/a/../b/./c?x': ['/a/../b/./c', 'x'],
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

  examine('the query is parsed once, when it is first asked for', async (load) => {
    const pairs = Array.from({ length: 900 }, (_, i) => `a${i}=%C3%A9`);
    const cost = await costOf(load, 'query', `/?${pairs.join('&')}`, {});
    const because = 'query() does not find the parameter, or does not return an empty string for one that is absent.';
    expectSame("ctx.query('a7') and ctx.query('absent0'), with a7=%C3%A9", cost.received, 'é, ', because);
    expectLazy('a query of 900 parameters', cost, [
      'the query is parsed when the context is created, even for the many handlers that never ask for it.',
      'query() parses the query for each call. Keep what it has found.',
    ]);
  });

  check('a handler reads query parameters', async (app) => {
    const q = random.word();
    const first = await app.get(`/search?q=${q}+and+caf%C3%A9&page=2&page=3`);
    const whole = 'parseTarget does not split the target at the ?, so the router gets the query as a part of the path.';
    if (first.code === 404) expectSame('GET /search with a query', `404 ${first.content}`, 'status 200', whole);
    first.json({ q: `${q} and café`, page: '2' }, [
      'the values are not decoded: a plus sign is a space, and escapes are UTF-8.',
      'the last of two equal keys wins. The first one should.',
    ]);
    (await app.get('/search')).json(
      { q: '', page: '1' },
      'an absent parameter is not the empty string in query(), or not the second argument in queryDefault().',
    );
    const empty = 'an empty value counts as absent. Only a key that was not sent is undefined.';
    (await app.get('/search?page=&q')).json({ q: '', page: '' }, empty);
    const broken = 'the query is decoded along with the path, or a malformed escape in it throws. Keep it as it is.';
    (await app.get('/search?q=%ZZ&&constructor=1')).json({ q: '%ZZ', page: '1' }, broken);
    const endless = 'every pair is read, so the client decides how much work its request is. Stop after 1,000.';
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
      const pairs = Array.from({ length: 900 }, (_, i) => `a${i}=%C3%A9`);
      const cost = await costOf(load, 'cookie', '/', { cookie: `${pairs.join('; ')}; a7=late` });
      const because =
        'cookie() does not find the cookie, does not decode its value, prefers the last of two, or does not return an ' +
        'empty string for one that is absent.';
      expectSame("ctx.cookie('a7') and ctx.cookie('absent0'), with a7=%C3%A9", cost.received, 'é, ', because);
      expectLazy('900 cookies', cost, [
        'the cookies are parsed when the context is created, even for the many handlers that never ask for them.',
        'cookie() parses the header for each call. Keep what it has found.',
      ]);
    },
    { alreadyTrue: true },
  );

  examine('a cookie is HttpOnly and SameSite=Lax unless the caller asks for less', async (load) => {
    const cases: [object, string][] = [
      [{}, 'a=b; Path=/; HttpOnly; SameSite=Lax'],
      [{ maxAge: 0 }, 'a=b; Max-Age=0; Path=/; HttpOnly; SameSite=Lax'],
      [{ secure: true, sameSite: 'strict', path: '/auth' }, 'a=b; Path=/auth; HttpOnly; Secure; SameSite=Strict'],
      [{ httpOnly: false }, 'a=b; Path=/; SameSite=Lax'],
      [{ httpOnly: undefined, path: undefined }, 'a=b; Path=/; HttpOnly; SameSite=Lax'],
    ];
    for (const [options, expected] of cases) {
      const { cookie } = await cookieSet(load, 'a', 'b', options);
      const because = 'an attribute is missing, has another value, or an option that is undefined switches it off.';
      const isRight = sortedCookie(cookie) === sortedCookie(expected);
      expectSame(`ctx.setCookie('a', 'b', ${inspect(options)})`, isRight ? expected : cookie, expected, because);
    }
    for (const evil of ['x; Domain=evil.example', 'x\r\nSet-Cookie: b=c', 'x=y, é "%']) {
      const { cookie } = await cookieSet(load, 'a', evil, {});
      const value = cookie.split(';')[0]!.slice('a='.length);
      const isEncoded = !/[^!-~]|[",\\]/.test(value) && decodedBy(decodeURIComponent, value) === evil;
      const because = 'the value is not encoded, so a semicolon in it adds an attribute.';
      const question = `ctx.setCookie('a', ${JSON.stringify(evil)})`;
      expectSame(question, isEncoded ? 'an encoded value' : cookie, 'an encoded value', because);
    }
    const { thrown } = await cookieSet(load, 'a;b', 'x', {});
    const received = thrown === undefined ? 'no error' : 'an error';
    expectSame("ctx.setCookie('a;b', …)", received, 'an error', 'the name is not checked.');
  });

  check('a response can set two cookies, and the client sends them back', async (app) => {
    const name = random.word();
    const answer = await app.send('PUT', `/theme/${name}`);
    const cookies = answer.headers.getSetCookie();
    const expected = [
      `theme=${name}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
      'seen=yes; Path=/; HttpOnly; SameSite=Lax',
    ];
    const isRight = cookies.map(sortedCookie).join('\n') === expected.map(sortedCookie).join('\n');
    // So that a 204, which is right here, isn't named as the cause.
    if (!isRight) answer.status(204, 'setCookie throws an error.');
    answer.expect(
      isRight,
      `the headers ${expected.map((each) => `Set-Cookie: ${each}`).join(' and ')}`,
      cookies.length < 2
        ? 'the second cookie replaces the first one.'
        : `setCookie sets different values: ${cookies.join(' and ')}`,
    );
    const headers = { cookie: `theme=${name}; seen=yes` };
    (await app.get('/me', { headers })).fields({ theme: name }, 'cookie() does not read the header `cookie`.');
  });
});

step(3, (check, examine) => {
  check('the attack "line-break" is blocked', async (app) => app.fresh().attack(lineBreak));

  examine('setHeader refuses a line break where it is set', async (load) => {
    for (const [name, value] of [
      ['x-a', 'b\r\nc: d'],
      ['x\r\ny', 'z'],
      ['x-list', ['fine', 'a\nb']],
      ['x-ü', 'ü'],
    ] as const) {
      let received = 'no error';
      const { url, close } = await serve(load, (ctx) => {
        if (thrownBy(() => ctx.response.setHeader(name, value)) instanceof Error) received = 'an error';
        return ctx.json({});
      });
      await fetch(url, patient()).catch(() => {});
      close();
      const because = 'the name, or one of the values, is stored without being validated.';
      expectSame(`setHeader(${JSON.stringify(name)}, ${JSON.stringify(value)})`, received, 'an error', because);
    }
    let problem: unknown;
    const { url, close } = await serve(load, (ctx) => {
      problem = thrownBy(() => {
        ctx.response.setHeader('X-A', 7);
        ctx.response.setHeader('x-b', 'replaced');
        ctx.response.setHeader('X-B', ['1', '2']);
      });
      return ctx.json({});
    });
    const response = await fetch(url, patient()).catch(() => undefined);
    close();
    const sent = ['x-a', 'x-b'].map((name) => `${name}: ${response?.headers.get(name)}`).join(' and ');
    const refused = 'setHeader refuses a number, or an array of valid values.';
    const lost =
      'setHeader does not replace a header with the same name in another case, or loses one of several values.';
    const question = "setHeader('X-A', 7), setHeader('x-b', 'replaced') and setHeader('X-B', ['1', '2'])";
    const received = problem === undefined ? sent : String(problem);
    expectSame(question, received, 'x-a: 7 and x-b: 1, 2', problem === undefined ? lost : refused);
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
              ? 'body() does not resolve to the bytes of the body, or to others when it is called again.'
              : outcome !== 'read'
                ? 'body() rejects with an error other than new HttpError(413).'
                : isChunked
                  ? 'the bytes of a body without a Content-Length are not counted and compared with the limit.'
                  : 'neither the Content-Length nor the number of bytes is compared with the limit.';
        const question = `a body of ${size} bytes${isChunked ? ' in chunks' : ''}, with a limit of 1,000`;
        expectSame(question, outcome, expected, because);
      }
    }
  });

  examine('what was collected is released after a 413', async (load) => {
    const limit = 8_000_000;
    let outcome = 'nothing';
    let held: LearnersContext;
    const { port, close } = await serve(
      load,
      async (ctx) => {
        held = ctx;
        const ending = ctx.request.body().then(
          () => 'read',
          ({ status }: { status?: number }) => String(status),
        );
        outcome = await Promise.race([ending, delay(1_000, 'nothing')]);
        return ctx.status(413).json({});
      },
      limit,
    );
    const before = bytesInMemory();
    const raw = new RawConnection(port, 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    for (let i = 0; i < 24; i++) raw.socket.write(megabyte);
    const head = await raw.until('\r\n\r\n');
    const fate = await fateOfBytes(raw);
    // The memory of buffers is given back a little later than that of other objects.
    let kept = bytesInMemory() - before;
    for (let i = 0; i < 20 && kept > limit / 2; i++) {
      await delay(10);
      kept = bytesInMemory() - before;
    }
    // Until here, because it may be what refers to them.
    const isHeld = held !== undefined;
    raw.socket.destroy();
    close();
    const unlimited = 'body() does not count the bytes of a body without a length, so nothing stops it at the limit.';
    expectSame('24 MB in chunks, with a limit of 8 MB', isHeld ? outcome : 'no request', '413', unlimited);
    const because =
      'what was collected is still referenced, or more is collected after the limit. While the client goes on sending, it ' +
      'fills the memory. Release what you have collected when you reject, and ignore what follows.';
    const received = kept > limit / 2 ? `${Math.round(kept / 1e6)} MB are still in memory` : 'released';
    expectSame('24 MB in chunks with a limit of 8 MB, after the 413', received, 'released', because);
    const left =
      'the request is destroyed or paused when body() rejects, so nothing reads what the client still sends.';
    if (head !== '') expectSame('what the client sends after the 413', fate, 'read', left);
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
        ? 'body() does not stop at the limit, so it waits for the whole body.'
        : received !== '' && !head.startsWith('http/1.1 413')
          ? 'body() rejects with an error other than new HttpError(413), or the status is lost.'
          : 'the connection is closed while the client is sending, which resets it, or it is kept open for the rest of the body.',
    );
  });

  examine('the rest of a refused body is read, but not forever', async (load) => {
    const { port, close } = await serve(load, async (ctx) => {
      const status = ctx.request.body().then(
        () => 200,
        (error: { status?: number }) => error.status ?? 500,
      );
      return ctx.status(await Promise.race([status, delay(1_000, 202)])).json({});
    });
    try {
      const raw = new RawConnection(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 90000000\r\n\r\n');
      for (let i = 0; i < 16; i++) raw.socket.write(megabyte);
      const head = (await raw.until('\r\n\r\n')).slice(0, 12);
      const unlimited =
        head === 'HTTP/1.1 202'
          ? 'body() does not stop at the limit, so it waits for the whole body.'
          : 'body() rejects with an error other than new HttpError(413), or the status is lost.';
      if (head !== '') expectSame('the response to a body of 90 MB', head, 'HTTP/1.1 413', unlimited);
      const early =
        'send closes the connection while the client is still sending, which resets it, or does not read what it sends. End ' +
        'the response when the request is complete, or about a second later, and read what comes until then.';
      expectSame('the 16 MB that the client sends nevertheless', await fateOfBytes(raw), 'read', early);
      await Promise.race([raw.closed, laterThan(5_000)]);
      const late = 'send waits for the end of the request, and an attacker never sends it.';
      const last = raw.socket.destroyed ? 'closed' : 'still open';
      raw.socket.destroy();
      expectSame('the same connection five seconds later', last, 'closed', late);
    } finally {
      close();
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
        ? 'body() waits for an `end` that never comes. A connection that breaks off emits `close`.'
        : 'body() does not reject with new ClientGone() when the connection breaks off.';
    expectSame('half a body, and then the client disconnects', received, 'ClientGone', because);
    const outcomeOfGone = await outcomeAfterTheEnd(load);
    const missed = 'body() waits for events that have already been emitted. Look at incoming.destroyed first.';
    expectSame('a body whose client has already disconnected', outcomeOfGone, 'ClientGone', missed);
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
          ? 'the parsed value is not searched for the key, or only for some bodies: an escape can spell it.'
          : "parseJson throws an error other than new HttpError(400, 'Invalid request').";
      expectSame(`parseJson('${text}')`, received, '400 Invalid request', because);
    }
    const deep = `${'['.repeat(50_000)}"__proto__"${']'.repeat(50_000)}`;
    const thrown = thrownBy(() => parseJson(Buffer.from(deep)));
    const because =
      thrown instanceof RangeError
        ? 'the search for the key calls itself, as that of a reviver does, and the stack is not deep enough. Use a loop.'
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
    const { defaultLimits } = await load('framework/server.ts');
    // Not a multiple of four.
    const requestTimeout = 1_201 + 4 * Math.floor(Math.random() * 50);
    const [quick, thirtySeconds] = await Promise.all([
      open(load, { ...defaultLimits, requestTimeout, grace: 100 }),
      open(load, { ...defaultLimits, requestTimeout: 30_000, grace: 100 }),
    ]);
    let haveStopped: boolean[] = [];
    try {
      const joined = await authorizationAt(quick);
      const because =
        'Node uses the first one, and a proxy in front of it perhaps the last. The option is joinDuplicateHeaders.';
      expectSame('the header Authorization, sent twice, as a and b', joined, 'a, b', because);
      const slow = await halfABody(quick, requestTimeout + 2_000);
      const timeout = '408 {"error":"Request Timeout"}';
      const other = 'a request that is too slow does not get the 408.';
      if (slow.response !== '') expectSame('the response to half a body', slow.response, timeout, other);
      const inTime = slow.isClosed || slow.response !== '';
      const isEarly = inTime && slow.after < requestTimeout * 0.9;
      const seldom =
        'connectionsCheckingInterval is missing, or more than a second: a slow client gets that much longer than the limit.';
      expectSame(
        `half a body, with a requestTimeout of ${requestTimeout}`,
        isEarly
          ? `refused after ${Math.round(slow.after)} ms`
          : inTime
            ? 'refused in time'
            : `still open after ${requestTimeout + 2_000} ms`,
        'refused in time',
        !isEarly && quick.node()?.requestTimeout === requestTimeout
          ? seldom
          : 'the requestTimeout of the limits is not used.',
      );
      const headers = await halfTheHeaders(thirtySeconds);
      const { headersTimeout = 0 } = thirtySeconds.node() ?? {};
      const long =
        'headersTimeout is missing, 0 or more than ten seconds, or whatever else limits the time, so the headers alone may take ' +
        'as long as the whole request.';
      expectSame(
        'half of the headers, with a requestTimeout of 30 seconds',
        headers,
        'closed after at most ten seconds',
        headersTimeout > 0 && headersTimeout <= 10_000 ? seldom : long,
      );
    } finally {
      haveStopped = await Promise.all([quick.close(), thirtySeconds.close()]);
    }
    const stopped = haveStopped.every(Boolean) ? 'it resolves' : 'nothing happens';
    expectSame('stop(), when no connection is left', stopped, 'it resolves', 'the promise of stop() never settles.');
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
      'a stream of 1,000 chunks, and a client that reads none of them',
      (await chunksReadFor(load)) < 1_000 ? 'the stream waits' : 'all chunks are in memory',
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
    const outcome = await ending(url);
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
            ? 'ctx.stream does not make the stream the body, or nothing of it is sent.'
            : 'the response is ended as if nothing had happened, so the client takes a part for the whole.';
    expectSame('a stream that fails after its first chunk', received, 'a broken connection, then 200', because);
    const early = await earlyFailure(load);
    const empty = 'the response is ended as if the stream were empty, or never, so the client sees no error.';
    const question = 'a stream that fails before the handler has returned';
    // What ends the process is the subject of the next examination.
    if (early.crashes === 0) expectSame(question, early.outcome, 'a broken connection', empty);
  });

  examine('a stream that nobody will read is destroyed', async (load) => {
    const sources: Readable[] = [];
    const { url, close, failures } = await serve(load, (ctx) => {
      const source = new Readable({ read() {} });
      sources.push(source);
      ctx.stream(source);
      return ctx.request.path === '/replaced' ? ctx.json({}) : undefined;
    });
    const statusOf = (path: string, method: string) =>
      fetch(url + path, { method, ...patient() }).then(
        ({ status }) => String(status),
        () => 'no response',
      );
    const causes = {
      HEAD: 'for HEAD, the stream is not destroyed, or the response is not ended.',
      GET: 'the stream stays open after json() has replaced it.',
    };
    try {
      for (const [method, path] of [
        ['HEAD', '/head'],
        ['GET', '/replaced'],
      ] as const) {
        const status = await statusOf(path, method);
        if (failures.length > 0) throw failures[0];
        const received = `${status}, and the stream is ${await fateOf(sources.at(-1))}`;
        const question = method === 'HEAD' ? 'a HEAD request' : 'a stream that ctx.json() replaces';
        const because = status === '204' ? 'ctx.stream does not make the stream the body.' : causes[method];
        expectSame(question, received, '200, and the stream is destroyed', because);
      }
    } finally {
      close();
    }
    const because =
      'ctx.stream() adds no listener for error. A stream that fails before it is sent, such as a file that does not exist, ' +
      'would end the process.';
    const { crashes } = await earlyFailure(load);
    const received = crashes > 0 ? 'the end of the process' : 'the next response';
    expectSame('a stream that fails before the handler has returned', received, 'the next response', because);
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
        'the response is already destroyed when it is sent, and the stream stays open.',
      ],
      '/empty': [
        'a stream, and then ctx.status(204)',
        'the stream is sent although a 204 has no body, or it stays open.',
      ],
    } as const;
    try {
      for (const [path, [question, because]] of Object.entries(cases)) {
        const before = sources.length;
        const raw = new RawConnection(port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
        if (path !== '/late') await raw.until(path === '/empty' ? '\r\n\r\n' : 'first');
        while (sources.length === before && !raw.socket.destroyed) await new Promise((go) => setTimeout(go, 5));
        if (path !== '/empty') raw.socket.destroy();
        const fate = await fateOf(sources.at(-1));
        raw.socket.destroy();
        const isUnsent = path === '/middle' && !raw.received.includes('first');
        const unsent =
          'no chunk is sent: ctx.stream does not make the stream the body, or send does not know what to do with it.';
        expectSame(question, fate, 'destroyed', isUnsent ? unsent : because);
      }
    } finally {
      close();
    }
  });

  examine('a response whose headers have been sent is left alone', async (load) => {
    const source = new Readable({ read() {} });
    let outgoing: ServerResponse | undefined;
    const { port, close, failures } = await serve(load, (ctx, exchange) => {
      outgoing = exchange.outgoing;
      outgoing.writeHead(200, { 'content-length': 12 }).write('first, ');
      return ctx.stream(source);
    });
    const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await raw.until('first, ');
    const fate = await fateOf(source);
    outgoing?.end('later');
    const received = (await raw.until('later', 1_000)).split('\r\n\r\n')[1] ?? '';
    raw.socket.destroy();
    close();
    const [failure] = failures as NodeJS.ErrnoException[];
    const because =
      failure?.code === 'ERR_INVALID_ARG_TYPE'
        ? 'send takes the stream for a string or bytes.'
        : 'send writes the headers a second time, and Node throws, or it ends the response. Look at outgoing.headersSent first.';
    const question = 'send(), after other code has sent the headers and a part of the body';
    expectSame(question, String(failure?.code ?? 'no error'), 'no error', because);
    expectSame('the body that the client gets', received, 'first, later', because);
    const open = 'nothing is going to read the stream, and it stays open.';
    expectSame('the stream of a response whose headers have been sent', fate, 'destroyed', open);
  });

  examine('ctx.signal aborts when the client disconnects, and only then', async (load) => {
    const eager = 'an AbortController is created with the context, and most handlers never ask for their signal.';
    const unasked = String(await controllersOf(load));
    expectSame('new AbortController, for a request whose handler asks for no signal', unasked, '0', eager);
    const late =
      'the response has closed before anyone asked for the signal, so its event never comes. Look at outgoing.destroyed.';
    const whenGone = 'ctx.signal.aborted, asked for after the client has disconnected';
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
  if (raw.includes('..'))
    return 'dots are resolved, as new URL does it. The router takes them for segments like any other.';
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
      async (bytes: Buffer) => (bytes.length > 0 && bytes.equals(await ctx.request.body()) ? 'read' : 'empty'),
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

interface Cost {
  /** What the first two calls have returned. */
  received: string;
  /** In milliseconds: until there is a context, of the first two calls, and of 50 more. */
  creation: number;
  first: number;
  more: number;
}

/** The least that each part has cost in 20 requests: what else the machine does can only add to it. */
async function costOf(
  load: Load,
  method: 'query' | 'cookie',
  path: string,
  headers: Record<string, string>,
): Promise<Cost> {
  const least = { received: 'no response', creation: Infinity, first: Infinity, more: Infinity };
  const { url, close, failures } = await serve(load, (ctx, { creation }) => {
    const start = performance.now();
    least.received = [ctx[method]('a7'), ctx[method]('absent0')].join(', ');
    const middle = performance.now();
    for (let i = 1; i <= 50; i++) ctx[method](`absent${i}`);
    least.more = Math.min(least.more, performance.now() - middle);
    least.first = Math.min(least.first, middle - start);
    least.creation = Math.min(least.creation, creation);
    return ctx.json({});
  });
  for (let i = 0; i < 20 && failures.length === 0; i++)
    await fetch(url + path, { headers, ...patient() }).catch(() => {});
  close();
  if (failures.length > 0) throw failures[0];
  return least;
}

function expectLazy(what: string, { creation, first, more }: Cost, [early, again]: [string, string]): void {
  const received =
    creation > first
      ? 'more than the first two calls'
      : `${more > 6 * first ? 'more' : 'less'} than six times the first two calls`;
  const expected = 'less than six times the first two calls';
  if (creation > first) expectSame(`what it costs to create a context with ${what}`, received, 'less', early);
  else expectSame(`what 50 more calls cost with ${what}`, received, expected, again);
}

/** The header `Set-Cookie` of a response, or the error of `setCookie`. */
async function cookieSet(load: Load, name: string, value: string, options: object) {
  let thrown: unknown;
  const { url, close } = await serve(load, (ctx) => {
    thrown = thrownBy(() => ctx.setCookie(name, value, options));
    return ctx.json({});
  });
  const response = await fetch(url, patient()).catch(() => undefined);
  close();
  return { cookie: response?.headers.getSetCookie()[0] ?? `no cookie: ${thrown ?? 'it was lost'}`, thrown };
}

/** Attributes may come in any order, and in any case. */
function sortedCookie(cookie: string): string {
  const [pair, ...attributes] = cookie.split(/; */);
  return [pair, ...attributes.map((each) => each.replace(/^[^=]+/, (name) => name.toLowerCase())).sort()].join('; ');
}

function decodedBy(decode: (text: string) => string, text: string): string | undefined {
  try {
    return decode(text);
  } catch {
    return undefined;
  }
}

/** How a body ends that a handler asks for after the client has disconnected. */
async function outcomeAfterTheEnd(load: Load): Promise<string> {
  let settle = (_: string) => {};
  const outcome = new Promise<string>((resolve) => {
    settle = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const { port, close } = await serve(load, async (ctx) => {
    const { incoming } = ctx.request;
    const isGone = once(incoming, 'close').catch(() => {});
    arrive();
    await isGone;
    await ctx.request.body().then(
      () => settle('read'),
      ({ name }: Error) => settle(name),
    );
  });
  const raw = new RawConnection(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  await arrived;
  raw.socket.destroy();
  const received = await Promise.race([outcome, laterThan(1_000).then(() => 'nothing')]);
  close();
  return received;
}

/** A server of the learner's, whose listener tells what `ctx.header('Authorization')` is, and responds to nothing else. */
async function open(load: Load, limits: object) {
  const [{ HttpServer }, { Context }, { IncomingRequest }, { parseTarget }] = await Promise.all(
    ['server', 'context', 'request', 'target'].map((name) => load(`framework/${name}.ts`)),
  );
  let node: { requestTimeout?: number; headersTimeout?: number; connectionsCheckingInterval?: number } | undefined;
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Node keeps the server that a connection belongs to.
    node = (incoming.socket as { server?: typeof node }).server;
    if (incoming.url !== '/authorization') return;
    const ctx = new Context(new IncomingRequest(incoming, parseTarget(incoming.url), {}, 1_000), outgoing);
    outgoing.end(`<${ctx.header('Authorization')}>`);
  };
  const server = created(() => new HttpServer(limits, listener), inspect(limits));
  const port: number = await server.listen(0, '127.0.0.1');
  const close = () => Promise.race([server.stop().then(() => true), delay(2_000, false)]);
  return { port, node: () => node, close };
}

type Opened = Awaited<ReturnType<typeof open>>;

// biome-ignore lint/suspicious/noExplicitAny: the learner's own server.
function created(create: () => any, limits: string): any {
  try {
    return create();
  } catch (error) {
    const { message } = error as Error;
    const because = message.includes('headersTimeout')
      ? 'headersTimeout is more than the requestTimeout. Use the smaller of 10,000 and the requestTimeout.'
      : 'a quarter of the requestTimeout is a fraction, and Node refuses it. Round it up: Math.ceil.';
    return expectSame(`new HttpServer(${limits}, …)`, message, 'no error', because);
  }
}

async function authorizationAt({ port }: Opened): Promise<string> {
  const head = 'GET /authorization HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n';
  const raw = new RawConnection(port, head);
  const received = await raw.until('>');
  raw.socket.destroy();
  return /<(.*)>/.exec(received)?.[1] ?? received;
}

/** What a client gets that sends half a body, and how long that takes. */
async function halfABody(
  { port }: Opened,
  patience: number,
): Promise<{ response: string; isClosed: boolean; after: number }> {
  const start = performance.now();
  const raw = new RawConnection(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  const [head = '', body = ''] = (await raw.until('}', patience)).split('\r\n\r\n');
  const isClosed = raw.socket.destroyed;
  raw.socket.destroy();
  return { isClosed, response: `${head.slice(9, 12)} ${body}`.trim(), after: performance.now() - start };
}

/**
 * Whether a client that sends half of its headers is cut off. If Node knows that it has to, nobody needs to wait: only a server that sees to
 * it in another way is watched for so long.
 */
async function halfTheHeaders({ port, node }: Opened): Promise<string> {
  const first = new RawConnection(port, 'GET /authorization HTTP/1.1\r\nHost: x\r\n\r\n');
  await first.until('>');
  first.socket.destroy();
  const { headersTimeout = 0, connectionsCheckingInterval = 0 } = node() ?? {};
  const isShort = headersTimeout > 0 && headersTimeout <= 10_000;
  const isOften = connectionsCheckingInterval > 0 && connectionsCheckingInterval <= 1_000;
  const inTime = 'closed after at most ten seconds';
  if (isShort && isOften) return inTime;
  const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n');
  // A process of examinations that does nothing for ten seconds is ended.
  const busy = setInterval(() => {
    for (const end = performance.now() + 10; performance.now() < end; );
  }, 500);
  await Promise.race([raw.closed, delay(11_500)]);
  clearInterval(busy);
  const received = raw.socket.destroyed ? inTime : 'still open after eleven seconds';
  raw.socket.destroy();
  return received;
}

/** As a chunk of HTTP. */
const megabyte = Buffer.from(`f4240\r\n${'x'.repeat(1_000_000)}\r\n`);

/** What happens to the bytes of a client: more than the system keeps for somebody who doesn't read them. */
async function fateOfBytes({ socket }: RawConnection): Promise<string> {
  for (let i = 0; i < 400 && socket.writableLength > 0 && !socket.destroyed; i++) await delay(5);
  if (socket.destroyed) return 'the connection is closed';
  return socket.writableLength > 0 ? 'left unread' : 'read';
}

/** `destroyed`, which may take a moment, or `open`. */
async function fateOf(source: Readable | undefined): Promise<string> {
  if (source && !source.destroyed) {
    // It ends the process if nobody listens, and how the stream fails is of no interest here.
    source.on('error', () => {});
    await Promise.race([new Promise((go) => source.once('close', go)), laterThan(1_000)]);
  }
  return source?.destroyed ? 'destroyed' : 'open';
}

/** What happens if a stream fails between `ctx.stream` and the end of the handler. */
async function earlyFailure(load: Load): Promise<{ outcome: string; crashes: number }> {
  let crashes = 0;
  const onCrash = () => crashes++;
  process.on('uncaughtException', onCrash);
  const { url, close } = await serve(load, async (ctx) => {
    const source = new Readable({ read() {} });
    ctx.stream(source);
    source.destroy(new Error('no such file'));
    await delay(5);
  });
  const outcome = await ending(url);
  close();
  process.off('uncaughtException', onCrash);
  return { outcome, crashes };
}

/** How a response ends. */
function ending(url: string): Promise<string> {
  return fetch(url, patient())
    .then((response) => response.text())
    .then(
      (text) => `the complete response "${text}"`,
      (error: Error) => (error.name === 'TimeoutError' ? 'a response that never ends' : 'a broken connection'),
    );
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
    // It may take until a later turn of the event loop.
    if (!signal.aborted) await Promise.race([once(signal, 'abort'), laterThan(500)]);
    isAborted = signal.aborted;
    asked();
    return ctx.json({});
  });
  await fetch(url, patient()).catch(() => {});
  await Promise.race([done, laterThan(2_000)]);
  close();
  return isAborted;
}

/** How many controllers are created for a request whose handler asks for no signal. */
async function controllersOf(load: Load): Promise<number> {
  const { AbortController: original } = globalThis;
  let created = 0;
  const { port, close } = await serve(load, (ctx) => ctx.json({}));
  globalThis.AbortController = class extends original {
    constructor() {
      super();
      created++;
    }
  };
  try {
    // Not fetch, which has controllers of its own.
    const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await raw.until('\r\n\r\n');
    raw.socket.destroy();
    return created;
  } finally {
    globalThis.AbortController = original;
    close();
  }
}

/** How many chunks of a thousand are taken from a stream whose client reads nothing. */
async function chunksReadFor(load: Load): Promise<number> {
  let chunks = 0;
  const chunk = Buffer.alloc(65_536);
  const body = new Readable({
    read() {
      this.push(chunks++ < 1_000 ? chunk : null);
    },
  });
  const { port, close } = await serve(load, (ctx) => ctx.stream(body));
  const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  raw.socket.pause();
  // Until nothing has happened for a while.
  for (
    let still = 0, before = -1;
    still < 10 && chunks < 1_000;
    still = chunks === before && chunks > 0 ? still + 1 : 0
  ) {
    before = chunks;
    await delay(10);
  }
  raw.socket.destroy();
  close();
  return chunks;
}

/** The bytes of all buffers that somebody still refers to. */
function bytesInMemory(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
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
