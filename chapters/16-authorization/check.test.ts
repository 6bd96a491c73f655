import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { type Answer, CheckFailure, chapter, examine, examineApplication, inTurn, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { allChapters } from '../../scripts/workshop/chapters.ts';
import { grade } from '../../scripts/workshop/grading/grade.ts';
import { programsOf } from '../../scripts/workshop/grading/programs.ts';
import { api } from './api.ts';
import members from './attacks/members.ts';
import newsletter from './attacks/newsletter.ts';
import snoop from './attacks/snoop.ts';
import vandal from './attacks/vandal.ts';

const { step } = chapter(import.meta.url, { concurrent: true, deadline: 20_000 });

step(1, (check) => {
  check('the routes below /admin are only for admins', async (app) => {
    const { nobody, others, promotion, admin } = await (await app.once(stories)).gate;
    nobody.error(401, 'Missing authorization header', gateFirst);
    for (const [claims, response] of others) response.error(403, 'Forbidden', notForbidden(response, claims, admin));
    promotion.error(403, 'Forbidden', ({ code }) => [
      'PUT /admin/users/:id/role is open, so anyone can make themselves an admin. List requireRole for the whole group.',
      ...(code === 404
        ? [
            'the handler runs before the 403 is sent: requireRole calls next() first. Compare the role, and then call next().',
          ]
        : []),
    ]);
    admin
      .status(
        200,
        admin.code === 204
          ? 'requireRole does not return the result of next().'
          : 'requireRole looks for a key other than "user_role", or a value other than "admin".',
      )
      .expect(Array.isArray(admin.body), 'an array of users', 'the handler no longer returns users.list().');
    await (await app.once(stories)).members;
  });

  check('the code from the log turns one user into an admin', async (app) => {
    const { registered, codes, appointed, old, login, list, changed, everybody, boss } = await (await app.once(stories))
      .appointment;
    registered.status(201, asBefore);
    if (codes.length !== 1) {
      throw new CheckFailure({
        problem: `There is no admin yet, and the log contains ${codes.length} codes.`,
        expected: 'one line of the level warn with the field "code"',
        cause: 'FirstAdmin has changed, or AdminModule no longer declares it.',
      });
    }
    appointed
      .status(
        200,
        registered.body.user?.role === 'admin'
          ? 'registering has made somebody an admin, so no code is accepted any more.'
          : [
              'this is the code from the log, and it has not been used. FirstAdmin.appoint has changed.',
              'POST /auth/first-admin also requires the role admin, which nobody has yet.',
            ],
      )
      .fields({ email: boss.email, role: 'admin' }, 'the handler returns another user, or the role was not changed.');
    login.status(200, asBefore);
    list.status(200, 'a token that was issued after the appointment has the role admin, and is refused.');
    const expected = everybody.map((email) => `${email} ${email === boss.email ? 'admin' : 'user'}`).sort();
    const actual = list.body.map((user: { email: string; role: string }) => `${user.email} ${user.role}`).sort();
    list
      .expect(
        actual.join() === expected.join(),
        `these users and roles: ${expected.join(', ')}`,
        'users.list() leaves users out, or another user has become an admin.',
      )
      .expect(
        list.body.every((user: object) => Object.keys(user).sort().join() === 'created_at,email,id,name,role'),
        'exactly the fields id, email, name, role and created_at of each user',
        'the rows are returned without toUser, with the hashes.',
      );
    changed
      .status(200, 'PUT /admin/users/:id/role is for admins, and no longer works for them.')
      .fields({ role: 'user' });
    old.error(403, 'Forbidden', ({ code }) =>
      code === 200
        ? 'a token that was issued before the appointment works: its claims say that the role is user.'
        : undefined,
    );
  });

  check(
    'nobody else becomes an admin',
    async (app) => {
      const { registered, guessed, again } = await (await app.once(stories)).appointment;
      registered
        .status(201, asBefore)
        .expect(
          registered.body.user?.role === 'user',
          'a new user with the role user',
          'registering makes somebody an admin, and anyone can be the first to register.',
        );
      guessed.error(403, 'Forbidden', 'this code was made up, and accepted.');
      again.error(403, 'Forbidden', 'the code was accepted a second time.');
      const { login, used } = await (await app.once(stories)).restart;
      login.expect(
        login.body.user?.role === 'user',
        'a user with the role user',
        login.code === 200 ? 'a start of the program turns a dismissed admin into an admin again.' : asBefore,
      );
      used.error(403, 'Forbidden', 'a code that was used before the restart was accepted.');
    },
    { alreadyTrue: true },
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('nobody can change or delete the posts of others', (app) => app.fresh({ BCRYPT_COST: '4' }).attack(vandal));

  check(
    'authors and admins can, and each request affects one post',
    async (app) => {
      const { author, permitted, others, third } = await (await app.once(stories)).moderation;
      for (const [why, published, changed, deleted, after] of permitted) {
        const because = ({ code }: Answer) => (code === 404 ? why : asBefore);
        changed
          .status(200, because)
          .fields({ title: changedTitle, published })
          .fields({ author_id: author.id }, 'the post has another author now.');
        deleted.status(204, because);
        after.error(404, 'Post not found', 'the response was 204, and the post is still there.');
      }
      others.status(200).expect(
        others.body.some(({ id, title }: { id: string; title: string }) => id === third && title !== changedTitle),
        'another post as it was before',
        'the condition lacks parentheses. `a and b or c` means `(a and b) or c`, so for an admin it holds for every row.',
      );
    },
    { alreadyTrue: true },
  );

  check('no other role can', async (app) => {
    for (const [claims, response] of (await (await app.once(stories)).moderation).pretenders) {
      response.error(
        404,
        'Post not found',
        `only the role admin may change and delete every post. (The claims of this token: ${JSON.stringify(claims)})`,
      );
    }
  });

  check('a post that does not exist is a 404, and so is one that belongs to somebody else', async (app) => {
    const { missing, foreign } = await (await app.once(stories)).refusals;
    for (const [index, response] of missing.entries()) {
      const stranger = foreign[index]!;
      response.error(404, 'Post not found', 'update and delete find no row, and the handler responds with a success.');
      stranger.error(404, 'Post not found', ({ code }) =>
        code === 403 ? 'a 403 tells a stranger that there is a post with this id.' : undefined,
      );
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('nobody can read the drafts of others', (app) => app.fresh({ BCRYPT_COST: '4' }).attack(snoop));

  check('authors read their own posts below /my-posts', async (app) => {
    const { draft, published, foreign, admins, hidden, shown } = await (await app.once(stories)).drafts;
    draft
      .status(200, ({ code }) =>
        code === 404 ? 'GET /my-posts/:id is missing, or its statement also asks for published posts.' : undefined,
      )
      .fields({ published: false });
    published
      .status(200, 'GET /my-posts/:id shows drafts only, and this post is published.')
      .fields({ published: true });
    for (const response of foreign)
      response.error(404, 'Post not found', 'the statement of GET /my-posts/:id does not compare the author.');
    admins.error(
      404,
      'Post not found',
      'GET /my-posts/:id shows the drafts of others to admins, who have no reason to read them.',
    );
    hidden.error(404, 'Post not found', 'GET /posts/:id shows a draft to its author. It is the same for everyone.');
    shown
      .status(200, 'GET /posts/:id has to show published posts to everyone.')
      .expect(typeof shown.body.author?.name === 'string', 'a post with its author', asBefore);
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('a route that says nothing about its callers keeps the program from starting', async (app) => {
    for (const [what, middlewares] of undecided) {
      const program = app.fresh({ TRELLIS_OBSERVER: withRoutes(middlewares) });
      const refused = await program.running().then(
        () => undefined,
        (error: unknown) => error,
      );
      const output =
        refused instanceof CheckFailure ? `${refused.message}\n${refused.parts.output ?? ''}` : `${refused}`;
      if (refused === undefined) {
        throw new CheckFailure({
          problem: `The program starts with two routes that have ${what}: ${forgotten.join(', ')}.`,
          expected: 'an error at the start that names both routes',
          cause: [
            'requirePolicies does not throw an error, or main.ts does not call it before listen().',
            'requirePolicies accepts every middleware, or only looks at routes that it knows.',
            'a middleware around every route counts as a decision. A decision is made for a route, or a group.',
          ],
        });
      }
      const unnamed = forgotten.find((route) => !route.split(' ').every((part) => output.includes(part)));
      if (unnamed === undefined && !output.includes(decided)) continue;
      if (unnamed === undefined)
        throw new CheckFailure({
          problem: `${decided} has a middleware that says who may use it, after one that only logs, and the error names it.`,
          expected: 'an error that names only the routes without such a middleware',
          received: messageIn(output),
          cause:
            'requirePolicies only looks at the first middleware of a route, or expects all of them to be policies.',
        });
      throw new CheckFailure({
        problem: `The program does not start, and its error does not name the route ${unnamed}.`,
        expected: 'an error message with the method and the path of each route that says nothing',
        received: messageIn(output),
        cause: [
          'the message has no list of the routes, or only the first one.',
          'a route without middlewares passes: `every` is true for an empty array, and `some` is not.',
          'requirePolicies only looks at some routes, for example those with one method.',
        ],
      });
    }
  });

  check('the forgotten route is gone', (app) => app.fresh({ BCRYPT_COST: '4' }).attack(newsletter));

  examineApplication(check, api);
});

const chapters = allChapters();
const slugged = (name: string) => chapters.find(({ slug }) => slug.endsWith(name))!;
const programs = await programsOf(slugged('-authorization'), slugged('-testing'));

step(5, (check) => {
  const file = 'authorization.test.ts';
  const graded = (app: Session) => grade({ programs, src: app.src, file, step: 5 });
  check(
    'your tests pass on two correct blogs',
    async (app) => {
      const { reference, variant } = await app.once(graded);
      if (reference ?? variant) throw reference ?? variant;
    },
    { alreadyTrue: true },
  );

  check('your tests find every hole', async (app) => {
    const { reference, variant, bug } = await app.once(graded);
    if (reference ?? variant ?? bug) throw reference ?? variant ?? bug;
  });
});

const gateFirst =
  'requireRole is before BearerAuth in the list, or BearerAuth is missing, so the context has no role yet.';
const asBefore = 'what worked in the chapter before no longer works.';

/** The lines of an error, without the source line that Node shows before it, and without the stack. */
function messageIn(output: string): string {
  const lines = output.split('\n');
  const start = lines.findIndex((line) => /^\s*(Uncaught )?\w*Error\b.*:/.test(line));
  if (start < 0) return output.slice(0, 200);
  const stack = lines.findIndex((line, index) => index > start && /^\s+at /.test(line));
  return lines
    .slice(start, stack < 0 ? start + 3 : stack)
    .join('\n')
    .trim();
}

const forgotten = ['GET /forgotten-route', 'POST /forgotten-too'];
const decided = '/decided-route';

/** Middlewares that don't say who may use a route. */
const undecided: [what: string, middlewares: string][] = [
  ['no middleware', '[]'],
  ['a middleware that only logs', '[new (class Logging { handle(ctx, next) { return next(); } })()]'],
];

const framework = new URL('../../framework/index.ts', import.meta.url).href;

/** Runs inside the program, and adds routes before anybody can ask for them, with the middlewares that all routes have. */
function withRoutes(middlewares: string): string {
  return `
    import { Router } from '${framework}';
    const { routes } = Router.prototype;
    Router.prototype.routes = function () {
      const own = routes.call(this);
      const shared = own[0].middlewares.filter((one) => own.every(({ middlewares }) => middlewares.includes(one)));
      const added = ${JSON.stringify(forgotten)}.map((route) => route.split(' '));
      const middlewares = [...shared, ...${middlewares}];
      const guarded = { ...own.find(({ path }) => path === '/auth/me'), path: '${decided}' };
      guarded.middlewares = [...middlewares, ...guarded.middlewares];
      return [...own, guarded, ...added.map(([method, path]) => ({ method, path, handler: () => 'hello', middlewares }))];
    };`;
}

/** Why a token with a role other than admin did not get the 403. */
function notForbidden({ code }: Answer, claims: object, admin: Answer): string | string[] | undefined {
  const shown = `(The claims of this token: ${JSON.stringify(claims)})`;
  const role = 'role' in claims ? claims.role : '';
  if (code === 500) return undefined;
  if (code !== 200) return `requireRole responds with another status or error. ${shown}`;
  if (admin.code === 403)
    return 'the comparison is the wrong way round: requireRole refuses admins, and lets everyone else pass. Use !==.';
  if (role === 'user') return [`nothing compares the role. ${shown}`, 'a `return` is missing in front of the 403.'];
  if (role !== '') return `requireRole compares only a part of the role, or ignores its case: use !==. ${shown}`;
  return ['requireRole lets a token without a role pass.', 'verify gives a token without a role the role admin.'];
}

/** Two programs on one file, one after the other. */
async function stories(app: Session) {
  const env = { BCRYPT_COST: '4', DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const boss = aPerson();
  const [first, second] = [app.fresh(env), app.fresh(env)];
  const acts = inTurn({
    gate: () => tellGate(first),
    appointment: () => tellAppointment(first, boss),
    moderation: async (): Promise<Awaited<ReturnType<typeof tellModeration>>> =>
      tellModeration(first, boss, (await acts.appointment).login.body.token),
    members: () => first.attack(members),
    refusals: () => tellRefusals(first),
    drafts: async (): Promise<Awaited<ReturnType<typeof tellDrafts>>> =>
      tellDrafts(first, (await acts.appointment).login.body.token),
    restart: async (): Promise<{ login: Answer; used: Answer }> => {
      await first.stop();
      await dismissAdmins(env.DATABASE_URL);
      const { codes, registered } = await acts.appointment;
      const id = registered.body.user?.id;
      const login = await second.post('/auth/login', credentials(boss));
      const token = bearer(sign(second, { user_id: id, role: 'user' }));
      return { login, used: await second.post('/auth/first-admin', { code: codes[0] }, token) };
    },
  });
  return acts;
}

/** Tokens with different roles. */
async function tellGate(program: Session) {
  const ask = (claims: object) => program.get('/admin/users', bearer(sign(program, claims)));
  const others: [object, Answer][] = [];
  for (const claims of [
    { role: 'user' },
    {},
    { role: '' },
    { role: 'Admin' },
    { role: 'admin-of-nothing' },
    { role: 'adm' },
    { role: 'not-admin' },
    { role: random.word() },
  ])
    others.push([claims, await ask(claims)]);
  const user = bearer(sign(program, { role: 'user' }));
  const promotion = await program.put(`/admin/users/${randomUUID()}/role`, { role: 'admin' }, user);
  const [nobody, admin] = [await program.get('/admin/users'), await ask({ role: 'admin' })];
  return { nobody, others, promotion, admin };
}

/** One user has the code, and another one tries. */
async function tellAppointment(program: Session, boss: ReturnType<typeof aPerson>) {
  const registered = await program.post('/auth/register', boss);
  const other = await register(program);
  const codes = codesIn(await program.output());
  const appoint = (token: string, code: unknown) => program.post('/auth/first-admin', { code }, bearer(token));
  const { token } = registered.body;
  const guessed = await appoint(other.token, random.word());
  const appointed = await appoint(token, codes[0]);
  const again = await appoint(other.token, codes[0]);
  const old = await program.get('/admin/users', bearer(token));
  const login = await program.post('/auth/login', credentials(boss));
  const list = await program.get('/admin/users', bearer(login.body.token));
  const changed = await program.put(`/admin/users/${other.id}/role`, { role: 'user' }, bearer(login.body.token));
  const everybody = [other.email, boss.email];
  return { boss, registered, codes, guessed, appointed, again, old, login, list, changed, everybody };
}

const changedTitle = 'Changed in the check';

/** Authors and admins change and delete drafts and published posts, and people with other roles try the same. */
async function tellModeration(program: Session, boss: ReturnType<typeof aPerson>, admin: string) {
  const [author, neighbour] = [await register(program), await register(program)];
  const third = await write(program, neighbour.token);
  const [draft, bait] = [await write(program, author.token), await write(program, author.token)];
  const change = { title: changedTitle, content: random.sentence(), published: true };
  const pretenders: [object, Answer][] = [];
  for (const claims of [{ role: '' }, { role: 'Admin' }, { role: 'admins' }, { role: 'not-admin' }]) {
    const pretender = bearer(sign(program, claims));
    pretenders.push([claims, await program.put(`/posts/${draft}`, change, pretender)]);
    pretenders.push([claims, await program.delete(`/posts/${bait}`, pretender)]);
  }
  const cookie = (await program.post('/auth/session', credentials(boss))).headers.get('set-cookie') ?? '';
  const session = { headers: { Cookie: cookie.split(';')[0]! } };
  const permitted: [why: string, published: boolean, changed: Answer, deleted: Answer, after: Answer][] = [];
  for (const [why, caller, published] of [
    ['the statement compares the author, and nothing else: an admin may change every post.', bearer(admin), false],
    ['an admin with a session is refused: the role has to come from callerOf(ctx).', session, false],
    ['the statement only finds drafts of others: an admin may change published posts, too.', bearer(admin), true],
    ['the statement only finds drafts: authors may change their published posts, too.', bearer(author.token), true],
  ] as const) {
    const id = await write(program, author.token, published);
    const changed = await program.put(`/posts/${id}`, { ...change, published }, caller);
    const deleted = await program.delete(`/posts/${id}`, caller);
    permitted.push([why, published, changed, deleted, await program.delete(`/posts/${id}`, bearer(author.token))]);
  }
  const others = await program.get('/my-posts', bearer(neighbour.token));
  return { author, permitted, others, third, pretenders };
}

/** The same requests for a post that doesn't exist, and for one of somebody else. */
async function tellRefusals(program: Session) {
  const [author, stranger] = [await register(program), await register(program)];
  const ask = async (id: string) => [
    await program.put(`/posts/${id}`, aPost(), bearer(stranger.token)),
    await program.delete(`/posts/${id}`, bearer(stranger.token)),
  ];
  return { missing: await ask(randomUUID()), foreign: await ask(await write(program, author.token)) };
}

/** What an author sees. */
async function tellDrafts(program: Session, admin: string) {
  const [{ token }, stranger] = [await register(program), await register(program)];
  const [draft, post] = [await write(program, token), await write(program, token, true)];
  return {
    draft: await program.get(`/my-posts/${draft}`, bearer(token)),
    published: await program.get(`/my-posts/${post}`, bearer(token)),
    foreign: [
      await program.get(`/my-posts/${draft}`, bearer(stranger.token)),
      await program.get(`/my-posts/${post}`, bearer(stranger.token)),
    ],
    admins: await program.get(`/my-posts/${draft}`, bearer(admin)),
    hidden: await program.get(`/posts/${draft}`, bearer(token)),
    shown: await program.get(`/posts/${post}`),
  };
}

async function dismissAdmins(url: string): Promise<void> {
  const db = await openDatabase(url);
  try {
    await db.run`update users set role = ${'user'}`;
  } finally {
    await db.onStop();
  }
}

function aPerson() {
  return { email: random.email(), password: random.sentence(), name: random.word() };
}

function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

async function register(app: Session): Promise<{ id: string; email: string; token: string }> {
  const body = aPerson();
  const { token, user } = (await app.post('/auth/register', body)).status(201, asBefore).body;
  return { id: user.id, email: body.email, token };
}

async function write(app: Session, token: string, published = false): Promise<string> {
  const { id } = (await app.post('/posts', aPost(), bearer(token))).status(201, asBefore).body;
  if (published) await app.put(`/posts/${id}`, { ...aPost(), published }, bearer(token));
  return id;
}

function credentials({ email, password }: { email: string; password: string }) {
  return { email, password };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function sign(app: Session, claims: object): string {
  const everybody = { user_id: randomUUID(), email: random.email(), iss: 'blog' };
  return jwt.sign({ ...everybody, ...claims }, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: 3_600 });
}

/** The codes for the first admin. The log is JSON, one object per line. */
function codesIn(output: string): string[] {
  return output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line): { level?: string; code?: string } => JSON.parse(line))
    .flatMap(({ level, code }) => (level === 'warn' && code ? [code] : []));
}
