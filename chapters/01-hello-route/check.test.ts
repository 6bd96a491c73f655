import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CheckFailure, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /hello returns the greeting', async (app) => {
    const response = await app.get('/hello');
    response.status(200).json({ message: 'Hello, reader!' }, causeOfGreeting(parsed(response.content)));
    response.expect(
      (await paths(app)).includes('/hello'),
      'a route with the path /hello',
      'the body is right, but it comes from a route that matches other paths as well. Give it the path /hello, and let the router compare the paths.',
    );
  });

  check(
    'a path without a route is still 404',
    async (app) => {
      const response = await app.get(`/${random.word()}`);
      const loose = (await paths(app)).find((path) => /[:*]/.test(path)) ?? '';
      response.error(
        404,
        'Not Found',
        `a route matches this path as well: ${loose}. A ":" or "*" in a path matches more than one address.`,
      );
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('GET /tags returns the array', async (app) => {
    const response = await app.get('/tags');
    const tags = ['cooking', 'gardening', 'travel'];
    response.status(200).json(tags, causeOfTags(parsed(response.content), tags));
    const again = await app.get('/tags');
    again
      .status(200)
      .json(
        tags,
        'the handler changes the array, so the second response differs from the first. reverse, sort, splice and push change the array they are called on.',
      );
    const code = await controllerCode(app);
    const cause = beforeTags(code)
      .map((before) => causeOfPlace(before, code))
      .find(Boolean);
    if (cause === undefined && (await readsPrivateField(app))) return;
    throw new CheckFailure({
      problem: 'The array with the tags is not in a private field.',
      expected: 'a field of the class whose name starts with #',
      cause: cause ?? 'no method reads such a field, so the handler makes the array again for every request.',
    });
  });
});

step(3, (check) => {
  check('GET /visits returns the number, and reading does not change it', async (app) => {
    // A greeting is not a visit.
    for (const path of ['/hello', '/tags']) await app.get(path);
    const first = await app.get('/visits');
    first.status(200).fields({ visits: Number.isInteger }, causeOfVisits(parsed(first.content)));
    first.json({ visits: first.body.visits }, 'the object that the handler returns has more fields than "visits".');
    const second = await app.get('/visits');
    second
      .status(200)
      .json({ visits: first.body.visits }, 'the handler of GET /visits changes the field. It may only read it.');
    // No request before this check has counted anything.
    first.json({ visits: 0 }, [
      `the field starts at ${first.body.visits} instead of 0.`,
      'the handler of GET /hello or GET /tags counts a visit. Only POST /visits may.',
    ]);
  });

  check('POST /visits adds one and returns the new number', async (app) => {
    const before: number = (await app.get('/visits')).status(200).body.visits;
    const responses = [];
    const times = 2 + (random.number() % 5);
    for (let count = 0; count < times; count++) responses.push((await app.post('/visits')).status(200));
    const after = (await app.get('/visits')).status(200);
    const seen = responses.map(({ content }) => visitsIn(content));
    for (const [index, response] of responses.entries()) {
      response.json({ visits: before + index + 1 }, causeOfCount(before, seen, visitsIn(after.content)));
    }
    const isMore = Number(visitsIn(after.content)) > before + times;
    after.json(
      { visits: before + times },
      isMore
        ? 'the handler of GET /visits changes the field. It may only read it.'
        : 'the handler of GET /visits does not return the field that POST /visits changes.',
    );
    const crowd = 20;
    await Promise.all(Array.from({ length: crowd }, () => app.post('/visits')));
    (await app.get('/visits')).json(
      { visits: before + times + crowd },
      `${crowd} visits came at the same time, and not all of them were counted. Either the handler stops counting at some number, or it waits between reading the field and writing it.`,
    );
    const cause = causeOfCounter(await controllerCode(app));
    if (cause === undefined) return expectOwnNumber(app);
    throw new CheckFailure({
      problem: 'The number of visits is not in a private field of the object.',
      expected: 'a field of the class whose name starts with #, without static',
      cause,
    });
  });
});

step(4, (check) => {
  check('DELETE /visits is 204 without a body', async (app) => {
    await app.post('/visits');
    const response = await app.delete('/visits');
    response.status(204, causeOfBody(response.code, response.content)).text('');
  });

  check('DELETE /visits sets the number back to 0', async (app) => {
    const times = 3 + (random.number() % 5);
    let before: unknown;
    for (let count = 0; count < times; count++) before = visitsIn((await app.post('/visits')).content);
    const response = await app.delete('/visits');
    response.status(204, causeOfBody(response.code, response.content));
    const after = await app.get('/visits');
    after.status(200).json({ visits: 0 }, causeOfReset(before, after.content));
    const repeated = await app.delete('/visits');
    repeated.status(
      204,
      'the handler treats a number that is 0 already as an error. A client that repeats its DELETE has done nothing wrong.',
    );
    const next = await app.post('/visits');
    next
      .status(200)
      .json(
        { visits: 1 },
        Number(visitsIn(next.content)) > 1
          ? 'POST /visits counts in one variable, and DELETE /visits resets a different one.'
          : 'the handler of POST /visits returns the old number, or no longer adds one after a DELETE /visits.',
      );
    const late = await visitsAfterReset(app);
    if (late === undefined) return;
    throw new CheckFailure({
      problem: 'Right after the response to DELETE /visits, the number is not 0.',
      curl: 'POST /visits, DELETE /visits and GET /visits, twenty times, as fast as possible',
      received: late,
      expected: '{"visits":0}, as soon as the response to DELETE /visits has arrived',
      cause: 'the handler sets the field after its response was sent, for example with setTimeout(…).',
    });
  });
});

function causeOfGreeting(body: unknown): string {
  if (typeof body === 'string') {
    return 'the handler returns a string. If it calls JSON.stringify, remove that: the framework converts the object.';
  }
  if (!isObject(body)) return 'the handler returns something other than an object.';
  if (!('message' in body)) return 'the object that the handler returns has no field "message".';
  if (Object.keys(body).length > 1) return 'the object has more fields than "message".';
  return 'the message is spelled differently. Compare it character by character, including the comma and the capital H.';
}

function causeOfTags(body: unknown, tags: string[]): string {
  if (typeof body === 'string') return 'the handler turns the array into a string. Return the array itself.';
  if (isObject(body)) {
    return Object.values(body).some((value) => Array.isArray(value))
      ? 'the handler returns an object around the array. Return the array itself.'
      : 'the route has the handler of another route, or its handler returns an object instead of the array.';
  }
  if (!Array.isArray(body)) return 'the handler returns something other than an array.';
  const isSorted = body.length === tags.length && tags.every((tag) => body.includes(tag));
  return isSorted ? 'the tags are in a different order.' : 'a tag is missing, misspelled, or one too many.';
}

/** The controller without its comments. No response shows where a value is kept, so two checks look at the code. */
async function controllerCode(app: Session): Promise<string> {
  const code = await readFile(join(app.src, 'hello.controller.ts'), 'utf8').catch(() => '');
  return withoutComments(code);
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
}

/** What is on the line before each array with the tags. Empty if it is made in a way that this doesn't recognize. */
function beforeTags(code: string): string[] {
  return [...code.matchAll(/^(.*?)\[\s*['"`]cooking/gm)].map(([, before = '']) => before);
}

function causeOfPlace(before: string, code: string): string | undefined {
  const isAssigned = /^\s+this\.#?\w+\s*=/.test(before) && !/\bconstructor\b/.test(code);
  if (isAssigned || /\breturn\b|=>|^\s+(const|let|var)\b/.test(before)) {
    return 'the handler creates the array, again for every request. Move it to a field at the top of the class, and return the field.';
  }
  if (/^(export\s+)?(const|let|var)\b/.test(before)) {
    return 'a variable outside the class contains the array. Move it to a field at the top of the class.';
  }
  if (/^\s+((public|static|readonly)\s+)*\w+\s*(:[^=]+)?=/.test(before) && !/^\s+(private|protected)\b/.test(before)) {
    return 'the field is public, so code outside the class can change it. Start its name with #.';
  }
  return undefined;
}

function causeOfCounter(code: string): string | undefined {
  if (/^(export\s+)?((let|var)\s|const\s.*=\s*\{[^}]*:\s*0\b)/m.test(code)) {
    return 'a variable outside the class contains the number. Every instance of the class would share it.';
  }
  if (/^\s+(public\s+|static\s+)*(?!const\b|let\b|var\b)\w+\s*(:\s*number\s*)?=\s*0\s*;?$/m.test(code)) {
    return 'the field is public, so code outside the class can change it. Start its name with #.';
  }
  if (/^\s+(private\s+)?static\s+(private\s+)?#?\w+\s*(:\s*number\s*)?=\s*0\s*;?$/m.test(code)) {
    return 'the field is static, so it belongs to the class. Every instance of the class would share it. Remove static.';
  }
  const hasField = /^\s+(#\w+|(private|protected)\s+\w+)\s*(:\s*number\s*)?=\s*0\b/m.test(code);
  if (!hasField && /^\s+(let|var)\s+\w+\s*(:\s*number\s*)?=\s*0\s*;?$/m.test(code)) {
    return 'a local variable contains the number, for example one declared in routes(), so no other method of the class can read it. Use a field of the class.';
  }
  return undefined;
}

/** Whether the program reads any private field that doesn't contain a number. The array may be part of an object in it. */
async function readsPrivateField(app: Session): Promise<boolean> {
  const files = (await readdir(app.src, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const code = (await Promise.all(files.map((name) => readFile(join(app.src, name), 'utf8')))).map(withoutComments);
  const declared = code.flatMap((text) => [
    ...text.matchAll(
      /^\s+(?:static\s+|readonly\s+)*(#\w+)(?!\s*(?::\s*number|=\s*\d|\())|\b(?:private|protected)\s+(?:static\s+|readonly\s+)*(\w+)/gm,
    ),
  ]);
  return declared.some(([, hash, name]) => code.some((text) => new RegExp(`\\.${hash ?? name}\\b`).test(text)));
}

/** Two applications in one process have an object of the class each. */
async function expectOwnNumber(app: Session): Promise<void> {
  const one = app.fresh({ TRELLIS_TWICE: '1' });
  const other = one.twin();
  const { visits } = (await other.get('/visits')).body;
  await one.post('/visits');
  (await other.get('/visits')).json(
    { visits },
    'two applications in one process share the number, for example because it is in globalThis. Keep it in a field of the class whose name starts with #.',
  );
}

function causeOfVisits(body: unknown): string {
  if (typeof body === 'number') return 'the handler returns the bare number. Return an object: { visits: … }.';
  if (!isObject(body)) return 'the handler returns something other than an object.';
  if (Object.keys(body).length === 0) {
    return 'the value of "visits" is undefined or a method, and JSON omits both. A private field is read with its #: this.#visits.';
  }
  if (!('visits' in body)) return 'the object that the handler returns has no field "visits".';
  return 'the value of "visits" is not an integer.';
}

/** Tells the usual mistakes of a counter apart by the numbers that came back. */
function causeOfCount(before: number, seen: unknown[], after: unknown): string | string[] {
  if (seen.some((number) => typeof number !== 'number')) {
    return 'the handler of POST /visits does not return an object with the field "visits", an integer.';
  }
  if (seen.every((number, index) => number === before + index) && after === before + seen.length) {
    return 'the handler returns the old number. `return { visits: this.#visits++ }` reads the field first and adds one afterwards.';
  }
  if (seen.every((number, index) => number === before + index + 1)) {
    return 'the object that the handler of POST /visits returns has more fields than "visits".';
  }
  if (seen.every((number) => number === before)) return 'the handler of POST /visits does not change the field.';
  if (seen.every((number) => number === seen[0])) {
    return [
      'the handler counts in a local variable, which is created again for every request. Use a field of the class.',
      'the handler adds one to the number, but does not assign the sum to the field.',
    ];
  }
  return 'one POST /visits does not add exactly one.';
}

function causeOfBody(code: number, content: string): string | undefined {
  if (code !== 200) return undefined;
  return `the handler returns a value, and the framework sent it: ${content}. A handler for 204 returns nothing.`;
}

/** What a fast client sees right after a DELETE, if it isn't `{ visits: 0 }`. */
async function visitsAfterReset(app: Session): Promise<string | undefined> {
  const url = `${await app.url()}/visits`;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = async (method: string): Promise<string> => {
    const sent = request(url, { method, agent, signal: AbortSignal.timeout(5_000) }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return text(response);
  };
  try {
    // A timer of 0 milliseconds takes about one, so a client only sees the old number if it is fast enough.
    for (let round = 0; round < 20; round++) {
      for (const method of ['POST', 'DELETE']) await send(method);
      const content = await send('GET');
      if (visitsIn(content) !== 0) return content;
    }
    return undefined;
  } finally {
    agent.destroy();
  }
}

function causeOfReset(before: unknown, content: string): string {
  const after = visitsIn(content);
  if (typeof after !== 'number') return causeOfVisits(parsed(content));
  if (after === before) {
    return 'the handler of DELETE /visits does not change the field that GET /visits returns, or only after its response.';
  }
  return `the number is ${after} after DELETE /visits. Either DELETE sets it to something else, or GET changes it.`;
}

/** The paths of all GET routes, in one spelling: the router ignores a slash at the end. */
async function paths(app: Session): Promise<string[]> {
  const routes = (await app.routes()).filter(({ method }) => method === 'GET');
  return routes.map(({ path }) => `/${path.split('/').filter(Boolean).join('/')}`);
}

function visitsIn(content: string): unknown {
  const body = parsed(content);
  return isObject(body) ? body.visits : undefined;
}

/** Undefined where the body isn't JSON: the expectation itself reports that. */
function parsed(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
