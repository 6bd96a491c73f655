import { once, setMaxListeners } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { type Answer, CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /whoami returns two request headers', async (app) => {
    const [agent, reader] = [`Reader/${random.word()} (X11; Linux)`, `Gardener-${random.word()}`];
    const answer = await app.get('/whoami', { headers: { 'User-Agent': agent, 'x-reader': reader } });
    answer.status(200).json({ agent, reader }, wrongHeader(bodyOf(answer), agent, reader));
  });

  check('a header that was not sent has a default', async (app) => {
    const agent = random.word();
    // The header of one request must not be left for the next.
    await app.get('/whoami', { headers: { 'x-reader': random.word() } });
    const headers = { 'User-Agent': agent, Cookie: `reader=${random.word()}` };
    const answer = await app.get('/whoami', { headers });
    answer.status(200).json({ agent, reader: 'stranger' }, wrongDefault(bodyOf(answer), agent));
    const silent = await app.get('/whoami', { headers: { 'User-Agent': '' } });
    silent
      .status(200)
      .json({ agent: '', reader: 'stranger' }, 'the handler has a default for "agent". Only "reader" should have one.');
  });
});

step(2, (check) => {
  check('POST /count counts the bytes and the characters of the body', async (app) => {
    const word = random.word();
    const plain = await app.post('/count', word);
    plain
      .status(200)
      .json(
        { bytes: word.length, characters: word.length },
        bodyOf(plain).characters === '[object Promise]'.length
          ? 'an `await` is missing before ctx.request.body(). "[object Promise]" has 16 characters.'
          : 'bytes is not the length of the Buffer, or characters is not the number of code points in its string.',
      );
    // One space more than 👩‍🌾 has code points beyond the first, so that trimming can be told from counting graphemes.
    const sent = ` ${random.sentence()} café ${anEmoji()} 👩‍🌾  `;
    const answer = await app.post('/count', sent);
    const expected = { bytes: Buffer.byteLength(sent), characters: [...sent].length };
    answer.status(200).json(expected, wrongCount(bodyOf(answer), sent));
  });

  check('POST /count without a body counts zero', async (app) => {
    const answer = await app.post('/count');
    answer
      .status(200)
      .json(
        { bytes: 0, characters: 0 },
        'the handler treats a request without a body as a special case. It is an empty Buffer and needs no extra code.',
      );
  });

  check('POST /count counts a body that arrives in pieces', async (app) => {
    const sent = `${random.sentence()} café ${anEmoji()}`;
    const expected = { bytes: Buffer.byteLength(sent), characters: [...sent].length };
    const [answer] = await sendSlowly(app, '/count', [{ body: Buffer.from(sent) }]);
    if (isDeepStrictEqual(bodyOf(answer!), expected)) return;
    throw new CheckFailure({
      problem: 'The count is wrong when the body arrives in pieces.',
      curl: `POST /count, in two pieces and without Content-Length: ${sent}`,
      received: `${answer!.code} ${answer!.content}`,
      expected: JSON.stringify(expected),
      cause: wrongPieces(answer!),
    });
  });

  check('POST /count counts the bytes that arrived, even if they are not text', async (app) => {
    // Not UTF-8: decoding replaces every second byte with U+FFFD, which is longer.
    const picture = Buffer.from([0x89, 0x50, 0xff, 0x4e, 0xfe, 0x47].flatMap((byte) => [byte, 0x0a]));
    const [answer] = await sendSlowly(app, '/count', [{ body: picture }]);
    const { bytes } = bodyOf(answer!);
    if (bytes === picture.length) return;
    throw new CheckFailure({
      problem: 'The number of bytes is wrong for a body that is not text.',
      curl: `POST /count with ${picture.length} bytes that are not UTF-8`,
      received: `${answer!.code} ${answer!.content}`,
      expected: `{"bytes":${picture.length}, …}`,
      cause:
        bytes > picture.length
          ? 'bytes is computed from the string. toString() replaces bytes that are not UTF-8 with a longer character. Use the length of the Buffer.'
          : answer!.code === 200
            ? 'bytes is not the length of the Buffer.'
            : 'the handler does not accept a body that is not UTF-8.',
    });
  });
});

step(3, (check) => {
  check('POST /notes responds with 201 and the number of the note', async (app) => {
    const note = random.sentence();
    const first = await app.post('/notes', note);
    first
      .status(201, notCreated)
      .header(
        'Content-Type',
        /^application\/json/,
        'the handler sends the object as plain text. Use json(…), not send(…).',
      )
      .fields({ number: isCount }, wrongNumber(bodyOf(first).number));
    const second = await app.post('/notes', note);
    const third = await app.post('/notes', random.sentence());
    second
      .status(201)
      .json(
        { number: first.body.number + 1 },
        Object.keys(bodyOf(second)).length > 1
          ? 'the object has more fields than "number".'
          : bodyOf(third).number > first.body.number + 1
            ? 'the handler looks the note up in the array, and this check posts the same note twice. The number is the length of the array.'
            : [notInAField, 'the handler does not append the note to the array.'],
      );
  });

  check('two notes that arrive at the same time have two numbers', async (app) => {
    const before = bodyOf(await app.post('/notes', random.sentence())).number;
    const notes = [random.sentence(), random.sentence()];
    const answers = await sendSlowly(
      app,
      '/notes',
      notes.map((note) => ({ body: Buffer.from(note) })),
    );
    const numbers = answers.map((answer) => bodyOf(answer).number);
    const haveNumbers = numbers.every(isCount);
    if (haveNumbers && numbers[0] !== numbers[1]) return;
    throw new CheckFailure({
      problem: haveNumbers ? 'Two notes have the same number.' : 'A response has no number.',
      curl: 'two POST /notes, the second of which begins before the first has ended',
      received: answers.map(({ code, content }) => `${code} ${content}`).join(' and '),
      expected: 'two different numbers',
      cause: !haveNumbers
        ? 'the handler fails if the body arrives in pieces, or while another request is waiting for its body.'
        : numbers.includes(before)
          ? notInAField
          : 'the number is computed before the body is awaited. While the handler waits, another request stores its note. Compute it after the `await`.',
    });
  });

  check('POST /notes sends the address of the note in Location', async (app) => {
    const answer = await app.post('/notes', random.sentence());
    answer
      .status(201, notCreated)
      .header(
        'Location',
        `/notes/${answer.body.number}`,
        'ctx.response.setHeader(…) is not called before the `return`, or its value is not /notes/ and the number.',
      );
  });
});

step(4, (check) => {
  check('GET /notes/:number responds with the note as plain text', async (app) => {
    const notes = [` ${random.sentence()} "basil" 🌻 `, ...Array.from({ length: 9 }, () => random.sentence())];
    const numbers: number[] = [];
    for (const note of notes) numbers.push(await write(app, note));
    for (const [index, number] of numbers.entries()) {
      const answer = await app.get(`/notes/${number}`);
      answer
        .status(200)
        .header('Content-Type', /^text\/plain/, notPlainText)
        .text(notes[index]!, wrongNote(answer.content, notes, index));
    }
  });

  check('an empty note is still a note', async (app) => {
    const answer = await app.get(`/notes/${await write(app, '')}`);
    answer
      .status(200, 'the handler tests `!note`, which is also true for an empty string. Compare with undefined.')
      .text('');
  });

  check('a note that does not exist is 404', async (app) => {
    const number = await write(app, random.sentence());
    for (const unknown of [number + 1000, 0, random.word(), `${number}th`, `${number}.5`]) {
      const answer = await app.get(`/notes/${unknown}`);
      answer.error(404, 'Note not found', wrongMissing(answer, unknown));
    }
  });
});

step(5, (check) => {
  check('PUT /reader/:name sets the cookie', async (app) => {
    const name = random.word();
    const answer = await app.put(`/reader/${name}`);
    answer
      .status(204, notEmpty)
      .header(
        'Set-Cookie',
        new RegExp(`^reader=${name}(;|$)`),
        "the handler does not call ctx.setCookie('reader', …) with the name from the path. (Cookie is the header that browsers send.)",
      )
      .header(
        'Set-Cookie',
        /; *HttpOnly/i,
        'the cookie was set without the default options, so scripts in the page can read it. Use ctx.setCookie(…) with two arguments.',
      )
      .header(
        'Set-Cookie',
        /; *Path=\/(;|$)/i,
        'the cookie was set without Path=/, so the browser only sends it for paths below /reader. Use ctx.setCookie(…) with two arguments.',
      )
      .header('Set-Cookie', /; *SameSite=Lax/i, notLax);
  });

  check('GET /reader returns the value of the cookie', async (app) => {
    const reader = random.word();
    const answer = await app.get('/reader', { headers: { Cookie: `last-reader=${random.word()}; reader=${reader}` } });
    answer
      .status(200)
      .json(
        { reader },
        bodyOf(answer).reader === undefined && answer.content.includes(reader)
          ? 'the handler reads the cookie, but does not return an object with the field "reader".'
          : 'the handler does not read the cookie called "reader", or does not read a cookie at all.',
      );
    for (const other of ['', 'theme=dark']) {
      const without = await app.get('/reader', other === '' ? {} : { headers: { Cookie: other } });
      without
        .status(200)
        .json(
          { reader: '' },
          'the handler adds a default, or remembers the name in a field, which all clients of the server share.',
        );
    }
  });

  check('a cookie set by one request is read by the next', async (app) => {
    const name = ` Café; ${random.word()} `;
    const set = await app.put(`/reader/${encodeURIComponent(name)}`);
    set.status(204, notEmpty);
    const cookie = set.headers.get('set-cookie')?.split(';')[0] ?? '';
    const answer = await app.get('/reader', { headers: { Cookie: cookie } });
    answer
      .status(200)
      .json(
        { reader: name },
        bodyOf(answer).reader?.trim().toLowerCase() === name.trim().toLowerCase()
          ? 'a handler changes the name, with trim() or toLowerCase(). Store and return it unchanged.'
          : [
              'the Set-Cookie header is written by hand. A semicolon ends a cookie value; ctx.setCookie(…) encodes it.',
              'a handler encodes or decodes the name. ctx.setCookie(…) and ctx.cookie(…) already do that.',
            ],
      );
  });
});

step(6, (check) => {
  check('POST /guestbook returns the name from the cookie and the body', async (app) => {
    const [reader, sent] = [`Baker-${random.word()}`, ` ${random.sentence()} é 🌻 `];
    const answer = await app.post('/guestbook', sent, { headers: { Cookie: `reader=${reader}` } });
    answer.status(200).json({ from: reader, text: sent }, wrongEntry(bodyOf(answer), sent));
  });

  check('POST /guestbook without a cookie is from a stranger', async (app) => {
    const sent = random.sentence();
    for (const cookie of ['', 'theme=dark']) {
      const answer = await app.post('/guestbook', sent, cookie === '' ? {} : { headers: { Cookie: cookie } });
      answer.status(200).json({ from: 'stranger', text: sent }, wrongStranger(bodyOf(answer), sent));
    }
  });

  check('twenty readers who write at the same time keep their names', async (app) => {
    const entries = Array.from({ length: 20 }, () => ({ reader: random.word(), body: random.sentence() }));
    const answers = await sendSlowly(
      app,
      '/guestbook',
      entries.map(({ reader, body }) => ({ body: Buffer.from(body), headers: { Cookie: `reader=${reader}` } })),
    );
    for (const [index, answer] of answers.entries()) {
      const { reader, body } = entries[index]!;
      const expected = { from: reader, text: body };
      if (isDeepStrictEqual(bodyOf(answer), expected)) continue;
      const isMixedUp = entries.some((other) => other.reader !== reader && answer.content.includes(other.reader));
      throw new CheckFailure({
        problem: isMixedUp
          ? 'A reader was given the name of another reader.'
          : 'One of twenty concurrent responses is wrong.',
        curl: `POST /guestbook with the cookie reader=${reader}, one of twenty at the same time`,
        received: `${answer.code} ${answer.content}`,
        expected: JSON.stringify(expected),
        cause: isMixedUp
          ? 'the name is in a variable or a field that all requests share. While this handler awaited its body, the next request overwrote it. Use ctx.set(…) in KnownReader and ctx.get(…) in the handler.'
          : 'the name does not reach the handler while other requests are running, or `text` is not the body of this request.',
      });
    }
  });

  check('KnownReader stores the name in the context', async (app) => {
    const program = app.fresh({ TRELLIS_TRACE: '1' });
    const headers = { Cookie: `reader=${random.word()}` };
    const steps = (await program.post('/guestbook', random.sentence(), { headers })).trace?.steps ?? [];
    const expected = "the middleware KnownReader runs and calls ctx.set('reader', …)";
    if (!steps.some(({ kind, name }) => kind === 'middleware' && name === 'KnownReader')) {
      throw new CheckFailure({
        problem: 'KnownReader did not run for POST /guestbook.',
        expected,
        cause: 'the route does not list the middleware: middlewares: [KnownReader], in the plural and in brackets.',
      });
    }
    const handler = steps.findIndex(({ kind }) => kind === 'handler');
    const keysIn = (some: typeof steps) => some.filter(({ kind }) => kind === 'set').map(({ name }) => name);
    const keys = keysIn(steps.slice(0, handler < 0 ? undefined : handler));
    if (keys.includes('reader')) {
      const stranger = await program.post('/guestbook', random.sentence());
      if (bodyOf(stranger).from === 'stranger') expectDefault(stranger);
      return expectContextOnly(app);
    }
    if (keys.length === 0 && keysIn(steps).includes('reader')) {
      throw new CheckFailure({
        problem: 'KnownReader stored nothing in the context before the handler ran.',
        expected,
        cause: [
          'the handler calls ctx.set(…) itself. Then every other handler that needs the name has to do the same.',
          'KnownReader calls next() before ctx.set(…). A handler that reads the name before its first `await` would not find it.',
        ],
      });
    }
    throw new CheckFailure({
      problem:
        keys.length === 0 ? 'KnownReader stored nothing in the context.' : `KnownReader used the key "${keys[0]}".`,
      expected,
      cause:
        keys.length === 0
          ? 'the name still travels in a shared variable, or the handler reads the cookie itself.'
          : 'ctx.set(…) and ctx.get(…) need the key "reader".',
    });
  });
});

/** The response is the same if the handler has the default, but then every other handler needs it too. */
function expectDefault({ trace }: Answer): void {
  const stored = trace?.steps.find(({ kind, name }) => kind === 'set' && name === 'reader')?.value;
  if (stored === '"stranger"') return;
  throw new CheckFailure({
    problem: `Without a cookie, KnownReader stores ${stored ?? 'nothing'}.`,
    expected: "ctx.set('reader', 'stranger') if there is no cookie",
    cause:
      'the handler replaces a missing name with stranger. Move the default to KnownReader, so that no other handler has to repeat it.',
  });
}

/** No response and no trace shows where the handler found the name, so this looks at the code. */
async function expectContextOnly(app: Session): Promise<void> {
  const names = (await readdir(app.src, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const files = await Promise.all(names.map((name) => readFile(join(app.src, name), 'utf8')));
  const code = files.join('\n').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  // Only at the beginning of a line: inside of a function, a variable of this name is nobody else's.
  const isShared = /^(export\s+)?(const|let|var)\s+current\b/m.test(code);
  // A Map in a private field also has a `get`.
  const callsGet = /(?<!#\w+)\.get\s*(<[^;]*?>)?\s*\(/.test(code);
  if (callsGet && /\.cookie\s*\(/.test(await handlerOf(app, '/guestbook', code))) {
    throw new CheckFailure({
      problem: 'The handler of POST /guestbook calls ctx.cookie(…).',
      expected: "the name from the context: ctx.get<string>('reader')",
      cause: 'the handler reads the cookie a second time. Return the name that ctx.get(…) returns.',
    });
  }
  if (!callsGet) {
    throw new CheckFailure({
      problem: 'The handler of POST /guestbook does not call ctx.get(…).',
      expected: "the name from the context: ctx.get<string>('reader')",
      cause: isShared
        ? 'the handler copies the name from `current` before its first `await`. With an `await` before that line, the names would be mixed up again.'
        : 'the handler reads the cookie a second time, or takes the name from a variable or a field that all requests share.',
    });
  }
  if (!isShared) return;
  throw new CheckFailure({
    problem: 'The variable `current` still exists.',
    expected: 'the name in the context, and nowhere else',
    cause: '`current` is left over in known-reader.ts. All requests share it, and the next handler might read it.',
  });
}

/** The code of the handler of this path. Empty if it isn't a method that is formatted in the usual way. */
async function handlerOf(app: Session, path: string, code: string): Promise<string> {
  const route = (await app.routes()).find((one) => one.path === path);
  const name = route?.handler?.split('.')[1];
  if (name === undefined) return '';
  return new RegExp(`^  (async )?${name}\\([\\s\\S]*?^  \\}`, 'm').exec(code)?.[0] ?? '';
}

function notCreated({ code }: Answer): string | undefined {
  return code === 200
    ? 'the handler sets no status, so it is 200. Return ctx.status(201).json(…) for something new.'
    : undefined;
}

function notEmpty({ code }: Answer): string | undefined {
  return code === 200 ? 'the handler returns a value. Without a return value, the response is 204.' : undefined;
}

function notPlainText({ content, headers }: Answer): string | string[] {
  if (headers.get('Content-Type') === 'application/octet-stream')
    return 'POST /notes stored the Buffer itself. Convert it to a string with toString() first.';
  if (content.startsWith('{'))
    return 'the handler returns an object around the note. Use ctx.status(200).send(…) with the note itself.';
  return [
    'the handler returns the string, and a returned string becomes JSON. Use ctx.status(200).send(…).',
    'the handler passes the string to json(…) instead of send(…).',
  ];
}

function notLax({ headers }: Answer): string {
  return /SameSite=Strict/i.test(headers.get('Set-Cookie') ?? '')
    ? 'the cookie was set with SameSite=Strict, so the browser leaves it out even if the user follows a link from another site. Use ctx.setCookie(…) with two arguments.'
    : 'the cookie was set without SameSite=Lax, so other sites can make the browser send it. Use ctx.setCookie(…) with two arguments.';
}

const notInAField = 'the notes are not in a field of the class, so each request starts with an empty array.';

function wrongPieces(answer: { code: number | undefined }): string {
  if (answer.code !== 200) return 'the handler refuses a body without a Content-Length header, or throws an error.';
  return 'bytes comes from the Content-Length header. A client that sends a body piece by piece does not know its length in advance and omits the header. Use the length of the Buffer.';
}

function wrongCount(body: { bytes?: unknown; characters?: unknown }, sent: string): string {
  if (body.characters === sent.length)
    return 'characters counts UTF-16 code units, and an emoji such as 🌻 has two. Spread the string first: [...text].length.';
  if (body.characters === Buffer.byteLength(sent))
    return 'characters counts bytes: .length of the Buffer instead of its string.';
  if (body.bytes !== Buffer.byteLength(sent))
    return 'bytes counts characters: .length of the string instead of the Buffer.';
  if (body.characters === [...sent.trim()].length)
    return 'characters leaves out the spaces at the ends: the handler trims the string before it counts.';
  if (Number(body.characters) < [...sent].length)
    return 'characters counts graphemes. A reader sees one character in 👩‍🌾, which is three code points. Spread the string: [...text].length.';
  return 'characters is not the number of code points in the string. If the handler treats one emoji as a special case, it counts all the others wrong.';
}

/** A different one in each run, so that code for a single emoji doesn't pass. All of them are two code units long. */
function anEmoji(): string {
  const emojis = ['🍅', '🥕', '🌽', '🍓', '🍞', '🥣'];
  return emojis[random.number() % emojis.length]!;
}

function wrongHeader(body: { agent?: unknown; reader?: unknown }, agent: string, reader: string): string {
  if (body.agent === reader && body.reader === agent) return 'the two headers are swapped.';
  if (body.agent !== agent)
    return 'the field "agent" differs from the User-Agent header. Compare the names of the field and the header, character by character, and return the value unchanged.';
  if (body.reader !== reader)
    return 'the field "reader" differs from the X-Reader header. Compare the names of the field and the header, character by character, and return the value unchanged.';
  return 'the object has more fields than "agent" and "reader".';
}

function wrongDefault(body: { agent?: unknown; reader?: unknown }, agent: string): string {
  if (body.agent !== agent) return 'the field "agent" differs from the User-Agent header. Compare their names.';
  if (body.reader === '')
    return "the handler has no default, or one with `??`. ctx.header('X-Reader') is an empty string here, not undefined, so `??` has no effect; `||` does.";
  return 'the default is spelled differently, or the value comes from elsewhere: from a cookie, or from a field that still has the header of an earlier request.';
}

function wrongNumber(number: unknown): string {
  if (number === undefined) return 'the response body has no field "number".';
  if (typeof number === 'string') return 'the number is a string. Return the number itself.';
  return 'the numbers start at 0 instead of 1: this is the index of the note.';
}

function wrongNote(received: string, notes: string[], index: number): string {
  if (received.includes('[object Promise]'))
    return 'POST /notes stored a promise: an `await` is missing before ctx.request.body().';
  if (received === JSON.stringify(notes[index]))
    return 'the handler returns the string. A returned string becomes JSON, whatever its content type says. Use ctx.status(200).send(…).';
  if (received.trim() === notes[index]!.trim())
    return 'the spaces at the ends of the note are gone. Store it unchanged.';
  if (received === '' || notes.includes(received))
    return 'another note came back. The first note has the number 1, and the first index of an array is 0.';
  return 'POST /notes stored something other than the body, or GET /notes/:number changes it.';
}

function wrongMissing(answer: Answer, unknown: unknown): string {
  const { code } = answer;
  const body = bodyOf(answer);
  if (code === 500 && body.error === 'Note not found')
    return 'the handler returns { error: … } without a status, which becomes a 500. Use ctx.status(404).json(…).';
  if (code === 404 && body.error === 'Note not found')
    return 'the object has more fields than "error". The status is not part of the body.';
  if (code === 404 && body.error === undefined)
    return 'the error is sent as plain text, or under another name. Use json({ error: … }), not send(…).';
  if (code === 404) return 'the error message is spelled differently. Compare it character by character.';
  if (code === 500)
    return 'a `return` is missing before ctx.status(404).json(…), so the handler went on and passed undefined to send(…); or the handler never compares the note with undefined.';
  if (body.error !== undefined)
    return 'the handler sends an error, but not with the status 404. Use ctx.status(404).json(…).';
  if (code === 200 && unknown === 0)
    return 'index -1 found a note. at(-1) is the last element of an array; [-1] is undefined. Or the number is used as the index.';
  if (code === 200 && String(unknown).endsWith('th'))
    return 'parseInt ignores everything after the digits. Number(…) returns NaN for such a string.';
  if (code === 200 && String(unknown).endsWith('.5'))
    return 'the handler rounds the number, so /notes/1.5 finds a note. Use the result of Number(…) as it is.';
  if (code === 204)
    return 'the handler returns nothing if there is no such note. Return ctx.status(404).json(…) instead.';
  return 'the handler does not compare the note with undefined before it responds.';
}

function wrongEntry(body: { from?: unknown; text?: unknown }, sent: string): string {
  if (body.text !== sent)
    return 'text is not the body as a string, unchanged. Is it awaited, and converted with toString()?';
  if (body.from === undefined)
    return 'nothing is stored under the key that the handler reads: the route does not list the middleware, KnownReader does not call ctx.set(…), or ctx.set(…) and ctx.get(…) use different keys.';
  return 'from is not the value of the cookie "reader", unchanged.';
}

function wrongStranger(body: { from?: unknown; text?: unknown }, sent: string): string {
  if (body.text !== sent) return wrongEntry(body, sent);
  if (body.from === undefined || body.from === '')
    return "KnownReader has no default for a missing cookie, or one with `??`. ctx.cookie('reader') is an empty string then, not undefined.";
  return 'the default is spelled differently, or the name from an earlier request is still in a shared variable.';
}

// biome-ignore lint/suspicious/noExplicitAny: whatever the learner's program sent, fields are looked up in it.
function bodyOf({ content }: { content: string }): any {
  try {
    return JSON.parse(content) ?? {};
  } catch {
    return {};
  }
}

async function write(app: Session, note: string): Promise<number> {
  const answer = await app.post('/notes', note);
  return answer.status(201).body.number;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 1;
}

interface SlowRequest {
  body: Buffer;
  headers?: Record<string, string>;
}

/**
 * Sends the headers of all requests, waits until every handler is running, and only then sends the bodies, each in two
 * pieces. `Expect: 100-continue` tells us when: Node confirms it in the moment in which it calls the handler.
 */
async function sendSlowly(app: Session, path: string, requests: SlowRequest[]) {
  const url = `${await app.url()}${path}`;
  const signal = AbortSignal.timeout(5_000);
  setMaxListeners(requests.length, signal);
  const open = requests.map(({ headers }) =>
    request(url, { method: 'POST', agent: false, signal, headers: { ...headers, Expect: '100-continue' } }),
  );
  const responses = open.map((sent) => once(sent, 'response') as Promise<[IncomingMessage]>);
  const running = open.map((sent, index) => Promise.race([once(sent, 'continue'), responses[index]]));
  for (const sent of open) sent.flushHeaders();
  try {
    await Promise.all(running);
    for (const [index, sent] of open.entries()) {
      const { body } = requests[index]!;
      sent.write(body.subarray(0, -2));
      sent.end(body.subarray(-2));
    }
    return await Promise.all(
      responses.map(async (response) => {
        const [incoming] = await response;
        return { code: incoming.statusCode, content: await readText(incoming) };
      }),
    );
  } catch (error) {
    throw new CheckFailure({
      problem: signal.aborted ? 'No response came within five seconds.' : 'The connection broke.',
      expected: `a response to POST ${path}`,
      cause: signal.aborted ? 'the handler awaits something that never happens.' : (error as Error).message,
    });
  }
}
