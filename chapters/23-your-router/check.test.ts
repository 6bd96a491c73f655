import { CheckFailure, type CountBlocks, chapter, type Load, random } from '#check';
import { cases } from '../../framework/routing/router.cases.ts';
import { randomRequest, randomTable } from './random-tables.ts';
import {
  describe,
  expectSame,
  found,
  type Line,
  type Request,
  type Result,
  slowly,
  slowlyAllowed,
} from './reference.ts';

const { step } = chapter(import.meta.url);

step(1, (_check, examine) => {
  examine('a path is found by its method and its exact spelling', async (load) => {
    const [books, pages] = [random.word(), random.word()];
    await expectTable(load, [`GET /${books}`, `POST /${books}`, `GET /${books}/${pages}`, 'GET /'], {
      [`GET /${books}`]: { route: `GET /${books}`, kind: 'exact' },
      [`POST /${books}`]: { route: `POST /${books}`, kind: 'exact' },
      [`GET /${books}/${pages}`]: { route: `GET /${books}/${pages}`, kind: 'exact' },
      'GET /': { route: 'GET /', kind: 'exact' },
      [`PUT /${books}`]: undefined,
      [`GET /${pages}`]: undefined,
      [`GET /${books}/${pages}/1`]: undefined,
      [`GET /${books.toUpperCase()}`]: undefined,
    });
    await expectCases(load, (rule) => rule.startsWith('supported methods'));
  });

  examine('one slash at the end makes no difference', async (load) => {
    const books = random.word();
    await expectTable(load, [`GET /${books}`, 'GET /shelves/', 'GET /'], {
      [`GET /${books}/`]: { route: `GET /${books}`, kind: 'exact' },
      'GET /shelves': { route: 'GET /shelves/', kind: 'exact' },
      'GET /shelves/': { route: 'GET /shelves/', kind: 'exact' },
      [`GET /${books}//`]: undefined,
      'GET /': { route: 'GET /', kind: 'exact' },
    });
  });

  examine('names that every object has are ordinary paths', async (load) => {
    const word = random.word();
    await expectTable(load, [`GET /${word}`], {
      'GET constructor': undefined,
      'GET __proto__': undefined,
      [`constructor /${word}`]: undefined,
      [`toString /${word}`]: undefined,
      // The last one, so that the check can't pass before anything is found.
      [`GET /${word}`]: { route: `GET /${word}`, kind: 'exact' },
    });
  });

  examine('a second route for the same requests is refused', async (load) => {
    const word = random.word();
    await expectRefused(load, `GET /${word}`, [`GET /${word}`, `GET /${word}/`]);
  });
});

step(2, (_check, examine) => {
  examine('a parameter matches one segment', async (load) => {
    const value = random.word();
    await expectTable(load, ['GET /books/:isbn', 'GET /books/:isbn/reviews/:review', 'POST /:kind'], {
      [`GET /books/${value}`]: pattern('GET /books/:isbn', { isbn: value }),
      [`GET /books/${value}/`]: pattern('GET /books/:isbn', { isbn: value }),
      [`GET /books/7/reviews/${value}`]: pattern('GET /books/:isbn/reviews/:review', { isbn: '7', review: value }),
      [`POST /${value}`]: pattern('POST /:kind', { kind: value }),
      'GET /books/7/likes': undefined,
      'GET /books': undefined,
      'GET /books/': undefined,
      'GET /books//reviews/7': undefined,
      'POST /': undefined,
    });
  });

  examine('a literal segment is preferred to a parameter', async (load) => {
    await expectTable(load, ['GET /:kind/:id', 'GET /books/:isbn', 'GET /books/new'], {
      'GET /books/7': pattern('GET /books/:isbn', { isbn: '7' }),
      'GET /films/7': pattern('GET /:kind/:id', { kind: 'films', id: '7' }),
      'GET /books/new': { route: 'GET /books/new', kind: 'exact' },
    });
  });

  examine('escapes are decoded, in routes and in parameters', async (load) => {
    await expectTable(load, ['GET /caf%C3%A9', 'GET /files/:name', 'GET /%3Aid', 'GET /a%2Fb/:c'], {
      'GET /café': { route: 'GET /caf%C3%A9', kind: 'exact' },
      'GET /files/a%2Fb': pattern('GET /files/:name', { name: 'a/b' }),
      'GET /files/50%25': pattern('GET /files/:name', { name: '50%' }),
      'GET /:id': { route: 'GET /%3Aid', kind: 'exact' },
      'GET /7': undefined,
      'GET /a%2Fb/1': pattern('GET /a%2Fb/:c', { c: '1' }),
    });
  });

  examine('a parameter can have a name that every object has', async (load) => {
    const value = random.word();
    const router = await newRouter(load);
    addLine(router, 'GET /:__proto__/:id');
    const match = router.resolve('GET', `/${value}/7`);
    const params = match?.params ?? {};
    expectSame(
      "'constructor' in params, and the parameter __proto__ of GET /:__proto__/:id",
      `${'constructor' in params}, ${Object.entries(params).find(([name]) => name === '__proto__')?.[1]}`,
      `false, ${value}`,
      match === undefined
        ? `resolve finds no route for GET /${value}/7.`
        : 'params is created with {}, and inherits from Object.prototype. Use Object.create(null).',
    );
  });

  examine('a path with the same shape, or with unusable parameters, is refused', async (load) => {
    await expectRefused(load, 'GET /books/:isbn', ['GET /books/:id', 'GET /books/:isbn/']);
    await expectRefused(load, 'GET /', ['GET /books/:', 'GET /:id/:id', 'GET /50%']);
  });

  // Patterns that differ in their first segment, patterns that differ further down, and exact paths.
  examine(
    'a request costs the same among 100 routes and among 2,000, whether it finds a route or not',
    (load, blocks) => expectConstant(load, blocks, ['/…/:id', '/shelves/:id/…', '/shelves/…'], 'resolve'),
    { isRule: true },
  );
});

step(3, (_check, examine) => {
  examine('a literal that leads nowhere does not hide the parameter next to it', async (load) => {
    const rules = ['a literal that leads nowhere', 'a parameter matches one segment', 'backtracking forgets'];
    await expectCases(load, (rule) => rules.some((each) => rule.startsWith(each)));
  });

  examine('the leftmost literal wins', async (load) => {
    const rules = ['resolution: among patterns', 'resolution: one literal', 'several parameters'];
    await expectCases(load, (rule) => rules.some((each) => rule.startsWith(each)));
  });

  examine('random tables of patterns agree with the slow matcher', (load) =>
    expectRandom(load, { wildcards: false, methods: ['GET', 'POST'] }),
  );
});

step(4, (_check, examine) => {
  examine('a wildcard matches the rest of a path', async (load) => {
    const rules = ['/files/*', 'a wildcard at the root', 'parameters may', 'an escaped colon'];
    await expectCases(load, (rule) => rules.some((each) => rule.startsWith(each)));
  });

  examine('a pattern beats a wildcard, and a long prefix a short one', async (load) => {
    const rules = ['resolution: exact', 'resolution: over the whole', 'resolution: among wildcards', 'equal wildcards'];
    await expectCases(load, (rule) => rules.some((each) => rule.startsWith(each)));
  });

  examine('"*" belongs at the end', (load) =>
    expectRefused(
      load,
      'GET /a',
      ['GET /*/a', 'GET /a*', 'GET /:x/*/b'],
      'a * is accepted as part of a literal segment, or in front of other segments.',
    ),
  );

  examine('a second wildcard for the same requests is refused', (load) =>
    expectRefused(load, 'GET /files/:kind/*', ['GET /files/:kind/*', 'GET /files/:sort/*']),
  );

  examine(
    'wildcards cost the same among 100 routes and among 2,000, whether one matches or not',
    (load, blocks) => expectConstant(load, blocks, ['/…/*', '/shelves/:id/…/*'], 'resolve'),
    { isRule: true },
  );

  examine("all of Trellis's own tables are resolved", async (load) => {
    const later = ['HEAD', 'a path needs its leading slash'];
    await expectCases(load, (rule) => !later.some((each) => rule.startsWith(each)));
  });

  examine('random tables with wildcards agree with the slow matcher', (load) =>
    expectRandom(load, { wildcards: true, methods: ['GET', 'POST'] }),
  );
});

step(5, (_check, examine) => {
  examine('the path of a child is the path of its group followed by its own', async (load) => {
    const word = random.word();
    const handler = () => {};
    const router = await newRouter(load);
    const children = [
      { method: 'GET', path: `/${word}`, handler },
      { method: 'GET', path: '', handler },
      { path: 'v2', children: [{ method: 'GET', path: ':id', handler }] },
    ];
    router.add({ path: '/api/', children });
    router.add({ method: 'POST', path: '/api', handler, children: [{ method: 'POST', path: '/import', handler }] });
    const listed = () => router.routes().map(({ method, path }: Line) => `${method} ${path}`);
    const expected = [`GET /api/${word}`, 'GET /api', 'GET /api/v2/:id', 'POST /api', 'POST /api/import'];
    const normal = listed().map((line: string) => (line.endsWith('/') ? line.slice(0, -1) : line));
    expectSame(
      'router.routes() after two groups were added',
      normal.join('\n'),
      expected.join('\n'),
      'the children are not followed, do not get the whole path, or paths are not joined with exactly one slash.',
    );
    await expectFinds(router, listed(), `GET /api/${word}`, { route: `GET /api/${word}`, kind: 'exact' });
    await expectFinds(router, listed(), 'GET /api/v2/7', pattern('GET /api/v2/:id', { id: '7' }));
  });

  examine('the middlewares of a group come before those of its children', async (load) => {
    const router = await newRouter(load);
    const [outer, inner, own] = ['outer', 'inner', 'own'].map((name) => ({ name, handle: () => {} }));
    const handler = () => {};
    const leaf = { method: 'GET', path: '/c', handler, middlewares: [own] };
    const sibling = { method: 'GET', path: '/d', handler };
    const group = { path: '/b', middlewares: [inner], children: [leaf, sibling] };
    router.add({ path: '/a', middlewares: [outer], children: [group] });
    for (const [path, expected] of [
      ['/a/b/c', 'outer, inner, own'],
      ['/a/b/d', 'outer, inner'],
    ] as const) {
      const match = router.resolve('GET', path);
      const middlewares = match?.route.middlewares ?? [];
      expectSame(
        `the middlewares of GET ${path}`,
        middlewares.map(({ name }: { name: string }) => name).join(', ') || 'none',
        expected,
        match === undefined
          ? `resolve finds no route for GET ${path}: the children are not followed, or not with the whole path.`
          : 'the middlewares of the group are not put in front of those of the child.',
      );
    }
  });

  examine(
    'a group stays as it was',
    async (load) => {
      const middleware = { name: 'outer', handle: () => {} };
      const own = { name: 'own', handle: () => {} };
      const leaf = { method: 'GET', path: '/c', handler: () => {}, middlewares: [own] };
      const group = { path: '/a', middlewares: [middleware], children: [{ path: 'b', children: [leaf] }] };
      const before = describe(group);
      (await newRouter(load)).add(group);
      const because = 'add changes the objects or arrays that it gets. A second application may use the same routes.';
      expectSame('the group, after router.add(group)', describe(group), before, because);
    },
    { alreadyTrue: true },
  );

  examine('a route without a method or a handler is refused', async (load) => {
    const path = `/${random.word()}`;
    const group = { path: `/${random.word()}`, children: [{ path, handler: () => {} }] };
    for (const route of [{ path, handler: () => {} }, { path, method: 'GET' }, { path, children: [] }, group]) {
      const router = await newRouter(load);
      const thrown = thrownBy(() => router.add(route));
      const whole = route === group ? group.path + path : path;
      const isNamed = thrown instanceof TypeError && thrown.message.includes(whole);
      if (isNamed) continue;
      throw new CheckFailure({
        problem:
          thrown === undefined
            ? 'router.add accepted an incomplete route.'
            : 'The error is not a TypeError that names the whole path.',
        curl: `router.add(${describe(route)})`,
        received: thrown === undefined ? 'no error' : String(thrown),
        expected: `a TypeError whose message contains ${whole}`,
        cause:
          thrown === undefined
            ? route === group
              ? 'the children are not followed, so nothing checks them.'
              : 'nothing checks that a route has both a method and a handler, or is a group with children.'
            : thrown instanceof TypeError
              ? 'the message does not contain the path with those of the groups around it, or another error was thrown first.'
              : 'the error that is thrown is not a TypeError.',
      });
    }
  });
});

step(6, (_check, examine) => {
  examine('HEAD is served by GET, unless there is a route for HEAD', (load) =>
    expectCases(load, (rule) => rule.startsWith('HEAD')),
  );

  examine('allowed returns the methods of a path', async (load) => {
    const router = await newRouter(load);
    const routes = ['GET /books', 'POST /books', 'DELETE /books/:isbn', 'PUT /files/*'];
    for (const line of routes) addLine(router, line);
    const expected: Record<string, string> = {
      '/books': 'GET, POST, OPTIONS, HEAD',
      '/books/': 'GET, POST, OPTIONS, HEAD',
      '/books/7': 'DELETE, OPTIONS',
      '/files/a/b': 'PUT, OPTIONS',
      '/films': '',
      '*': '',
    };
    for (const [path, methods] of Object.entries(expected)) {
      expectAllowed(`router.allowed('${path}') among ${routes.join(', ')}`, router.allowed(path), methods);
    }
  });

  examine(
    'allowed costs the same among 100 routes and among 2,000, whether the path has a route or not',
    (load, blocks) => expectConstant(load, blocks, ['/…/:id', '/shelves/…', '/…/*'], 'allowed'),
    { isRule: true },
  );

  examine("all of Trellis's own tables are resolved, and random tables with all methods", async (load) => {
    await expectCases(load, () => true);
    await expectRandom(load, { wildcards: true, methods: ['GET', 'GET', 'POST', 'HEAD', 'OPTIONS'], allowed: true });
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the learner's own class, whose types are theirs.
type LearnersRouter = any;

async function newRouter(load: Load): Promise<LearnersRouter> {
  const { Router } = await load('framework/router.ts');
  return new Router();
}

function addLine(router: LearnersRouter, line: string): void {
  const space = line.indexOf(' ');
  router.add({ method: line.slice(0, space), path: line.slice(space + 1), handler: () => {} });
}

function pattern(route: string, params: Record<string, string>): Result {
  return { route, kind: 'pattern', params };
}

async function expectTable(load: Load, routes: string[], requests: Record<string, Result | undefined>): Promise<void> {
  const router = await newRouter(load);
  for (const line of routes) addLine(router, line);
  for (const [request, expected] of Object.entries(requests)) await expectFinds(router, routes, request, expected);
}

async function expectFinds(router: LearnersRouter, routes: string[], request: string, expected: Result | undefined) {
  const space = request.indexOf(' ');
  const [method, path] = [request.slice(0, space), request.slice(space + 1)];
  found(resolved(router, { method, path, routes }), { method, path, routes, expected });
}

/** A wildcard that shares its values with the search loses them, or never gets its rest, and what builds the match throws. */
function resolved(router: LearnersRouter, { method, path, routes }: Request & { routes: string[] }) {
  try {
    return router.resolve(method, path);
  } catch (error) {
    if (!routes.some((line) => /:.*\/\*$/.test(line))) throw error;
    throw new CheckFailure({
      problem: `router.resolve('${method}', '${path}') throws an error.`,
      curl: [`router.resolve('${method}', '${path}') among`, ...routes.map((line) => `  ${line}`)].join('\n'),
      received: String(error),
      expected: 'a match, or undefined',
      cause: [
        'backtracking removes values from the array, so a wildcard that is remembered needs a copy of it.',
        'the rest of the path is not added to the values of a wildcard.',
      ],
    });
  }
}

/** The tables that Trellis tests itself with. Those that remove routes are left out: your router has no `remove`. */
async function expectCases(load: Load, isWanted: (rule: string) => boolean): Promise<void> {
  const { parseTarget } = await import('../../framework/http/target.ts');
  for (const { rule, routes, removed, requests } of cases) {
    if (removed !== undefined || !isWanted(rule)) continue;
    const router = await newRouter(load);
    for (const line of routes) addLine(router, line);
    for (const [request, route, kind, params] of requests) {
      const space = request.indexOf(' ');
      const [method, target] = [request.slice(0, space), request.slice(space + 1)];
      const path = parseTarget(target)?.path ?? target;
      const expected = route === undefined ? undefined : { route, kind, params };
      const match = resolved(router, { method, path, routes });
      found(match, { method, path, routes, expected: expected as Result | undefined, rule });
    }
  }
}

interface RandomOptions {
  wildcards: boolean;
  methods: string[];
  allowed?: boolean;
}

/** Small tables: with few segments to choose from, routes hide each other all the time. */
async function expectRandom(load: Load, { wildcards, methods, allowed }: RandomOptions): Promise<void> {
  for (let table = 0; table < 200; table++) {
    const lines = randomTable(methods, wildcards);
    const router = await newRouter(load);
    const routes = lines.map(({ method, path }) => `${method} ${path}`);
    for (const line of routes) addLine(router, line);
    for (let i = 0; i < 5; i++) {
      const request: Request = randomRequest(methods, lines);
      const expected = slowly(lines, request);
      found(resolved(router, { ...request, routes }), { ...request, routes, expected });
      if (!allowed) continue;
      const question = `router.allowed('${request.path}') among ${routes.join(', ')}`;
      const want = slowlyAllowed(lines, request.path).join(', ');
      expectAllowed(question, router.allowed(request.path), want);
    }
  }
}

function expectAllowed(question: string, allowed: Iterable<string>, expected: string): void {
  const listed = [...allowed];
  const because =
    new Set(listed).size < listed.length
      ? 'a method is listed twice: resolve already finds HEAD through GET, or OPTIONS or HEAD has a route of its own.'
      : listed.length === 0
        ? 'allowed finds no route for this path.'
        : expected === ''
          ? 'allowed returns methods even though no route matches the path.'
          : 'OPTIONS or HEAD is missing, HEAD is added without GET, or the order is not that of `methods`.';
  expectSame(question, listed.join(', '), expected, because);
}

async function expectRefused(
  load: Load,
  first: string,
  others: string[],
  accepted = 'the route that is already there is not returned, so the second one replaces it, or can never match.',
): Promise<void> {
  for (const other of others) {
    const router = await newRouter(load);
    addLine(router, first);
    const thrown = thrownBy(() => addLine(router, other));
    if (thrown instanceof Error && thrown.message.includes(other.slice(other.indexOf(' ') + 1))) {
      const [method, path] = first.split(' ') as [string, string];
      const request = { method, path: path.replaceAll(/:\w+/g, '7').replace('*', 'a/b'), routes: [first] };
      const kept = resolved(router, request)?.route?.path ?? 'nothing';
      const because = 'the second route is stored before the error is thrown. Keep what is already there.';
      expectSame(`what ${method} ${request.path} finds after ${other} was refused`, kept, path, because);
      continue;
    }
    throw new CheckFailure({
      problem: thrown === undefined ? `router.add accepted ${other}.` : 'The error does not name the path.',
      curl: `router.add(${first}), then router.add(${other})`,
      received: thrown === undefined ? 'no error' : String(thrown),
      expected: 'an error whose message contains the path',
      cause:
        thrown === undefined
          ? accepted
          : 'the error is thrown without the path of this route in its message, or another error was thrown first.',
    });
  }
}

function thrownBy(work: () => void): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error ?? 'something that is not an error';
  }
}

/**
 * Counted, not measured: how much work a request is. Tables of both sizes get the same number of different paths, so a cache
 * makes no difference.
 */
async function expectConstant(
  load: Load,
  blocks: CountBlocks,
  shapes: readonly string[],
  method: 'resolve' | 'allowed',
): Promise<void> {
  for (const shape of shapes) {
    const [few, many] = [
      await workOf(load, blocks, shape, 100, method),
      await workOf(load, blocks, shape, 2_000, method),
    ];
    for (const what of ['a path that has a route', 'a path that has none'] as const) {
      if (many[what] <= 2 * few[what] + 10) continue;
      throw new CheckFailure({
        problem: `For ${what}, ${method} does more work if there are more routes.`,
        received: `${few[what]} units of work among 100 routes like ${shape}, ${many[what]} among 2,000`,
        expected:
          'about the same number (a unit is a block of your code, or an item that a built-in function looks at)',
        cause:
          method === 'allowed'
            ? 'allowed goes through the routes instead of resolving the path for each method.'
            : 'resolve goes through the routes one by one, or through all children of a node.',
      });
    }
  }
}

async function workOf(load: Load, blocks: CountBlocks, shape: string, size: number, method: 'resolve' | 'allowed') {
  const router = await newRouter(load);
  const routes = Array.from({ length: size }, () => shape.replace('…', random.word()));
  for (const route of routes) addLine(router, `GET ${route}`);
  const asked = routes.filter((_, index) => index % (size / 100) === 0);
  const pathOf = (route: string) => route.replace(':id', '7').replace('*', 'a/b');
  const paths = asked.map((route) => ({ route, path: pathOf(route) }));
  // Strangers, and paths that leave a route at its end.
  const misses = [...asked.slice(50).map(() => pathOf(shape.replace('…', random.word())))];
  if (!shape.includes('*')) misses.push(...paths.slice(0, 50).map(({ path }) => `${path}/further/down`));

  await blocks();
  const found = paths.map(({ path }) => (method === 'resolve' ? router.resolve('GET', path) : router.allowed(path)));
  const hit = (await blocks()) / paths.length;
  const missed = misses.map((path) => (method === 'resolve' ? router.resolve('GET', path) : router.allowed(path)));
  const miss = (await blocks()) / misses.length;

  const isRight =
    method === 'allowed'
      ? found.every((methods) => methods.length > 0) && missed.every((methods) => methods.length === 0)
      : paths.every(({ route }, index) => found[index]?.route.path === route) && missed.every((match) => !match);
  if (!isRight) {
    throw new CheckFailure({
      problem: `${method} gives a wrong result among ${size} routes like ${shape}.`,
      expected: 'the route of each path that has one, and nothing for the others',
      cause: 'a route is not stored, or resolve does not find it.',
    });
  }
  return { 'a path that has a route': Math.round(hit), 'a path that has none': Math.round(miss) };
}
