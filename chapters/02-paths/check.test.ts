import { type Answer, chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

step(1, (check) => {
  check('GET /tags/:tag returns the tag from the path', async (app) => {
    const tag = random.word();
    const response = await app.get(`/tags/${tag}`);
    response.status(200).json({ tag }, causeOfTag(response.content));
  });

  check('a path parameter is decoded exactly once', async (app) => {
    const word = random.word();
    const cases = [
      [`Caf%C3%A9-${word}`, `Café-${word}`],
      [`${word}%2Fb`, `${word}/b`],
      [`${word}+b`, `${word}+b`],
      [`${word}%3Fb`, `${word}?b`],
      [`${word}%2541`, `${word}%41`],
      [`%20${word.toUpperCase()}%20`, ` ${word.toUpperCase()} `],
      [`${word}?page=2`, word],
    ] as const;
    for (const [sent, tag] of cases) {
      const response = await app.get(`/tags/${sent}`);
      const cause = causeOfDecoding(response.content, 'tag', sent, tag) ?? causeOfTag(response.content);
      response.status(200).json({ tag }, cause);
    }
  });

  check(
    'a path parameter matches one segment, below /tags only',
    async (app) => {
      const [one, two] = [random.word(), random.word()];
      const longer = await app.get(`/tags/${one}/${two}`);
      const hasParameter = (await paths(app)).some((path) => /^\/tags\/:[^/]+$/.test(path));
      longer.without(
        ['tag'],
        hasParameter
          ? 'the route of step 1 is right, but another route matches this path, and its handler returns a field "tag", too.'
          : 'the route of step 1 has a wildcard in its path. A parameter, :tag, matches one segment.',
      );
      const other = await app.get(`/${one}/${two}`);
      other.without(['tag'], 'the first segment of the route of step 1 is a parameter too. It has to be "tags".');
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('GET /readers/:reader/posts/:post returns both parameters', async (app) => {
    const [reader, post] = [random.word(), random.word()];
    const response = await app.get(`/readers/${reader}/posts/${post}`);
    response.status(200).json({ reader, post }, causeOfPost(response.content, reader, post));
    const routes = await paths(app);
    const renamed = routes.find((path) => /^\/readers\/:[^/]+\/posts\/:[^/]+$/.test(path));
    response.expect(
      routes.includes('/readers/:reader/posts/:post'),
      'a route with the path /readers/:reader/posts/:post',
      renamed === undefined
        ? 'the body is right, but no route has this path: a wildcard or another parameter takes the place of a segment.'
        : `the body is right, but the path of the route is ${renamed}: its first parameter is not called :reader, or its second is not called :post.`,
    );
  });

  check('both parameters are strings, decoded exactly once', async (app) => {
    const [word, number] = [random.word(), String(random.number())];
    const response = await app.get(`/readers/${word}%2541/posts/${number}`);
    const sent = { reader: `${word}%2541`, post: number };
    const expected = { reader: `${word}%41`, post: number };
    const cause =
      causeOfDecoding(response.content, 'reader', sent.reader, expected.reader) ??
      causeOfPost(response.content, expected.reader, number);
    response.status(200).json(expected, cause);
    const other = { reader: ` ${word.toUpperCase()}`, post: `${number}%41 ` };
    const second = await app.get(`/readers/%20${word.toUpperCase()}/posts/${number}%2541%20`);
    second
      .status(200)
      .json(
        other,
        causeOfDecoding(second.content, 'post', `${number}%2541%20`, other.post) ??
          causeOfPost(second.content, other.reader, other.post),
      );
  });

  check(
    'a path with a missing, empty, additional or different segment is 404',
    async (app) => {
      const [reader, post] = [random.word(), random.word()];
      const paths = {
        [`/readers/${reader}/posts`]: 'a route matches this path although the last segment is missing.',
        [`/readers//posts/${post}`]: 'a route matches this path although a segment is empty.',
        [`/readers/${reader}/posts/${post}/more`]: 'a route with a wildcard matches this path. Use a parameter, :post.',
        [`/readers/${reader}/pages/${post}`]: 'a parameter takes the place of the fixed segment "posts".',
        [`/writers/${reader}/posts/${post}`]: 'a parameter takes the place of the fixed segment "readers".',
      };
      for (const [path, cause] of Object.entries(paths)) (await app.get(path)).error(404, 'Not Found', cause);
    },
    { alreadyTrue: true },
  );
});

step(3, (check) => {
  check('GET /search returns the search words and the page as a number', async (app) => {
    const [q, page] = [random.word(), random.number()];
    for (const path of [`/search?q=${q}&page=${page}`, `/search?page=${page}&q=${q}`]) {
      const response = await app.get(path);
      response.status(200).json({ q, page }, causeOfSearch(response.content, q, page));
    }
  });

  check('a query parameter is decoded exactly once', async (app) => {
    const word = random.word();
    const cases = [
      [`Two+${word}%21`, `Two ${word}!`],
      [`${word}%2Bb`, `${word}+b`],
      [`${word}%2541`, `${word}%41`],
      [`+${word.toUpperCase()}+`, ` ${word.toUpperCase()} `],
    ] as const;
    for (const [sent, q] of cases) {
      const response = await app.get(`/search?q=${sent}&page=1`);
      const cause = causeOfDecoding(response.content, 'q', sent, q) ?? causeOfSearch(response.content, q, 1);
      response.status(200).json({ q, page: 1 }, cause);
    }
  });

  check('absent query parameters have defaults', async (app) => {
    const without = await app.get('/search');
    without.status(200).json({ q: '', page: 1 }, causeOfSearch(without.content, '', 1));
    const q = random.word();
    const first = await app.get(`/search?q=${q}`);
    first.status(200).json({ q, page: 1 }, causeOfSearch(first.content, q, 1));
    const zero = await app.get('/search?page=0');
    const cause =
      field(zero.content, 'page') === 1
        ? 'the default replaces a 0 that the client sent. `||` does that: 0 counts as false.'
        : causeOfSearch(zero.content, '', 0);
    zero.status(200).json({ q: '', page: 0 }, cause);
  });
});

step(4, (check) => {
  check('GET /files/* returns the rest of the path', async (app) => {
    const [folder, name] = [random.word(), random.word()];
    const deep = `${folder}/`.repeat(5 + (random.number() % 5));
    const cases = [
      [name, name],
      [`${folder}/${name}.txt`, `${folder}/${name}.txt`],
      [`${deep}${name}`, `${deep}${name}`],
      [`${folder}/${name}%20in%20Spring.jpg`, `${folder}/${name} in Spring.jpg`],
      [`${folder}/${name}%2541`, `${folder}/${name}%41`],
      [`..%2F..%2F${name}`, `../../${name}`],
      [`%20${name.toUpperCase()}.TXT%20`, ` ${name.toUpperCase()}.TXT `],
      [`${folder}//${name}`, `${folder}//${name}`],
      [`${folder}/`, `${folder}/`],
      [`${folder}/${name}?page=2`, `${folder}/${name}`],
      ['', ''],
    ] as const;
    for (const [sent, file] of cases) {
      const response = await app.get(`/files/${sent}`);
      const cause =
        causeOfDecoding(response.content, 'file', sent, file) ?? causeOfRest(response.content, 'file', file);
      response.status(200, await causeOfNoMatch(app, response.code, '/files')).json({ file }, cause);
    }
    const response = await app.get(`/files/${name}`);
    response.expect(
      (await paths(app)).includes('/files/*'),
      'a route with the path /files/*',
      'the body is right, but it comes from a route with another path: its handler looks for "files" itself.',
    );
  });

  check(
    'GET /files without a slash at the end is 404',
    async (app) => {
      const cause =
        'a route matches /files itself. The route /files/* does not, so it is another one, such as /files or /*.';
      (await app.get('/files')).error(404, 'Not Found', cause);
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check('GET /tags/popular is handled by a route of its own', async (app) => {
    const response = await app.get('/tags/popular');
    response.status(200).json({ popular: 'gardening' }, causeOfPopular(response.content));
    response.expect(
      (await paths(app)).includes('/tags/popular'),
      'a route of its own for GET /tags/popular',
      'the body is right, but the handler of another route looks for "popular" itself. Let the router decide.',
    );
    await expectOwnHandler(app, response, '/tags/popular');
  });

  check('GET /tags/:tag is handled by the pattern, although a wildcard matches too', async (app) => {
    const [tag, rest] = [random.word(), random.word()];
    // Without the wildcard, the second request would prove nothing.
    (await app.get(`/tags/${tag}/${rest}`)).status(200);
    const response = await app.get(`/tags/${tag}`);
    response.status(200).json({ tag }, causeOfTag(response.content));
  });

  check('a longer path below /tags is handled by the wildcard', async (app) => {
    const [tag, word] = [random.word(), random.word()];
    const deep = `${tag}/`.repeat(4 + (random.number() % 5)) + word;
    const cases = [
      [`${tag}/${word}`, `${tag}/${word}`],
      [`popular/${word}`, `popular/${word}`],
      [`${tag}/${word}/${word}`, `${tag}/${word}/${word}`],
      [deep, deep],
      [`${tag}/${word}/`, `${tag}/${word}/`],
      [`${tag}/${word}?page=2`, `${tag}/${word}`],
      [`${tag}/${word}%2541`, `${tag}/${word}%41`],
      [`%20${tag.toUpperCase()}/${word}%20`, ` ${tag.toUpperCase()}/${word} `],
    ] as const;
    for (const [sent, below] of cases) {
      const response = await app.get(`/tags/${sent}`);
      const cause =
        causeOfDecoding(response.content, 'below', sent, below) ?? causeOfRest(response.content, 'below', below);
      response.status(200, await causeOfNoMatch(app, response.code, '/tags')).json({ below }, cause);
    }
    const response = await app.get(`/tags/${deep}`);
    response.expect(
      (await paths(app)).includes('/tags/*'),
      'a route with the path /tags/*',
      'the body is right, but it comes from a route with another path.',
    );
    await expectOwnHandler(app, response, '/tags/*');
  });

  check(
    'GET /tags still returns the array of chapter 01, with and without a slash at the end',
    async (app) => {
      const cause = 'another route handles this path. HelloController has to keep its route GET /tags.';
      for (const path of ['/tags', '/tags/']) {
        (await app.get(path)).status(200).json(['cooking', 'gardening', 'travel'], cause);
      }
    },
    { alreadyTrue: true },
  );
});

async function expectOwnHandler(app: Session, response: Answer, path: string): Promise<void> {
  const routes = (await app.routes()).map((route) => ({ ...route, path: oneSpelling(route.path) }));
  const { handler = '' } = routes.find((route) => route.path === path) ?? {};
  // An arrow function in the list has no name of its own.
  const other = routes.find((route) => route.path !== path && /\.\w/.test(handler) && route.handler === handler);
  response.expect(
    other === undefined,
    `a handler of its own for GET ${path}`,
    `the routes ${path} and ${other?.path} have the same handler, which tells them apart with an \`if\`.`,
  );
}

function causeOfPost(content: string, reader: string, post: string): string {
  if (field(content, 'reader') === post && field(content, 'post') === reader) {
    return 'the two parameters are swapped, in the path of the route or in the handler.';
  }
  if (field(content, 'reader') !== reader) return causeOfField(content, 'reader', 'ctx.param');
  if (field(content, 'post') !== post) return causeOfField(content, 'post', 'ctx.param');
  return `the object has more fields than expected: ${fieldNames(content).join(', ')}.`;
}

/** Why this field differs from what the check expects. */
function causeOfField(content: string, name: string, reader: 'ctx.param' | 'ctx.query'): string {
  if (isBare(content)) return noObject;
  const value = field(content, name);
  if (value === undefined)
    return `the object that the handler returns has no field "${name}", or its value is undefined.`;
  if (value === '' && reader === 'ctx.param') {
    return 'ctx.param(…) returned an empty string: the name in it is not the name after the colon in the path of the route.';
  }
  if (value === '') {
    return `"${name}" is empty. Either the name in ctx.query(…) is different, or the handler calls ctx.param(…), which only reads the path.`;
  }
  if (typeof value !== 'string') return `the handler changes the type of "${name}". Return the string as it is.`;
  return `the handler returns a different value as "${name}". Return what ${reader}(…) returns, unchanged.`;
}

function causeOfTag(content: string): string {
  if (field(content, 'below') !== undefined) {
    return 'the wildcard handled this request, so there is no route GET /tags/:tag as in step 1.';
  }
  const names = fieldNames(content);
  if (names.length > 1) return `the object has more fields than expected: ${names.join(', ')}.`;
  return causeOfField(content, 'tag', 'ctx.param');
}

/** Undefined where the value has nothing to do with encoding. */
function causeOfDecoding(content: string, name: string, sent: string, expected: string): string | undefined {
  const value = field(content, name);
  if (value === decodeURIComponent(expected) && value !== expected) {
    return 'the handler decodes a value that is decoded already. Return it unchanged.';
  }
  if (value === sent && value !== expected) {
    return 'the handler takes the value from the raw URL. Read it with ctx.param(…) or ctx.query(…).';
  }
  return undefined;
}

function causeOfSearch(content: string, q: string, page: number): string {
  if (isBare(content)) return noObject;
  const actual = field(content, 'page');
  if (typeof actual === 'string') return '"page" is still a string. Everything in a URL is: convert it with Number(…).';
  if (actual === 0 && page === 1)
    return 'the page has no default, or one with `??`. ctx.query(…) returns an empty string, not undefined, and Number(…) converts that to 0.';
  if (actual === 0 && page !== 0)
    return '"page" is 0, because Number(…) converts an empty string to 0. Either the name in ctx.query(…) is different, or the handler calls ctx.param(…), which only reads the path.';
  if (actual === null)
    return '"page" is NaN, which JSON cannot represent: the handler converts something that is not a number.';
  if (actual === undefined) return 'the object that the handler returns has no field "page".';
  if (actual !== page)
    return 'the handler returns a different page. Compare the name in the query with the name you read.';
  if (field(content, 'q') !== q) return causeOfField(content, 'q', 'ctx.query');
  return `the object has more fields than expected: ${fieldNames(content).join(', ')}.`;
}

/** Undefined where nothing but the spelling of the path can be wrong. */
async function causeOfNoMatch(app: Session, code: number, folder: string): Promise<string | undefined> {
  const found = (await paths(app)).filter((path) => path.startsWith(`${folder}/`));
  if (code !== 404 || found.includes(`${folder}/*`) || !found.some((path) => path.includes(':'))) return undefined;
  return `a path with parameters matches a fixed number of segments, and your routes have ${found.join(', ')}. ${folder}/* matches any number.`;
}

function causeOfRest(content: string, name: string, expected: string): string {
  if (isBare(content)) return noObject;
  const value = field(content, name);
  const names = fieldNames(content).join(', ');
  if (value === expected) return `the object has more fields than expected: ${names}.`;
  if (value === undefined) {
    return `the body contains ${names} instead of ${name}. Either another route handled this request, or the field has another name.`;
  }
  if (value === '') return 'ctx.param(…) returned an empty string: the name of the rest is "*".';
  if (value === `/${expected}`) return 'the handler adds a slash at the beginning. Return what ctx.param("*") returns.';
  return `the handler returns a different value as "${name}". Return what ctx.param("*") returns, unchanged.`;
}

function causeOfPopular(content: string): string {
  if (field(content, 'tag') === 'popular') {
    return 'the route GET /tags/:tag handled this request, so no route has exactly the path /tags/popular.';
  }
  if (field(content, 'below') !== undefined) {
    return 'the wildcard handled this request, so no route has exactly the path /tags/popular.';
  }
  return 'the handler returns something other than { popular: "gardening" }.';
}

/** The paths of all GET routes, in one spelling: the router ignores a slash at the end. */
async function paths(app: Session): Promise<string[]> {
  const routes = (await app.routes()).filter(({ method }) => method === 'GET');
  return routes.map(({ path }) => oneSpelling(path));
}

function oneSpelling(path: string): string {
  return `/${path.split('/').filter(Boolean).join('/')}`;
}

const noObject = 'the handler returns something other than an object.';

function isBare(content: string): boolean {
  return !content.startsWith('{');
}

function field(content: string, name: string): unknown {
  return objectIn(content)[name];
}

function fieldNames(content: string): string[] {
  return Object.keys(objectIn(content));
}

/** Empty where the body isn't a JSON object: the expectation itself reports that. */
function objectIn(content: string): Record<string, unknown> {
  try {
    const body: unknown = JSON.parse(content);
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
