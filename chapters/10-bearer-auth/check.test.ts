import { createHmac } from 'node:crypto';
import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

/** For the checks that register somebody: the work itself is slow there. */
const hashes = { deadline: 15_000 };

step(1, (check) => {
  check('GET /admin/drafts without a token is 401', async (app) => {
    (await app.get('/admin/drafts')).error(401, 'Missing authorization', noGuard);
    (await app.get('/admin/drafts', { headers: { Authorization: '' } })).error(
      401,
      'Missing authorization',
      'an empty header is a missing one: ctx.header(…) gives the empty text for both.',
    );
  });

  check(
    'DELETE /admin/drafts without a token is 401, and removes nothing',
    async (app) => {
      const draft = await write(app);
      (await app.delete('/admin/drafts')).error(401, 'Missing authorization', noGuard);
      (await app.get(`/posts/${draft.id}`, bearer((await owner(app)).token))).status(
        200,
        'the answer was 401, and the drafts are gone all the same: the handler ran. Is there a `return` in front of ctx.status(401)?',
      );
    },
    hashes,
  );

  check(
    'a request with a token passes the guard',
    async (app) => {
      const draft = await write(app);
      const answer = await app.get('/admin/drafts', bearer((await owner(app)).token));
      answer.status(200, 'the token is one that login has just given. The guard has to return what next() gives.');
      answer.expect(
        Array.isArray(answer.body) && answer.body.some(({ id }) => id === draft.id),
        `a list with the draft ${draft.id}`,
        'the guard has to return what next() gives, and not an answer of its own.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'GET /posts needs no token',
    async (app) => {
      (await app.get('/posts')).status(200, readingIsFree);
    },
    { alreadyTrue: true },
  );
});

step(2, (check) => {
  check('a header that does not begin with "Bearer " is refused', async (app) => {
    const word = random.word();
    for (const value of [
      word,
      `Basic ${word}`,
      `bearer ${word}`,
      `Bearer${word}`,
      `${word} Bearer ${word}`,
      'Bearer',
    ]) {
      const answer = await app.get('/admin/drafts', { headers: { Authorization: value } });
      answer.error(
        401,
        'Invalid authorization format',
        'the header has to begin with "Bearer ", letter for letter, and the space belongs to it. This question comes second, and where it says no, it has to `return`.',
      );
    }
  });
});

step(3, (check) => {
  check(
    'a token of ours passes, whichever HMAC has signed it',
    async (app) => {
      for (const [alg, hash] of [
        ['HS256', 'sha256'],
        ['HS384', 'sha384'],
        ['HS512', 'sha512'],
      ] as const) {
        const token = sign({ alg, typ: 'JWT' }, claims(), app.env.JWT_SECRET!, hash);
        (await app.get('/admin/drafts', bearer(token))).status(
          200,
          `the token is signed with the right secret, by ${alg}, and good for another hour. Look at \`algorithms\`; and clockTimestamp counts seconds.`,
        );
      }
    },
    { alreadyTrue: true },
  );

  check('a token that we have not signed is refused', async (app) => {
    const secret = app.env.JWT_SECRET!;
    const [header, payload, signature] = sign(hs256, claims(), secret).split('.');
    const forged: [string, string][] = [
      ['no token at all', random.word()],
      ['a token whose payload was changed', `${header}.${encoded(claims())}.${signature}`],
      ['a token that another secret has signed', sign(hs256, claims(), random.sentence())],
      ['a token that an empty secret has signed', sign(hs256, claims(), '')],
      ['a token without a signature', `${header}.${payload}.`],
      ['a token that says its algorithm is none', `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`],
      ['a token that says its algorithm is RS256', sign({ alg: 'RS256', typ: 'JWT' }, claims(), secret)],
    ];
    for (const [what, token] of forged) {
      (await app.get('/admin/drafts', bearer(token))).error(401, 'Invalid token', `this is ${what}. ${verifyIt}`);
    }
  });

  check('an expired token is refused', async (app) => {
    const token = sign(hs256, { ...claims(), exp: now() - 60 }, app.env.JWT_SECRET!);
    (await app.get('/admin/drafts', bearer(token))).error(
      401,
      'Invalid token',
      'the token was good until a minute ago. jwt.verify(…) looks at exp by itself, jwt.decode(…) does not.',
    );
  });

  check('a token that names no user is refused', async (app) => {
    const { user_id, email, exp } = claims();
    for (const payload of [{ exp }, { user_id, exp }, { email, exp }, { user_id: 7, email, exp }]) {
      const token = sign(hs256, payload, app.env.JWT_SECRET!);
      (await app.get('/admin/drafts', bearer(token))).error(
        401,
        'Invalid token',
        `the signature is right, but the payload is ${JSON.stringify(payload)}. Only texts as user_id and as email make a user.`,
      );
    }
  });

  check('without a secret every token is refused', async (app) => {
    const program = app.fresh({ JWT_SECRET: '' });
    for (const key of ['', app.env.JWT_SECRET!]) {
      (await program.get('/admin/drafts', bearer(sign(hs256, claims(), key)))).error(
        401,
        'Invalid token',
        'JWT_SECRET is empty here. Then anybody can sign, and nobody can be believed: hand jwt.verify(…) the text itself.',
      );
    }
  });
});

step(4, (check) => {
  check('POST /posts without a token is 401, whatever the body', async (app) => {
    const body = aBody();
    const because = 'the guard comes first, before anybody looks at the body. Does the route name it in `middlewares`?';
    (await app.post('/posts', body)).error(401, 'Missing authorization', because);
    (await app.post('/posts', {})).error(401, 'Missing authorization', because);
    (await app.post('/posts', body, { headers: { Authorization: random.word() } })).error(
      401,
      'Invalid authorization format',
      because,
    );
    (await app.post('/posts', body, bearer(random.word()))).error(401, 'Invalid token', because);
    await expectNoDraft(app, body.title);
  });

  check(
    'POST /posts with a token is answered as before',
    async (app) => {
      const { token } = await owner(app);
      const body = aBody();
      (await app.post('/posts', body, bearer(token)))
        .status(201, 'the token is one that login has just given.')
        .fields({ ...body, published: false });
      (await app.post('/posts', { title: body.title }, bearer(token))).error(
        400,
        'Invalid request',
        'a body without a content is still refused, as in chapter 07.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'reading one post needs no token',
    async (app) => {
      const draft = await write(app);
      (await app.get(`/posts/${draft.id}`)).status(200, readingIsFree);
      (await app.get(`/posts/${random.word()}`)).error(404, 'Post not found', readingIsFree);
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check(
    'the author of a new post is whoever the token belongs to',
    async (app) => {
      for (const { id, token } of [await owner(app), await other(app)]) {
        const created = await app.post('/posts', aBody(), bearer(token));
        created.status(201).fields({ author_id: id }, sameKey);
        const shown = await app.get(`/posts/${created.body.id}`, bearer(token));
        shown
          .status(200)
          .fields({ author_id: id }, 'the answer had an author, the table has none: look at the insert.');
      }
    },
    hashes,
  );

  check('the body cannot say who the author is', async (app) => {
    const [me, somebodyElse] = [await owner(app), await other(app)];
    const created = await app.post('/posts', { ...aBody(), author_id: somebodyElse.id }, bearer(me.token));
    created
      .status(201)
      .fields({ author_id: me.id }, 'the body says what it likes. Who asks, the guard has found out: ctx.get(…).');
  });

  check('the table refuses a post of somebody who does not exist', async (app) => {
    const body = aBody();
    const token = sign(hs256, claims(), app.env.JWT_SECRET!);
    (await app.post('/posts', body, bearer(token))).status(
      500,
      'the token is right, but there is no such user. The column says `references users (id)`, and then the table refuses the row.',
    );
    await expectNoDraft(app, body.title);
  });
});

const noGuard =
  'the guard belongs to the group, and so to every child. And where it says no, it has to `return`, or it goes on.';
const readingIsFree = 'everybody may read. The guard stands in front of too much.';
const verifyIt = 'The guard has to ask TokensService.verify, which gives undefined where jwt.verify(…) throws.';
const sameKey =
  'the handler reads ctx.get(…) under the key that the guard has set, "user_id", and hands it to the service.';

const hs256 = { alg: 'HS256', typ: 'JWT' };

interface Person {
  id: string;
  token: string;
}

/** The checks of one run share two users: each of them costs two slow hashes. */
const owner = oncePerRun(register);
const other = oncePerRun(register);

function oncePerRun<T>(make: (app: Session) => Promise<T>): (app: Session) => Promise<T> {
  const known = new WeakMap<object, Promise<T>>();
  return (app) => {
    const made = known.get(app.env) ?? make(app);
    known.set(app.env, made);
    // What went wrong once may go right for the next check: a busy machine takes its time over a hash.
    made.catch(() => known.delete(app.env));
    return made;
  };
}

async function register(app: Session): Promise<Person> {
  const [email, password] = [random.email(), random.sentence()];
  const registered = await app.post('/auth/register', { email, password, name: random.word() });
  const login = await app.post('/auth/login', { email, password });
  return { id: registered.status(201).body.id, token: login.status(200).body.token };
}

/** A draft, by way of the API. Before step 4 nobody looks at the token. */
async function write(app: Session): Promise<{ id: string }> {
  const answer = await app.post('/posts', aBody(), bearer((await owner(app)).token));
  return answer.status(201, 'POST /posts has to work for whoever has a token, and login has just given this one.').body;
}

async function expectNoDraft(app: Session, title: string): Promise<void> {
  const drafts = await app.get('/admin/drafts', bearer((await owner(app)).token));
  drafts.status(200).expect(
    drafts.body.every((post: { title: string }) => post.title !== title),
    `no post with the title "${title}"`,
    'the request was refused, and the post is there all the same: the handler ran. Is a `return` missing in the guard?',
  );
}

function aBody() {
  return { title: random.sentence(), content: random.sentence() };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** Of somebody whom the table of users does not know. */
function claims() {
  return { user_id: crypto.randomUUID(), email: random.email(), exp: now() + 3_600 };
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

/** By hand, since a library refuses to make the bad ones. */
function sign(header: object, payload: object, key: string, hash = 'sha256'): string {
  const signed = `${encoded(header)}.${encoded(payload)}`;
  return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`;
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
