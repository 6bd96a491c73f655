import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
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

  check('a handler reads query parameters', async (app) => {
    const q = random.word();
    (await app.get(`/search?q=${q}+and+caf%C3%A9&page=2&page=3`)).json({ q: `${q} and café`, page: '2' }, [
      'parseQuery does not decode: a plus sign is a space, and escapes are UTF-8.',
      'the last of two equal keys wins. The first one should.',
    ]);
    (await app.get('/search')).json({ q: '', page: '1' }, 'query() does not return undefined for an absent parameter.');
    const empty = 'an empty value counts as absent. Only a key that was not sent is undefined.';
    (await app.get('/search?page=&q')).json({ q: '', page: '' }, empty);
    const broken = 'a malformed escape in a query throws. A query is data: keep it as it is.';
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
      expectSame(`GET ${target}, over a raw socket`, received, String(status), whyTarget(target));
    }
  });
});

step(2, (check, examine) => {
  check('header() ignores case, and is empty if the header is absent', async (app) => {
    const language = random.word();
    const received = await app.get('/me', { headers: { 'accept-LANGUAGE': language } });
    received.fields({ language }, 'Node keeps header names in lower case: convert the name before you look it up.');
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
    const because = 'the object of headers has a prototype, so a name such as "constructor" finds a function.';
    expectSame('four headers, two of them never sent', JSON.stringify(seen), '["","","red, blue",""]', because);
  });

  examine('cookies are parsed', async (load) => {
    const { parseCookies } = await load('framework/cookies.ts');
    const cases: Record<string, [string, string][]> = {
      'a=1; b=2': [
        ['a', '1'],
        ['b', '2'],
      ],
      'a=1;b=2': [
        ['a', '1'],
        ['b', '2'],
      ],
      'a=1; a=2': [['a', '1']],
      'a=b=c': [['a', 'b=c']],
      'a=%20x': [['a', ' x']],
      'a=%ZZ': [['a', '%ZZ']],
      'a="quoted"': [['a', 'quoted']],
      'nonsense; a=1': [['a', '1']],
      'constructor=x': [['constructor', 'x']],
    };
    for (const [header, expected] of Object.entries(cases)) {
      const received = JSON.stringify([...parseCookies(header)]);
      expectSame(`parseCookies('${header}')`, received, JSON.stringify(expected), whyCookie(header));
    }
  });

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
      const question = `formatCookie('a', 'b', ${JSON.stringify(options)})`;
      const because = 'an attribute is missing, is in another place, or an option that is undefined switches it off.';
      expectSame(question, formatCookie('a', 'b', options), expected, because);
    }
    const evil = formatCookie('a', 'x; Domain=evil.example\r\nSet-Cookie: b=c', {});
    const because = 'the value is not encoded, so a semicolon in it adds an attribute.';
    expectSame(
      "formatCookie with a value that contains '; Domain='",
      String(/Domain=|[\r\n]/.test(evil)),
      'false',
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
    answer.expect(
      cookies.join('\n') === expected.join('\n'),
      `the headers ${expected.map((each) => `Set-Cookie: ${each}`).join(' and ')}`,
      cookies.length < 2 ? 'appendHeader replaces the value that was there.' : 'formatCookie writes something else.',
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
    expectSame("setHeader('x-a', 7)", String(thrown ?? 'no error'), 'no error', 'a number is a value like any other.');
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

  examine('a status that does not exist, and a value without a JSON form, are errors', async (load) => {
    const problems: unknown[] = [];
    const { url, close } = await serve(load, (ctx) => {
      for (const status of [0, 99, 199, 600, 200.5, Number.NaN, '200'])
        problems.push(thrownBy(() => ctx.status(status)));
      for (const value of [undefined, () => {}]) problems.push(thrownBy(() => ctx.json(value)));
      return ctx.status(200).json({});
    });
    await fetch(url).catch(() => {});
    close();
    const received = problems.filter((problem) => problem instanceof Error).length;
    const because = 'status() accepts everything, or json() lets JSON.stringify return undefined.';
    expectSame('seven wrong statuses and two values without a JSON form', `${received} errors`, '9 errors', because);
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
        const body = 'x'.repeat(size);
        const outcome = await outcomeOf(load, isChunked ? Readable.from([body.slice(0, 600), body.slice(600)]) : body);
        const because = 'the limit is compared with the wrong number, or only with the header Content-Length.';
        const question = `a body of ${size} bytes${isChunked ? ' in chunks' : ''}, with a limit of 1,000`;
        expectSame(question, outcome, expected, because);
      }
    }
  });

  check('a client that is still sending gets to see the 413', async (app) => {
    const { port } = new URL(await app.url());
    const raw = new RawConnection(
      Number(port),
      'POST /settings HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n',
    );
    for (let i = 0; i < 20; i++) raw.socket.write('x'.repeat(100_000));
    const received = await raw.until('}');
    raw.socket.destroy();
    const head = received.toLowerCase();
    const isComplete = head.startsWith('http/1.1 413') && received.endsWith('{"error":"Payload Too Large"}');
    expectSame(
      'a body of 9 MB that is still being sent',
      isComplete
        ? head.includes('connection: close')
          ? 'the 413, and then the end'
          : 'no connection: close'
        : received || 'a reset',
      'the 413, and then the end',
      'the connection is closed while the client is sending, which resets it, or it is kept open for the rest of the body.',
    );
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
    const because = 'readBody waits for an `end` that never comes. A connection that breaks off emits `close`.';
    expectSame('half a body, and then the client disconnects', received, 'ClientGone', because);
  });

  check('the attack "prototype" is blocked', async (app) => app.attack(prototype));

  examine('a body that is not JSON, or names a prototype, is 400 Invalid request', async (load) => {
    const { parseJson } = await load('framework/body.ts');
    const bodies = ['', '{', 'secret', '{"__proto__":1}', '{"a":[{"__proto__":{}}]}', '{"\\u005f_proto__":1}'];
    for (const text of bodies) {
      const thrown = thrownBy(() => parseJson(Buffer.from(text))) as { status?: number; message?: string } | undefined;
      const received = thrown === undefined ? 'no error' : `${thrown.status} ${thrown.message}`;
      const because = text.includes('proto')
        ? 'the key is not found in every place where it can be: nested, in an array, or written with an escape.'
        : "the error is the parser's own, whose message quotes the body.";
      expectSame(`parseJson('${text}')`, received, '400 Invalid request', because);
    }
    const deep = `${'['.repeat(50_000)}"__proto__"${']'.repeat(50_000)}`;
    const thrown = thrownBy(() => parseJson(Buffer.from(deep)));
    const because =
      'the search for the key calls itself. Use a loop and an array of the values that are still waiting.';
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
      expectSame(
        `the bytes ${JSON.stringify(bytes.slice(0, 60))}`,
        isRight && isClosed && isTyped ? 'right' : received || 'no response',
        'right',
        `the server does not listen for clientError, or the listener does not write ${status} with {"error":"${message}"} and connection: close.`,
      );
    }
  });

  examine('two Authorization headers become neither of them', async (load) => {
    const { HttpServer, defaultLimits } = await load('framework/server.ts');
    let seen: string | undefined;
    const server = new HttpServer(defaultLimits, (incoming: IncomingMessage, outgoing: ServerResponse) => {
      seen = incoming.headers.authorization;
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
  });
});

step(6, (check, examine) => {
  examine('a stream is sent while it is being produced', async (load) => {
    const source = new Readable({ read() {} });
    const { port, close } = await serve(load, (ctx) => ctx.stream(source));
    const raw = new RawConnection(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    source.push('first');
    const first = (await raw.until('first')).includes('first');
    source.push('second');
    source.push(null);
    const all = await raw.until('0\r\n\r\n');
    close();
    const received = !first
      ? 'nothing before the stream had ended'
      : all.includes('second')
        ? 'both, in turn'
        : 'only the first';
    const because = 'the stream is collected before it is sent, or it is never made the body.';
    expectSame('a stream that is still open after its first chunk', received, 'both, in turn', because);
  });

  check('GET /countdown counts down', async (app) => {
    const answer = await app.get('/countdown');
    answer.status(200, 'ctx.stream does not make the stream the body.');
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
    const { url, close } = await serve(load, (ctx) =>
      ctx.request.path === '/' ? ctx.stream(Readable.from(failing())) : ctx.json(1),
    );
    const outcome = await fetch(url)
      .then((response) => response.text())
      .then(
        (text) => `the complete response "${text}"`,
        () => 'an error',
      );
    const next = await fetch(`${url}/next`).then((response) => response.status);
    close();
    const because = 'the response is ended as if nothing had happened, so the client takes a part for the whole.';
    expectSame('a stream that fails after its first chunk', `${outcome}, then ${next}`, 'an error, then 200', because);
  });

  examine('a stream that nobody will read is destroyed', async (load) => {
    const sources: Readable[] = [];
    const { url, close } = await serve(load, (ctx) => {
      const source = new Readable({ read() {} });
      sources.push(source);
      ctx.stream(source);
      return ctx.request.path === '/replaced' ? ctx.json({}) : undefined;
    });
    const statuses = [
      await fetch(`${url}/head`, { method: 'HEAD' }).then(({ status }) => status),
      await fetch(`${url}/replaced`).then(({ status }) => status),
    ];
    close();
    const received = `${statuses.join(', ')}, ${sources.map(({ destroyed }) => (destroyed ? 'destroyed' : 'open')).join(', ')}`;
    const because = 'a file behind such a stream stays open: destroy it for HEAD, and when another body replaces it.';
    expectSame(
      'a HEAD request, and a stream that json() replaces',
      received,
      '200, 200, destroyed, destroyed',
      because,
    );
  });

  examine('ctx.signal aborts when the client disconnects, and only then', async (load) => {
    const { port, url, close } = await serve(load, async (ctx) => {
      signals.push(ctx.signal);
      if (ctx.request.path === '/quick') return ctx.json({ same: ctx.signal === signals[0] });
      const isAborted = await Promise.race([once(ctx.signal, 'abort').then(() => true), laterThan(3_000)]);
      return ctx.json({ isAborted });
    });
    const signals: AbortSignal[] = [];
    const quick = (await fetch(`${url}/quick`).then((response) => response.json())) as { same: boolean };
    const raw = new RawConnection(port, 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    while (signals.length < 2 && !raw.socket.destroyed) await new Promise((resolve) => setTimeout(resolve, 10));
    raw.socket.destroy();
    await Promise.race([signals[1] && once(signals[1], 'abort'), laterThan(2_000)]);
    close();
    const received = `after a response: ${signals[0]?.aborted}, after a disconnect: ${signals[1]?.aborted}, one signal: ${quick.same}`;
    const because =
      'the listener is on the request, which closes when its body has been read, or nothing aborts the signal.';
    expectSame(
      'the signals of two requests',
      received,
      'after a response: false, after a disconnect: true, one signal: true',
      because,
    );
  });
});

function whyTarget(raw: string): string {
  if (raw.includes('ZZ') || raw.endsWith('%')) return 'a malformed escape has to make the whole target malformed.';
  if (/^[a-z]+:\/\//i.test(raw)) return 'scheme and host are not removed. Proxies send targets like this.';
  if (raw.startsWith('//')) return 'several slashes at the beginning have to become one.';
  if (raw.includes('%')) return 'the path is not decoded with canonicalPath, or decoded twice.';
  return 'the target is not cut at the first ? and #, or what is left does not start with a slash.';
}

function whyCookie(header: string): string {
  if (header.includes('%')) return 'a value is decoded with decodeURIComponent, and kept as it is if that throws.';
  return 'pairs are separated by semicolons, spaces around them do not count, the first = separates, and the first of two equal names wins.';
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
      'send writes another status or other headers. The length counts bytes, and a 204 or 304 has neither a length nor a type.';
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
