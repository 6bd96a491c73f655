import { createHmac } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import {
  type Answer,
  CheckFailure,
  chapter,
  examine,
  examineApplication,
  inspect,
  random,
  type Session,
  traceOf,
} from '#check';
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
    const isExported = modules.find(({ name }) => name === 'AuthModule')?.exports.includes('BearerAuth');
    if (part?.module === 'AuthModule' && isExported) {
      if (groups.find(({ path }) => path === '/admin')?.middlewares.includes('BearerAuth')) return;
      const cause = 'the middleware is listed nowhere, or on single routes. A route that is added later would be open.';
      fail('The group /admin does not list BearerAuth.', 'middlewares: [BearerAuth] on the group', cause);
    }
    fail(
      part === undefined
        ? 'No module declares BearerAuth.'
        : `BearerAuth is declared in ${part.module}, and AuthModule does not export it.`,
      'AuthModule has BearerAuth in its declarations and in its exports',
      part?.module === 'AuthModule'
        ? 'BearerAuth is missing from the exports of AuthModule.'
        : 'BearerAuth is missing from the declarations of AuthModule.',
    );
  });

  check('GET /admin/drafts without the header is 401', async (app) => {
    for (const authorization of [undefined, '']) {
      await expectRefused(app, { method: 'GET', path: '/admin/drafts', authorization }, missing, isStep2s);
    }
  });

  check('DELETE /admin/drafts without the header is 401, and deletes nothing', async (app) => {
    const draft = await writeDraft(app);
    await expectRefused(app, { method: 'DELETE', path: '/admin/drafts' }, missing, isStep2s);
    // Without a draft, something of a later step is wrong, and that step reports it.
    if (draft === undefined) return;
    const { token } = await owner(app);
    const shown = await app.get(`/posts/${draft.id}`, bearer(token));
    shown.expect(
      shown.code !== 404,
      'the draft to be there after a DELETE that was refused with 401',
      'BearerAuth responds with 401 and calls next() as well, so the handler ran.',
    );
    const isOpen = (await app.get('/admin/drafts', bearer(token))).code === 200;
    if (isOpen) await app.attack(drafts);
  });

  check(
    'a request with a token reaches the handler',
    async (app) => {
      const draft = await writeDraft(app);
      const { token } = await owner(app);
      const answer = await app.get('/admin/drafts', bearer(token));
      if (isInvalidToken(answer)) return;
      answer.status(200, whyNotReached);
      answer.expect(
        draft === undefined || (Array.isArray(answer.body) && answer.body.some(({ id }) => id === draft.id)),
        `an array with the draft ${draft?.id}`,
        'BearerAuth returns something other than the result of next().',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts needs no token',
    async (app) => {
      (await app.get('/posts')).status(200, readingIsProtected);
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('a header that does not start with "Bearer " is 401', async (app) => {
    const word = random.word();
    const values = [word, `Basic ${word}`, `bearer ${word}`, `Bearer${word}`, `${word} Bearer ${word}`, 'Bearer'];
    for (const authorization of values) {
      await expectRefused(app, { method: 'GET', path: '/admin/drafts', authorization }, format);
    }
  });

  check('a missing header is still reported as missing', async (app) => {
    await expectRefused(app, { method: 'GET', path: '/admin/drafts' }, missing);
  });
});

step(3, (check) => {
  check(
    'a token with a valid HMAC signature is accepted',
    async (app) => {
      for (const [alg, hash] of Object.entries(hmacs)) {
        const token = sign({ alg, typ: 'JWT' }, claims(), app.env.JWT_SECRET!, hash);
        const answer = await app.get('/admin/drafts', bearer(token));
        answer.status(200, isInvalidToken(answer) ? whyValidIsRefused(alg) : undefined);
        const output = await app.output();
        const printed = output.includes(app.env.JWT_SECRET!) ? 'the secret' : output.includes(token) ? 'a token' : '';
        if (printed === '') continue;
        fail(`The log contains ${printed}.`, 'neither the secret nor a token in the log', 'a log call prints it.');
      }
    },
    { alreadyTrue: true },
  );

  check('the attack "forged-token" is blocked', async (app) => {
    try {
      await app.attack(forgedToken);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      throw new CheckFailure({ ...error.parts, cause: error.parts.cause ?? whyForgedIsAccepted(error) });
    }
  });

  check('a token without a valid signature is 401', async (app) => {
    const secret = app.env.JWT_SECRET!;
    const [header, payload, signature] = sign(hs256, claims(), secret).split('.');
    const forged: Record<string, string> = {
      'a word instead of a token': random.word(),
      'a token with a changed payload': `${header}.${encoded(claims())}.${signature}`,
      'a token signed with another secret': sign(hs256, claims(), random.sentence()),
      'a token without a signature': `${header}.${payload}.`,
      'a token with the algorithm none': `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      'a token with the algorithm RS256': sign({ alg: 'RS256', typ: 'JWT' }, claims(), secret),
      'a valid token with a second space before it': ` ${sign(hs256, claims(), secret)}`,
      'a valid token with a second "Bearer " before it': `Bearer ${sign(hs256, claims(), secret)}`,
      'a valid token with a word after it': `${sign(hs256, claims(), secret)} ${random.word()}`,
    };
    for (const [what, token] of Object.entries(forged)) {
      const answer = await app.get('/admin/drafts', bearer(token));
      answer.error(401, invalid, await whyAccepted(app, answer, `this is ${what}`));
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
      if (answer.code === 200) answer.error(401, missing, because);
    },
    { alreadyTrue: true },
  );

  check('an expired token is 401, and so is one that never expires', async (app) => {
    const { exp, ...forever } = claims();
    const expired = await app.get(
      '/admin/drafts',
      bearer(sign(hs256, { ...forever, exp: exp - 3_660 }, secretOf(app))),
    );
    const isIgnored =
      'the token expired a minute ago, and it was accepted. jwt.verify compares `exp` with `clockTimestamp`, unless the option `ignoreExpiration` is set.';
    expired.error(401, invalid, expired.code === 200 ? isIgnored : await whyAccepted(app, expired, 'expired'));
    const endless = await app.get('/admin/drafts', bearer(sign(hs256, forever, secretOf(app))));
    const because = 'jwt.verify accepts a token without the claim `exp`. Check that `exp` is there.';
    endless.error(401, invalid, endless.code === 200 ? because : undefined);
  });

  check('a token without the claims of a user is 401', async (app) => {
    const { user_id, email, exp } = claims();
    for (const payload of [
      { exp },
      { user_id, exp },
      { email, exp },
      { user_id: 7, email, exp },
      { user_id, email: 7, exp },
      { user_id: null, email, exp },
      { user_id: { id: user_id }, email, exp },
    ]) {
      const answer = await app.get('/admin/drafts', bearer(sign(hs256, payload, secretOf(app))));
      const because = `the payload is ${JSON.stringify(payload)}. verify does not check that user_id and email are strings.`;
      answer.error(401, invalid, answer.code === 200 ? because : undefined);
    }
  });

  check('without a secret, every token is 401', async (app) => {
    const program = app.fresh({
      JWT_SECRET: '',
      TRELLIS_OBSERVER: keys,
    });
    for (const key of ['', secretOf(app)]) {
      const answer = await program.get('/admin/drafts', bearer(sign(hs256, claims(), key)));
      const because =
        'JWT_SECRET is empty in this check, and an empty Buffer is a key like any other. Pass the secret to jwt.verify as a string.';
      answer.error(401, invalid, answer.code === 200 ? because : undefined);
    }
    // One more round trip: what was printed before it has arrived by then.
    await program.get('/posts');
    if (!(await program.output()).includes('verified with another secret')) return;
    fail(
      'JWT_SECRET is empty, and verify uses another secret instead.',
      'jwt.verify with the empty secret, which rejects every token',
      'a default replaces the empty secret. Anyone who reads the code can then sign tokens that you accept.',
    );
  });

  check('BearerAuth uses the injected TokensService', async (app) => {
    const { methods, parts } = await inspect(app);
    const expected = 'a method TokensService.verify, and a field with @inject(TokensService) in BearerAuth';
    if (!methods.TokensService?.includes('verify')) {
      fail('TokensService has no method "verify".', expected, 'the method is missing, or it has another name.');
    }
    const tokens = parts.find(({ name }) => name === 'TokensService')?.number;
    const layer = parts.find(({ name }) => name === 'BearerAuth');
    if (!layer?.needs.some(({ number }) => number === tokens)) {
      const cause =
        'BearerAuth verifies tokens by itself, or creates its own TokensService. Only one class should have the secret.';
      fail('BearerAuth does not inject TokensService.', expected, cause);
    }
    const program = await app.once(withOldLibrary);
    await program.get('/admin/drafts', bearer(sign(hs256, { ...claims(), exp: now() + day }, secretOf(app))));
    // One more round trip: what was printed before it has arrived by then.
    await program.get('/posts');
    const fields = /^verified: (.*)$/m.exec(await program.output())?.[1] ?? 'email,user_id';
    if (fields === 'email,user_id') return;
    fail(
      `TokensService.verify returns an object with the fields ${fields}.`,
      'the two fields of Claims: user_id and email',
      'verify returns the whole payload. Code that uses it could rely on a claim that nobody has checked.',
    );
  });

  check('verify decides which algorithms it accepts', async (app) => {
    const token = `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded({ ...claims(), exp: now() + day })}.`;
    const answer = await (await app.once(withOldLibrary)).get('/admin/drafts', bearer(token));
    const because =
      'jwt.verify is called without the option `algorithms`, or the option contains "none". (This check uses a version of the library that then accepts a token without a signature.)';
    answer.error(401, invalid, answer.code === 200 ? because : undefined);
  });

  check('verify uses the time of the injected Clock', async (app) => {
    const program = await app.once(withOldLibrary);
    const answer = await program.get('/admin/drafts', bearer(sign(hs256, claims(), secretOf(app))));
    const because =
      'jwt.verify compares `exp` with the time of the machine: the option `clockTimestamp` is missing, or it is not the time of this.clock. (Only the Clock was moved, by two hours; the token is valid for one.)';
    answer.error(401, invalid, answer.code === 200 ? because : undefined);
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('POST /posts without a valid token is 401, whatever the body', async (app) => {
    const body = aBody();
    const post = { method: 'POST', path: '/posts' };
    await expectRefused(app, { ...post, body }, missing);
    await expectRefused(app, { ...post, body: {} }, missing);
    await expectRefused(app, { ...post, body, authorization: random.word() }, format);
    await expectRefused(app, { ...post, body, authorization: `Bearer ${random.word()}` }, invalid);
    await expectNoDraft(app, body.title);
    const { trace } = await (await app.once(tracedProgram)).post('/posts', {});
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
      const { token } = await owner(app);
      const answer = await app.post('/posts', { title: random.sentence() }, bearer(token));
      answer.error(400, 'Invalid request', isInvalidToken(answer) ? seeStep3 : wrongHandler);
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
        throw new CheckFailure({
          problem: found === undefined ? `There is no route ${route}.` : `${route} is handled by ${found.handler}.`,
          expected: `${route}, with the handler PostsController.${handler}`,
          cause: 'a method, a path or a handler of the five routes differs from what resource(…) created.',
        });
      }
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts/:id needs no token',
    async (app) => {
      (await app.get(`/posts/${random.word()}`)).error(404, 'Post not found', readingIsProtected);
    },
    { alreadyTrue: true },
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check('BearerAuth stores user_id and user_email in the context', async (app) => {
    const { steps, user } = await app.once(tracedRequest);
    const stored = steps.filter(({ kind }) => kind === 'set');
    for (const [key, value] of Object.entries({ user_id: user.user_id, user_email: user.email })) {
      const found = stored.find(({ name }) => name === key);
      const keys = stored.map(({ name }) => `"${name}"`).join(', ');
      const expected = `ctx.set('${key}', …) with ${JSON.stringify(value)}`;
      if (found === undefined) {
        fail(
          stored.length === 0 ? 'BearerAuth stored nothing in the context.' : `BearerAuth stored the keys ${keys}.`,
          expected,
          stored.length === 0
            ? 'BearerAuth does not call ctx.set(…), or keeps the user in a variable or a field that all requests share.'
            : `the key "${key}" is missing or spelled differently.`,
        );
      }
      if (found.value?.includes(value.slice(0, 8))) continue;
      fail(
        `The value of "${key}" is ${found.value}.`,
        expected,
        found.value?.startsWith('"')
          ? 'this is the value of a different claim.'
          : 'this is not the value of a claim. The fields of Claims are user_id and email.',
      );
    }
  });

  check('the values are in the context before the handler runs', async (app) => {
    const { steps } = await app.once(tracedRequest);
    const [set, handler] = ['set', 'handler'].map((kind) => steps.findLastIndex((each) => each.kind === kind)) as [
      number,
      number,
    ];
    if (set >= 0 && set < handler) return;
    fail(
      'Not every value is in the context when the handler starts.',
      'ctx.set(…), and then next()',
      set < 0
        ? 'BearerAuth does not call ctx.set(…).'
        : 'BearerAuth calls next() before ctx.set(…), or it is the handler that calls ctx.set(…).',
    );
  });
});

step(6, (check) => {
  check('the author of a new post is the user of the token', async (app) => {
    for (const { id, token } of [await owner(app), await other(app)]) {
      const created = await app.post('/posts', aBody(), bearer(token));
      created.status(201, whyNotCreated).fields({ author_id: id }, notFromTheContext);
      const shown = await app.get(`/posts/${created.body.id}`, bearer(token));
      shown
        .status(200)
        .fields(
          { author_id: id },
          'the response has the author, but the row does not: compare the columns of the insert with its values.',
        );
    }
  });

  check('an author_id in the body changes nothing', async (app) => {
    const [me, another] = [await owner(app), await other(app)];
    const created = await app.post('/posts', { ...aBody(), author_id: another.id }, bearer(me.token));
    created
      .status(201, whyNotCreated)
      .fields(
        { author_id: me.id },
        'the author is taken from the body, where a client can write anything. Use ctx.get(…).',
      );
  });

  check('users who write at the same time keep their own posts', async (app) => {
    const people = [await owner(app), await other(app)];
    const requests = Array.from({ length: 10 }, (_, index) => ({ ...people[index % 2]!, body: aBody() }));
    const answers = await sendSlowly(app, requests);
    for (const [index, { code, content }] of answers.entries()) {
      const { id } = requests[index]!;
      const author = code === 201 ? JSON.parse(content).author_id : undefined;
      if (author === id) continue;
      const isMixedUp = people.some((person) => person.id === author);
      throw new CheckFailure({
        problem: isMixedUp
          ? 'A post was stored with the wrong author.'
          : 'One of ten concurrent requests did not create a post with an author.',
        curl: 'ten concurrent POST /posts by two users, with bodies that arrive slowly',
        received: `${code} ${content}`,
        expected: `201 {"author_id":"${id}", …}`,
        cause: isMixedUp
          ? 'the user is in a variable or a field that all requests share. While one request waited for its body, another one overwrote it. Use ctx.set(…) and ctx.get(…).'
          : 'it is the same as in the first check of this step.',
      });
    }
    if ((await app.once(observedPost)).isAsked) return;
    fail(
      'The handler of POST /posts did not ask the context for the user.',
      "ctx.get<string>('user_id')",
      'the handler reads the token a second time, or takes the user from a variable or a field that all requests share. Only BearerAuth should know how a user is recognized.',
    );
  });

  check('the table refuses a post of a user who does not exist', async (app) => {
    const body = aBody();
    const token = sign(hs256, claims(), secretOf(app));
    const answer = await app.post('/posts', body, bearer(token));
    const noConstraint = 'the column author_id is not a foreign key: `references users (id)` is missing.';
    const isCaught = answer.code === 401 && (await app.get('/admin/drafts', bearer(token))).code === 200;
    const caught = 'BearerAuth accepts this token, so the handler catches the error of the table. Let it become a 500.';
    answer.status(500, answer.code === 201 ? noConstraint : isCaught ? caught : whyNotCreated(answer));
    // One more round trip: what was logged before it has arrived by then.
    await app.get('/posts');
    answer.expect(
      (await app.output()).includes('FOREIGN KEY constraint failed'),
      '"FOREIGN KEY constraint failed" in the log',
      'the insert failed for another reason, or something other than the table refused it.',
    );
    await expectNoDraft(app, body.title);
    const { isNullable, isForeignKey } = await app.once(observedPost);
    if (!isForeignKey) fail('The column author_id is not a foreign key.', 'references users (id)', noConstraint);
    if (!isNullable) return;
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
const seeStep3 = 'TokensService.verify rejects a token that login has just issued. See step 3.';
const seeBefore = 'the request fails before it reaches the handler. The checks of steps 1 and 3 show why.';
const wrongHandler = 'BearerAuth does not return the result of next(), or the handler of the route is not `create`.';
const notFromTheContext =
  "`create` does not pass ctx.get<string>('user_id') to the service, or the service does not use it.";

const resource = {
  'GET /posts': 'index',
  'GET /posts/:id': 'show',
  'POST /posts': 'create',
  'PUT /posts/:id': 'update',
  'DELETE /posts/:id': 'delete',
};

const hs256 = { alg: 'HS256', typ: 'JWT' };
const hmacs = { HS256: 'sha256', HS384: 'sha384', HS512: 'sha512' };
const day = 24 * 60 * 60;

/** A request that BearerAuth has to refuse with this error. If it doesn't, the trace shows why. */
async function expectRefused(
  app: Session,
  sent: Sent,
  error: string,
  isAnotherStepsTask = (_: Answer) => false,
): Promise<void> {
  const { method, path, body, authorization } = sent;
  const headers = authorization === undefined ? undefined : { Authorization: authorization };
  const answer = await app.send(method, path, body, { headers });
  if ((answer.content === JSON.stringify({ error }) && answer.code === 401) || isAnotherStepsTask(answer)) return;
  answer.error(401, error, await whyNotRefused(app, sent, answer, error));
}

interface Sent {
  method: string;
  path: string;
  body?: unknown;
  authorization?: string;
}

async function whyNotRefused(
  app: Session,
  sent: Sent,
  answer: Answer,
  error: string,
): Promise<string | string[] | undefined> {
  const { method, path, authorization } = sent;
  if (answer.code === 401) return whyAnother(answer, error);
  if (answer.code === 404) return undefined;
  const headers: Record<string, string> = authorization === undefined ? {} : { Authorization: authorization };
  const body = sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const { steps, resolution } = await traceOf(app, { method, path, headers, body });
  const layer = steps.find(({ kind, name }) => kind === 'middleware' && name === 'BearerAuth');
  if (layer === undefined) {
    const place = path.startsWith('/admin') ? 'The group /admin does not list it.' : 'The route does not list it.';
    return `the request reached ${resolution?.handler ?? 'the handler'} without passing through BearerAuth. ${place}`;
  }
  if (layer.outcome !== 'continued') return undefined;
  return {
    [missing]: 'BearerAuth called next() although the header is missing. Is a `return` missing before ctx.status(401)?',
    [format]:
      'BearerAuth called next() for this header, which does not start with "Bearer ", including the space. Is a `return` missing?',
    [invalid]: 'BearerAuth called next() for this token. Is a `return` missing before the last ctx.status(401)?',
  }[error];
}

/** It was refused, but with another error message than this one. */
function whyAnother(answer: Answer, error: string): string | string[] {
  const { error: got } = answer.body as { error?: string };
  if (error === missing && got === format) {
    return [
      'BearerAuth checks the scheme before it checks whether the header is missing.',
      'BearerAuth did not stop after the first check: a `return` is missing before ctx.status(401).',
    ];
  }
  if (error === missing && got === invalid) {
    return 'BearerAuth did not stop after the first check. Is a `return` missing before ctx.status(401)?';
  }
  if (error === format && got === missing)
    return 'BearerAuth responds with "Missing authorization" although there is a header.';
  if (error === format && got === invalid) {
    return [
      'this header passed the check of the scheme. It has to start with "Bearer ", with a capital B and the space.',
      'BearerAuth did not stop after the check of the scheme: a `return` is missing before ctx.status(401).',
    ];
  }
  return 'the error message is spelled differently.';
}

/** A missing header was refused for its format: the checks are in the wrong order, which step 2 reports. */
function isStep2s({ code, content }: Answer): boolean {
  return code === 401 && content.includes(format);
}

/** A valid token was refused with "Invalid token": a mistake in step 3. */
function isInvalidToken({ code, content }: Answer): boolean {
  return code === 401 && content.includes(invalid);
}

/** Why a request with a token didn't reach the handler, in step 1 or 2. */
function whyNotReached({ code, content }: Answer): string | undefined {
  if (code === 204) return 'BearerAuth does not return the result of next().';
  if (code !== 401) return undefined;
  return content.includes(format)
    ? 'BearerAuth refuses a header that starts with "Bearer ". The condition is the wrong way round, or the prefix is a different one.'
    : 'BearerAuth refuses a request that has the header. It never calls next(), or it reads a header with another name.';
}

function whyNotCreated(answer: Answer): string | string[] | undefined {
  if (isInvalidToken(answer)) return seeStep3;
  return answer.code === 500
    ? [
        'a value is undefined: BearerAuth and the handler use different keys, or the handler passes no second argument.',
        'author_id is missing from the table, from the columns of the insert or from its values, or their order is different.',
      ]
    : undefined;
}

function whyValidIsRefused(alg: string): string[] {
  return alg === 'HS256'
    ? [
        'clockTimestamp is in seconds, but it gets the milliseconds of the Clock.',
        'verify gets the whole header instead of the token: remove "Bearer " first.',
      ]
    : [`the option \`algorithms\` does not contain ${alg}.`];
}

function whyForgedIsAccepted({ parts }: CheckFailure): string {
  const accepted = (parts.received ?? '').split('\n').filter((line) => line.endsWith('  200'));
  return accepted.length > 5
    ? 'nothing verifies the token: BearerAuth does not call verify, or ignores its result.'
    : 'the payload is decoded without verifying the signature. jwt.decode only decodes; use jwt.verify.';
}

async function whyAccepted(app: Session, answer: Answer, what: string): Promise<string | undefined> {
  if (answer.code === 200 && what.startsWith('this is a valid token')) {
    return `${what}, and it was accepted. BearerAuth passes only a part of the header to verify, as split(' '), trim() and replaceAll(…) do. Pass everything after "Bearer ".`;
  }
  if (answer.code === 200) {
    return `${what}, and it was accepted. jwt.verify checks the signature and \`exp\`; jwt.decode checks nothing.`;
  }
  const isThrown =
    answer.code === 500 && /JsonWebTokenError|TokenExpiredError/.test((await app.output()).slice(-8_000));
  return isThrown ? 'jwt.verify throws if it rejects a token, and verify does not catch the error.' : undefined;
}

/** Runs inside a program without a secret: does `verify` pass a key to the library anyway? */
const keys = `
  import { createRequire } from 'node:module';
  const jwt = createRequire(process.cwd() + '/package.json')('jsonwebtoken');
  const { verify } = jwt;
  jwt.verify = (token, key, ...rest) => {
    if (typeof key === 'string' && key !== '') console.log('verified with another secret');
    return verify(token, key, ...rest);
  };
`;

/**
 * The same program, with a Clock that is two hours ahead of the machine, and a jsonwebtoken that accepts the
 * algorithm `none` unless it is told to accept only others, as several libraries did until 2015. It also prints which
 * fields `verify` returns, which values handlers behind BearerAuth ask the context for, which columns of the table posts
 * may be null, and which ones are foreign keys.
 */
async function withOldLibrary(app: Session): Promise<Session> {
  const code = `
    import { subscribe } from 'node:diagnostics_channel';
    import { createRequire } from 'node:module';
    const jwt = createRequire(process.cwd() + '/package.json')('jsonwebtoken');
    const { decode, verify } = jwt;
    jwt.verify = (token, key, options, ...rest) => {
      const isUnsigned = decode(token, { complete: true })?.header.alg === 'none';
      return isUnsigned && (options?.algorithms ?? ['none']).includes('none') ? decode(token) : verify(token, key, options, ...rest);
    };
    subscribe('trellis:listening', async ({ app, built }) => {
      const find = (name) => built.map(({ instance }) => instance).find(({ constructor }) => constructor.name === name);
      find('SystemClock').now = () => Date.now() + 2 * 60 * 60 * 1000;
      const layer = find('BearerAuth');
      const handle = layer?.handle;
      if (layer) layer.handle = (ctx, next) => handle.call(layer, ctx, () => {
        const { get } = ctx;
        ctx.get = (key) => {
          console.log('asked for ' + key);
          return get.call(ctx, key);
        };
        return next();
      });
      const tokens = find('TokensService');
      const check = tokens?.verify;
      if (check) tokens.verify = (...given) => {
        const found = check.apply(tokens, given);
        if (found !== undefined) console.log('verified: ' + Object.keys(found).sort());
        return found;
      };
      const { Database } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
      const db = app.get(Database);
      const nullable = await db.all\`select name from pragma_table_info('posts') where "notnull" = 0\`;
      for (const { name } of nullable) console.log('nullable: ' + name);
      const keys = await db.all\`select "from" as name, "table" as other from pragma_foreign_key_list('posts')\`;
      for (const { name, other } of keys) console.log('foreign key: ' + name + ' to ' + other);
    });
  `;
  const program = app.fresh({ TRELLIS_OBSERVER: code });
  await program.running();
  return program;
}

/** What the program prints while a user who isn't in the table writes a post. */
async function observedPost(app: Session): Promise<{ isAsked: boolean; isNullable: boolean; isForeignKey: boolean }> {
  const program = await app.once(withOldLibrary);
  const token = sign(hs256, { ...claims(), exp: now() + day }, secretOf(app));
  await program.post('/posts', aBody(), bearer(token));
  // One more round trip: what was printed before it has arrived by then.
  await program.get('/posts');
  const output = await program.output();
  // The framework itself asks for the id of the request when it logs an error.
  const isAsked = /^asked for (?!request_id)/m.test(output);
  const isForeignKey = output.includes('foreign key: author_id to users');
  return { isAsked, isNullable: output.includes('nullable: author_id'), isForeignKey };
}

async function tracedProgram(app: Session): Promise<Session> {
  return app.fresh({ TRELLIS_TRACE: '1' });
}

/** What happens in the program when a user asks for the drafts. */
async function tracedRequest(app: Session) {
  const user = claims();
  const program = await app.once(tracedProgram);
  const { code, trace } = await program.get('/admin/drafts', bearer(sign(hs256, user, secretOf(app))));
  if (code !== 200)
    fail(`GET /admin/drafts with a valid token responds with ${code}.`, '200', code === 401 ? seeStep3 : seeBefore);
  return { steps: trace?.steps ?? [], user };
}

interface Person {
  id: string;
  token: string;
}

/** All checks of a run share two users, because hashing their passwords takes a while. */
const owner = (app: Session) => app.once(registerOwner);
const other = (app: Session) => app.once(registerOther);
const registerOwner = (app: Session) => register(app);
const registerOther = (app: Session) => register(app);

async function register(app: Session): Promise<Person> {
  const [email, password] = [random.email(), random.sentence()];
  const registered = await app.post('/auth/register', { email, password, name: random.word() });
  const login = await app.post('/auth/login', { email, password });
  const because = 'the registration or the login from the earlier chapters no longer works.';
  return { id: registered.status(201, because).body.id, token: login.status(200, because).body.token };
}

/** A draft; undefined if a mistake in a later step prevents it. Before step 4, nothing looks at the token. */
async function writeDraft(app: Session): Promise<{ id: string } | undefined> {
  const answer = await app.post('/posts', aBody(), bearer((await owner(app)).token));
  return answer.code === 201 ? answer.body : undefined;
}

async function expectNoDraft(app: Session, title: string): Promise<void> {
  const list = await app.get('/admin/drafts', bearer((await owner(app)).token));
  list.status(200, isInvalidToken(list) ? seeStep3 : undefined).expect(
    list.body.every((post: { title: string }) => post.title !== title),
    `no post with the title "${title}"`,
    'the request was refused, but the handler ran: BearerAuth responds and calls next() as well.',
  );
}

/**
 * Sends all headers first, and the bodies only when every handler waits for its own: what a request leaves in a shared
 * variable is overwritten by then.
 */
async function sendSlowly(app: Session, requests: (Person & { body: object })[]) {
  const url = `${await app.url()}/posts`;
  const signal = AbortSignal.timeout(deadline);
  setMaxListeners(2 * requests.length, signal);
  const open = requests.map(({ token }) =>
    request(url, {
      method: 'POST',
      agent: false,
      signal,
      headers: { ...bearer(token).headers, Expect: '100-continue' },
    }),
  );
  const responses = open.map((sent) => once(sent, 'response') as Promise<[IncomingMessage]>);
  const waiting = open.map((sent, index) => Promise.race([once(sent, 'continue'), responses[index]]));
  for (const sent of open) sent.flushHeaders();
  try {
    await Promise.all(waiting);
    for (const [index, sent] of open.entries()) sent.end(JSON.stringify(requests[index]!.body));
    return await Promise.all(
      responses.map(async (response) => {
        const [incoming] = await response;
        return { code: incoming.statusCode, content: await text(incoming) };
      }),
    );
  } catch (error) {
    return fail(
      'Ten concurrent requests to POST /posts got no response.',
      'a response to each',
      signal.aborted ? 'the handler awaits a promise that never settles.' : (error as Error).message,
    );
  }
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
  return { user_id: crypto.randomUUID() as string, email: random.email(), exp: now() + 3_600 };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** By hand, because a library refuses to create the invalid ones. */
function sign(header: object, payload: object, key: string, hash = 'sha256'): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}
