import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import {
  type Answer,
  CheckFailure,
  chapter,
  examine,
  examineApplication,
  insideProgram,
  inspect,
  random,
  type Session,
} from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';
import drafts from './attacks/drafts.ts';
import forgedToken from './attacks/forged-token.ts';

/** For checks that register a user: passwords are hashed one after another, and each takes a while. */
const deadline = 30_000;
const { step } = chapter(import.meta.url, { deadline });

step(1, (check) => {
  check('AuthModule declares and exports BearerAuth', async (app) => {
    const { modules, parts, groups } = await inspect(app);
    const part = parts.find(({ name }) => name === 'BearerAuth');
    const isExported = modules.find(({ name }) => name === 'AuthModule')?.exports.includes('BearerAuth') ?? false;
    if (part?.module !== 'AuthModule' || !isExported) {
      fail(
        `BearerAuth is declared in ${part?.module ?? 'no module'}, and AuthModule ${isExported ? 'exports' : 'does not export'} it.`,
        'AuthModule has BearerAuth in its declarations and in its exports',
        `BearerAuth is missing from the ${part?.module === 'AuthModule' ? 'exports' : 'declarations'} of AuthModule.`,
      );
    }
    if (groups.find(({ path }) => path === '/admin')?.middlewares.includes('BearerAuth')) return;
    const cause = 'the middleware is listed nowhere, or on single routes. A route that is added later would be open.';
    fail('The group /admin does not list BearerAuth.', 'middlewares: [BearerAuth] on the group', cause);
  });

  check('/admin/drafts without the header is 401, and deletes nothing', async (app) => {
    const { token, draft } = await app.once(aDraft);
    for (const method of ['GET', 'DELETE'])
      await expectRefused(app, method, '/admin/drafts', undefined, missing, isStep2s);
    await expectRefused(app, 'GET', '/admin/drafts', '', missing, isStep2s);
    const because = 'BearerAuth responds with 401 and calls next() as well, so the handler ran.';
    const shown = await app.get(`/posts/${draft.id}`, bearer(token));
    shown.expect(shown.code !== 404, 'the draft to be there after a DELETE that was refused with 401', because);
    if ((await app.get('/admin/drafts', bearer(token))).code === 200) await app.attack(drafts);
  });

  check(
    'a request with a token reaches the handler',
    async (app) => {
      const { token } = await app.once(aDraft);
      const answer = await app.get('/admin/drafts', bearer(token));
      // A mistake in step 3.
      if (answer.content.includes(invalid)) return;
      answer.status(200, [
        'BearerAuth does not return the result of next().',
        'BearerAuth refuses a request that has the header: a condition is the wrong way round, or it reads another header.',
      ]);
      answer.expect(
        Array.isArray(answer.body),
        'the drafts',
        'BearerAuth returns something other than the result of next().',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'reading needs no token',
    async (app) => {
      (await app.get('/posts')).status(200, readingIsProtected);
      (await app.get(`/posts/${random.word()}`)).error(404, 'Post not found', readingIsProtected);
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('a header that does not start with "Bearer " is 401', async (app) => {
    const word = random.word();
    for (const value of [word, `Basic ${word}`, `bearer ${word}`, `Bearer${word}`, `${word} Bearer ${word}`, 'Bearer'])
      await expectRefused(app, 'GET', '/admin/drafts', value, format);
  });

  check('a missing header is still reported as missing', async (app) => {
    await expectRefused(app, 'GET', '/admin/drafts', undefined, missing);
  });
});

step(3, (check) => {
  check(
    'a token with a valid HMAC signature is accepted',
    async (app) => {
      for (const [alg, hash] of Object.entries({ HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' })) {
        const token = sign({ alg, typ: 'JWT' }, claims(), secretOf(app), hash);
        (await app.get('/admin/drafts', bearer(token))).status(200, [
          `the option \`algorithms\` does not contain ${alg}.`,
          'clockTimestamp is in seconds, but it gets the milliseconds of the Clock.',
          'verify gets the whole header instead of the token: remove "Bearer " first.',
        ]);
      }
    },
    { alreadyTrue: true },
  );

  check('the attack "forged-token" is blocked', async (app) => {
    try {
      await app.attack(forgedToken);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      const cause = error.parts.cause ?? [
        'nothing verifies the token: BearerAuth does not call verify, or ignores its result.',
        'the payload is decoded without verifying the signature. jwt.decode only decodes; use jwt.verify.',
      ];
      throw new CheckFailure({ ...error.parts, cause });
    }
  });

  check('any other token is 401', async (app) => {
    const { user_id, email, exp } = claims();
    const signed = (payload: object, header: object = hs256) => sign(header, payload, secretOf(app));
    const valid = signed(claims());
    const [header, payload, signature] = valid.split('.');
    const onlyPart = 'BearerAuth passes only a part of the header to verify. Pass everything after "Bearer ".';
    const notChecked = 'verify does not check that user_id and email are strings.';
    const refused: Record<string, [string, string]> = {
      'a word instead of a token': [random.word(), notVerified],
      'a token with a changed payload': [`${header}.${encoded(claims())}.${signature}`, notVerified],
      'a token signed with another secret': [sign(hs256, claims(), random.sentence()), notVerified],
      'a token without a signature': [`${header}.${payload}.`, notVerified],
      'a token with the algorithm none': [`${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`, notVerified],
      'a token with the algorithm RS256': [signed(claims(), { alg: 'RS256', typ: 'JWT' }), notVerified],
      'a valid token with a second space before it': [` ${valid}`, onlyPart],
      'a valid token with a second "Bearer " before it': [`Bearer ${valid}`, onlyPart],
      'a valid token with a word after it': [`${valid} ${random.word()}`, onlyPart],
      'a token that expired a minute ago': [
        signed({ user_id, email, exp: exp - 3_660 }),
        'jwt.verify compares `exp` with `clockTimestamp`, unless the option `ignoreExpiration` is set.',
      ],
      'a token that never expires': [
        signed({ user_id, email }),
        'jwt.verify accepts a token without the claim `exp`. Check that `exp` is there.',
      ],
      'a token without user_id': [signed({ email, exp }), notChecked],
      'a token without an email': [signed({ user_id, exp }), notChecked],
      'a token whose user_id is an object': [signed({ user_id: { id: user_id }, email, exp }), notChecked],
      'a token whose email is a number': [signed({ user_id, email: 7, exp }), notChecked],
    };
    for (const [what, [token, because]] of Object.entries(refused)) {
      const answer = await app.get('/admin/drafts', bearer(token));
      const thrown = 'jwt.verify throws if it rejects a token, and verify does not catch the error.';
      answer.error(401, invalid, answer.code === 200 ? `this is ${what}, and it was accepted: ${because}` : thrown);
    }
  });

  check(
    'a token in the URL is ignored',
    async (app) => {
      const token = sign(hs256, claims(), secretOf(app));
      const answer = await app.get(`/admin/drafts?access_token=${token}&token=${token}`);
      // If a request without any token gets a 200 as well, the checks of step 1 say more.
      if (answer.code === 200 && (await app.get('/admin/drafts')).code === 200) return;
      const because =
        'BearerAuth accepts the token from the URL, which ends up in logs and in the history of a browser.';
      answer.expect(answer.code === 401, 'a 401', because);
    },
    { alreadyTrue: true },
  );

  check('without a secret, every token is 401', async (app) => {
    const tokens = ['', secretOf(app)].map((key) => sign(hs256, claims(), key));
    const [result] = await verifying(app, tokens, { JWT_SECRET: '' });
    if (result === undefined)
      fail(
        'TokensService.verify could not be called.',
        'a method verify',
        'the method is missing, or it has another name.',
      );
    if (result.accepted.some((each: unknown) => each !== null)) {
      const cause = 'an empty Buffer is a key like any other. Pass the secret to jwt.verify as a string.';
      fail('JWT_SECRET is empty, and verify accepts a token.', 'no token', cause);
    }
    if (!result.options.some(({ key }: { key: string }) => key !== '')) return;
    fail(
      'JWT_SECRET is empty, and verify uses another secret instead.',
      'jwt.verify with the empty secret, which rejects every token',
      'a default replaces the empty secret. Anyone who reads the code can then sign tokens that you accept.',
    );
  });

  check('BearerAuth uses the injected TokensService', async (app) => {
    const { methods, parts } = await inspect(app);
    const tokens = parts.find(({ name }) => name === 'TokensService')?.number;
    const needs = parts.find(({ name }) => name === 'BearerAuth')?.needs ?? [];
    if (methods.TokensService?.includes('verify') && needs.some(({ number }) => number === tokens)) return;
    fail(
      methods.TokensService?.includes('verify')
        ? 'BearerAuth does not inject TokensService.'
        : 'TokensService has no method "verify".',
      'a method TokensService.verify, and a field with @inject(TokensService) in BearerAuth',
      'the method is missing, or BearerAuth verifies tokens by itself or creates its own TokensService. Only one class should have the secret.',
    );
  });

  check('verify returns two claims, names its algorithms, and asks the Clock', async (app) => {
    const token = sign(hs256, claims(), secretOf(app));
    const [result] = await verifying(app, [token, token]);
    const [now, later] = result?.accepted ?? [];
    const fields = Object.keys(now ?? {})
      .sort()
      .join();
    if (fields !== 'email,user_id') {
      const cause =
        'verify returns the whole payload. Code that uses it could rely on a claim that nobody has checked.';
      fail(`TokensService.verify returns the fields: ${fields || 'none'}.`, 'user_id and email', cause);
    }
    const { algorithms } = result.options[0] ?? {};
    if (!Array.isArray(algorithms) || algorithms.includes('none')) {
      const cause =
        'jwt.verify is called without the option `algorithms`, or the option contains "none". Older versions of the library then accept a token without a signature.';
      fail(`jwt.verify gets the algorithms: ${algorithms ?? 'none'}.`, 'the three that use HMAC', cause);
    }
    if (later === null) return;
    fail(
      'The Clock was moved by two hours, and a token that is valid for one was accepted.',
      'an expired token',
      'jwt.verify compares `exp` with the time of the machine: the option `clockTimestamp` is missing, or it is not the time of this.clock.',
    );
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('POST /posts without a valid token is 401, whatever the body', async (app) => {
    const word = random.word();
    for (const body of [aBody(), {}]) {
      await expectRefused(app, 'POST', '/posts', undefined, missing, undefined, body);
      await expectRefused(app, 'POST', '/posts', word, format, undefined, body);
      await expectRefused(app, 'POST', '/posts', `Bearer ${word}`, invalid, undefined, body);
    }
    const { trace } = await app.fresh({ TRELLIS_TRACE: '1' }).post('/posts', {});
    if (trace?.steps.some(({ kind, name }) => kind === 'middleware' && name === 'BearerAuth')) return;
    fail(
      'POST /posts refuses the request, but without BearerAuth as its middleware.',
      'middlewares: [BearerAuth] on the route',
      'the handler checks the header itself. A handler that somebody adds later would have to do the same.',
    );
  });

  check(
    'POST /posts with a token reaches the handler',
    async (app) => {
      const { token } = await app.once(aDraft);
      const because = 'BearerAuth does not return the result of next(), or the handler of the route is not `create`.';
      (await app.post('/posts', { title: random.sentence() }, bearer(token))).error(400, 'Invalid request', because);
    },
    { alreadyTrue: true },
  );

  check(
    'all five routes of the resource exist',
    async (app) => {
      const { routes } = await inspect(app);
      for (const [route, handler] of Object.entries(resource)) {
        const found = routes.find(({ method, path }) => `${method} ${path}` === route);
        if (found?.handler === `PostsController.${handler}`) continue;
        fail(
          found === undefined ? `There is no route ${route}.` : `${route} is handled by ${found.handler}.`,
          `${route}, with the handler PostsController.${handler}`,
          'a method, a path or a handler of the five routes differs from what resource(…) created.',
        );
      }
    },
    { alreadyTrue: true },
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check('BearerAuth stores user_id and user_email in the context, before the handler runs', async (app) => {
    const user = claims();
    const token = sign(hs256, user, secretOf(app));
    const answer = await app.fresh({ TRELLIS_TRACE: '1' }).get('/admin/drafts', bearer(token));
    const steps = answer.status(200).trace?.steps ?? [];
    const handler = steps.findIndex(({ kind }) => kind === 'handler');
    const stored = steps.filter(({ kind }, index) => kind === 'set' && index < handler);
    for (const [key, value] of Object.entries({ user_id: user.user_id, user_email: user.email })) {
      if (stored.some((each) => each.name === key && each.value?.includes(value.slice(0, 8)))) continue;
      const found = stored.map((each) => `${each.name} = ${each.value}`).join(', ') || 'nothing';
      fail(
        `Before the handler runs, the context has: ${found}.`,
        `ctx.set('${key}', …) with ${JSON.stringify(value)}, and then next()`,
        [
          'BearerAuth does not call ctx.set(…), or calls it after next(), or keeps the user in a variable or a field that all requests share.',
          'the key is spelled differently, or has the value of another claim.',
        ],
      );
    }
  });
});

step(6, (check) => {
  check('the author of a new post is the user of the token', async (app) => {
    const { token, id } = await app.once(aDraft);
    const created = await app.post('/posts', aBody(), bearer(token));
    created
      .status(201, [
        'a value is undefined: BearerAuth and the handler use different keys, or the handler passes no second argument.',
        'author_id is missing from the table, from the columns of the insert or from its values, or their order is different.',
      ])
      .fields({ author_id: id }, [
        "`create` does not pass ctx.get<string>('user_id') to the service, or the service does not use it.",
        'the author is taken from the body, where a client can write anything.',
      ]);
    const shown = await app.get(`/posts/${created.body.id}`, bearer(token));
    const because =
      'the response has the author, but the row does not: compare the columns of the insert with its values.';
    shown.status(200).fields({ author_id: id }, because);
  });

  check('the table refuses a post of a user who does not exist', async (app) => {
    const file = join(await app.folder(), 'blog.db');
    const program = app.fresh({ DATABASE_URL: `file:${file}` });
    const answer = await program.post('/posts', aBody(), bearer(sign(hs256, claims(), secretOf(app))));
    const because =
      answer.code === 401
        ? 'the handler catches the error of the table, or asks for the user first. Let the table decide: it becomes a 500.'
        : 'the column author_id is not a foreign key: `references users (id)` is missing.';
    answer.status(500, because);
    await program.stop();
    answer.expect(
      (await program.output()).includes('FOREIGN KEY constraint failed'),
      '"FOREIGN KEY constraint failed" in the log',
      because,
    );
    const db = await openDatabase(`file:${file}`);
    const columns = await db.all<{ name: string }>`select name from pragma_table_info('posts') where "notnull" = 1`;
    await db.onStop();
    if (columns.some(({ name }) => name === 'author_id')) return;
    fail(
      'The column author_id may be null.',
      'author_id text not null references users (id)',
      '`not null` is missing. A foreign key alone accepts a post without an author.',
    );
  });

  examine(check, api, 6);
  examineApplication(check, api);
});

const missing = 'Missing authorization';
const format = 'Invalid authorization format';
const invalid = 'Invalid token';

const readingIsProtected = 'a route that only reads has BearerAuth, too.';
const notVerified = 'jwt.verify checks the signature and `exp`; jwt.decode checks nothing.';

const resource = {
  'GET /posts': 'index',
  'GET /posts/:id': 'show',
  'POST /posts': 'create',
  'PUT /posts/:id': 'update',
  'DELETE /posts/:id': 'delete',
};

const hs256 = { alg: 'HS256', typ: 'JWT' };

/** A request that BearerAuth has to refuse with this error. */
async function expectRefused(
  app: Session,
  method: string,
  path: string,
  authorization: string | undefined,
  error: string,
  isAnotherStepsTask = (_: Answer) => false,
  body?: unknown,
): Promise<void> {
  const headers = authorization === undefined ? undefined : { Authorization: authorization };
  const answer = await app.send(method, path, body, { headers });
  if (isAnotherStepsTask(answer)) return;
  const because = [
    'BearerAuth went on after this check, or called next(): a `return` is missing before ctx.status(401).',
    'BearerAuth checks the scheme before it checks whether the header is missing, or compares it with something other than "Bearer ", with the space.',
  ];
  const isUnguarded = answer.code !== 401 && answer.code !== 500;
  const notListed =
    'the request reached its handler without passing through BearerAuth: the route or its group does not list it.';
  answer.error(401, error, isUnguarded ? [notListed, because[0]!] : because);
}

/** A missing header was refused for its format: the checks are in the wrong order, which step 2 reports. */
function isStep2s({ code, content }: Answer): boolean {
  return code === 401 && content.includes(format);
}

/** What `verify` returns for these tokens, the last of them two hours later, and how it calls the library. */
function verifying(app: Session, tokens: readonly string[], env?: Record<string, string>) {
  const code = `
    const { createRequire } = await import('node:module');
    const jwt = createRequire(process.cwd() + '/package.json')('jsonwebtoken');
    const { verify } = jwt;
    const options = [];
    jwt.verify = (token, key, given) => {
      options.push({ key: String(key), algorithms: given?.algorithms });
      return verify(token, key, given);
    };
    const tokens = ${JSON.stringify(tokens)};
    const accepted = tokens.map((token, index) => {
      if (index > 0) find('SystemClock').now = () => Date.now() + 2 * 60 * 60 * 1000;
      return service.verify(token) ?? null;
    });
    tell({ accepted, options });`;
  return insideProgram(app, 'TokensService', code, env);
}

/** A user and a draft of theirs: all checks share them, because hashing a password takes a while. */
async function aDraft(app: Session): Promise<{ id: string; token: string; draft: { id: string } }> {
  const [email, password] = [random.email(), random.sentence()];
  const registered = await app.post('/auth/register', { email, password, name: random.word() });
  const login = await app.post('/auth/login', { email, password });
  const because = 'the registration or the login from the earlier chapters no longer works.';
  const { token } = login.status(200, because).body;
  const { body } = await app.post('/posts', aBody(), bearer(token));
  return { id: registered.status(201, because).body.id, token, draft: body };
}

function aBody() {
  return { title: random.sentence(), content: random.sentence() };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function secretOf(app: Session): string {
  return app.env.JWT_SECRET!;
}

/** The claims of a user who isn't in the table, valid for one hour. */
function claims() {
  return { user_id: crypto.randomUUID() as string, email: random.email(), exp: Math.floor(Date.now() / 1000) + 3_600 };
}

/** By hand, because a library refuses to create the invalid ones. */
function sign(header: object, payload: object, key: string, hash = 'sha256'): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
