import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Answer,
  CheckFailure,
  chapter,
  copyDatabase,
  examine,
  examineApplication,
  inTurn,
  random,
  type Session,
  statementOf,
} from '#check';
import { api } from './api.ts';
import copiedCookie from './attacks/copied-cookie.ts';
import lostPhone from './attacks/lost-phone.ts';

const { step } = chapter(import.meta.url);

/** For busy machines. The passwords themselves are cheap here. */
const slow = { deadline: 30_000 };

step(1, (check) => {
  check(
    'POST /auth/session responds with the user, and nothing else',
    async (app) => {
      const { signIns, anna } = await (await blog(app)).signIns;
      signIns[0]!
        .status(200)
        .json(
          { user: anna.user },
          'the response contains more than the user. The session id belongs in the cookie only.',
        );
    },
    { alreadyTrue: true, ...slow },
  );

  check(
    'every sign-in gets a random session id of its own, in the cookie session_id',
    async (app) => {
      const { signIns, anna, output } = await (await blog(app)).signIns;
      for (const signIn of signIns) {
        expectInCookie(
          signIn.status(200, whySignInFailed),
          /^session_id=[^;]/,
          'session_id=…',
          '`begin` does not call setSessionCookie(ctx, …) before it returns, `create` returns an empty id, or `begin` passes something other than the string that `create` returns.',
        );
      }
      expectRandom(signIns, anna);
      const isSecure = output.includes('CRYPTO') && !output.includes('MATH.RANDOM');
      signIns[0]!.expect(
        isSecure,
        'a session id from node:crypto',
        output.includes('MATH.RANDOM')
          ? 'the id comes from Math.random(), which is not made for secrets: from a few of its values, an attacker can compute the next ones.'
          : 'the id is computed from something that others know or can guess, such as the time. Hashing it does not help.',
      );
      const bits = bitsDrawnIn(output) / signIns.length;
      signIns[0]!.expect(
        bits >= 120,
        `about 128 random bits for each session id; node:crypto returned about ${Math.floor(bits)}`,
        'the id is computed from so few random bits that an attacker can try all of them. Hashing or encoding adds none.',
      );
      expectInCookie(signIns[0]!, /; Path=\/(;|$)/i, 'Path=/', 'the option `path` limits the cookie to some paths.');
    },
    slow,
  );

  check(
    'the table contains the digest of the session id, not the session id',
    async (app) => {
      const { signIns, image, agent } = await (await blog(app)).signIns;
      const id = idIn(signIns[0]!);
      const expected = 'the table `sessions` has a row with digest(id) as its id';
      if (id === '') fail('The sign-in sent no session id.', expected, 'see the check before this one.');
      if (image.includes(id)) {
        const cause = '`create` stores the id as it is. Anyone who can read the table could use every session in it.';
        fail('The database contains the session id itself.', expected, cause);
      }
      if (!image.includes(digestOf(id))) {
        const isCut = image.includes(digestOf(id).slice(0, 8));
        const cut = 'only a part of the digest is stored, and a part can belong to more than one session id.';
        const none = 'nothing is inserted, or the value is not digest(id).';
        fail('The digest of the session id is not in the database.', expected, isCut ? cut : none);
      }
      if (!image.includes(agent.slice(0, 100))) {
        const cause = '`begin` does not pass ctx.header("User-Agent") to `create`, or `create` does not store it.';
        fail('The database does not contain the User-Agent header.', 'the column user_agent has it', cause);
      }
      if (image.includes(agent.slice(0, 201))) {
        const cause = 'the header is stored as it is, and a client can send one of many kilobytes: slice(0, 200).';
        fail('The column user_agent has more than 200 characters.', 'at most 200', cause);
      }
    },
    slow,
  );

  check(
    'without the right password, no session begins',
    async (app) => {
      const { wrongPassword, unknownEmail, noPassword } = await (await blog(app)).refusals;
      const because = '`begin` no longer responds with 401 if Credentials.check returns undefined.';
      wrongPassword.error(401, 'Invalid credentials', because);
      unknownEmail.error(401, 'Invalid credentials', because);
      noPassword.error(400, 'Invalid request', 'the body is not bound to LoginDTO.');
      for (const answer of [wrongPassword, unknownEmail, noPassword]) {
        const tooEarly = 'the session is created before the credentials are checked.';
        answer.expect(!answer.headers.has('set-cookie'), 'no Set-Cookie', tooEarly);
      }
    },
    { alreadyTrue: true, ...slow },
  );

  check(
    'a sign-in stores a session, and removes those that have expired',
    async (app) => {
      const { signIns } = await (await blog(app)).signIns;
      const queries = queriesOf(signIns[0]!);
      if (!queries.some((sql) => isOnSessions('insert', sql))) {
        fail('A sign-in inserts no session.', 'insert into sessions …', '`begin` does not call sessions.create(…).');
      }
      if (!queries.some((sql) => isOnSessions('delete', sql, 'created_at'))) {
        const cause = '`create` does not call this.removeExpired(), so the table grows forever.';
        fail('A sign-in does not remove the sessions that have expired.', 'this.removeExpired() in `create`', cause);
      }
    },
    slow,
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check(
    "the cookie lasts a day, scripts can't read it, and forms on other sites can't send it",
    async (app) => {
      const [, signIn] = (await (await blog(app)).signIns).signIns as [Answer, Answer];
      signIn.status(200);
      expectInCookie(signIn, /; Max-Age=86400(;|$)/i, 'Max-Age=86400', whyNoMaxAge);
      expectInCookie(signIn, /; HttpOnly(;|$)/i, 'HttpOnly', 'httpOnly is false, so every script can read the cookie.');
      expectInCookie(signIn, /; SameSite=Lax(;|$)/i, 'SameSite=Lax', 'sameSite has another value.');
      expectInCookie(
        signIn,
        /^(?!.*; Domain=)/i,
        'no Domain',
        'the option `domain` sends the cookie to all subdomains as well. Without it, only this host gets the cookie.',
      );
    },
    slow,
  );

  check(
    'the cookie is Secure, unless NODE_ENV is development',
    async (app) => {
      const [, signIn] = (await (await blog(app)).signIns).signIns as [Answer, Answer];
      expectInCookie(signIn.status(200), /; Secure(;|$)/i, 'Secure', whyNotSecure);
      const { inStaging } = await (await blog(app)).staging;
      expectInCookie(
        inStaging.status(200),
        /; Secure(;|$)/i,
        'Secure, with NODE_ENV=staging',
        '`secure` lists the environments that are safe, and this one is not among them. Only `development` may switch it off.',
      );
      const { signedIn } = await (await development(app)).idle;
      signedIn
        .status(200)
        .expect(
          !/; Secure(;|$)/i.test(signedIn.headers.get('set-cookie') ?? ''),
          `no Secure with NODE_ENV=development; the Set-Cookie is "${signedIn.headers.get('set-cookie')}"`,
          '`secure` does not depend on NODE_ENV. Over http://, some browsers refuse a Secure cookie.',
        );
    },
    slow,
  );
});

step(3, (check) => {
  check(
    'the session id of a sign-in opens GET /auth/session, and an unknown one is 401 Invalid session',
    async (app) => {
      const { unknown, shown, withDigest } = await (await blog(app)).shows;
      expectInvalid(unknown, 'SessionAuth continues although `find` returned undefined.');
      shown.status(200, whyNotFound);
      expectInvalid(
        withDigest,
        'the cookie contains the digest from the table, and `find` also compares the row with `id` itself. Compare it with digest(id) only.',
      );
    },
    slow,
  );

  check(
    'GET /auth/session shows whose session it is, and since when',
    async (app) => {
      const { shown, shownBen, anna, ben, earliest, latest } = await (await blog(app)).shows;
      for (const [answer, { user }] of [
        [shown, anna],
        [shownBen, ben],
      ] as const) {
        answer
          .status(200, whyNotFound)
          .fields({ user_id: user.id }, 'this is not the user who signed in.')
          .fields(
            { created_at: (time: unknown) => isTime(time, earliest, latest) },
            'created_at is not the time of the sign-in in the format of toISOString().',
          )
          .expect(
            Object.keys(answer.body).length === 2,
            'exactly user_id and created_at',
            'the handler returns the whole session. Its other fields are for the list of step 6.',
          );
      }
    },
    slow,
  );

  check(
    'SessionAuth stores the session and its user in the context',
    async (app) => {
      const { shown, anna } = await (await blog(app)).shows;
      shown.status(200, whyNotFound);
      const set = shown.trace?.steps.filter(({ kind }) => kind === 'set') ?? [];
      const { id, email, role } = anna.user;
      for (const [key, value] of Object.entries({ user_id: id, user_email: email, user_role: role, session: '' })) {
        const found = set.find(({ name }) => name === key);
        if (found?.value?.includes(String(value).slice(0, 8))) continue;
        const keys = set.map(({ name }) => name).join(', ') || 'nothing';
        const problem =
          found === undefined ? `SessionAuth stored ${keys}.` : `The value of "${key}" is ${found.value}.`;
        const cause =
          found?.value === 'undefined'
            ? '`user` is a promise: an `await` is missing before this.users.find(…).'
            : `ctx.set('${key}', …) ${found === undefined ? 'is missing.' : 'gets the wrong value.'}`;
        const expected = value === '' ? 'the session' : JSON.stringify(value);
        fail(problem, `ctx.set('${key}', …) with ${expected}`, cause);
      }
    },
    slow,
  );

  check(
    'the role is the one in the table at the time of the request',
    async (app) => {
      const { promoted } = await (await blog(app)).promotion;
      promoted.status(200, whyNotFound);
      const role = promoted.trace?.steps.find(({ kind, name }) => kind === 'set' && name === 'user_role')?.value;
      promoted.expect(
        role?.includes('editor') === true,
        `user_role to be "editor", the role that has just been written to the table; it is ${role}`,
        'the role was stored when the session was created. Read the user with this.users.find(…) for every request.',
      );
    },
    slow,
  );

  check(
    'a session whose user no longer exists is 401 Invalid session',
    async (app) => {
      const { beforeIt, afterwards } = await (await blog(app)).disappearance;
      beforeIt.status(200, whyNotFound);
      const because = 'users.find(…) returned undefined, and SessionAuth continues with the user_id of the session.';
      afterwards.error(401, 'Invalid session', because);
    },
    slow,
  );

  check(
    'a session ends after 24 hours, even if it is used',
    async (app) => {
      const { beforeTheEnd, afterTheEnd } = await (await blog(app)).days;
      beforeTheEnd.status(
        200,
        unlessMissing('after 23 hours and 59 minutes, `find` does not return the session any more.'),
      );
      expectInvalid(afterTheEnd, [
        '`find` does not compare created_at with this.ago(sessionLifetime).',
        'created_at changes when the session is used.',
      ]);
    },
    slow,
  );

  check(
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request',
    async (app) => {
      const { used, usedAgain, unused, afterRefusal } = await (await development(app)).idle;
      used.status(200, unlessMissing('the last request was 29 minutes ago, and the session has ended.'));
      usedAgain.status(
        200,
        unlessMissing('the last request was 29 minutes ago, but `find` does not call this.touch(session).'),
      );
      expectInvalid(unused, '`find` does not compare last_used_at with this.ago(this.idleTimeout).');
      expectInvalid(
        afterRefusal,
        'the session had ended, but the refused request counted as a use of it. `find` calls this.touch(session) before it has checked the timeouts.',
      );
    },
    slow,
  );

  examine(check, api, 3);
});

step(4, (check) => {
  check(
    "the session opens the blog's own routes",
    async (app) => {
      const { created, mine, anna } = await (await blog(app)).posts;
      created
        .status(201, whyNotAccepted)
        .fields({ author_id: anna.user.id }, 'the author is not the user of the session.');
      mine
        .status(200, whyNotAccepted)
        .expect(
          Array.isArray(mine.body) && mine.body.some(({ id }) => id === created.body.id),
          'an array with the post that was written with the same cookie',
          'the user_id in the context is not that of the session.',
        );
    },
    slow,
  );

  check(
    'Accept chooses, and it is the only middleware of these routes',
    async (app) => {
      const { mine, onlySessions, onlyTokens, otherOrder } = await (await blog(app)).posts;
      const layers = mine.trace?.steps.filter(({ kind }) => kind === 'middleware').map(({ name }) => name) ?? [];
      if (layers.join() !== 'Accept') {
        const cause = 'the group in posts.controller.ts does not say middlewares: [accept(BearerAuth, SessionAuth)].';
        fail(`GET /my-posts passes through ${layers.join(', ') || 'no middleware'}.`, 'Accept', cause);
      }
      const because = (way: string) =>
        `this request was handled as if the route said accept(${way}), and another credential opened it. Accept ignores the list of its route: choose among \`ways\`.`;
      onlySessions.error(401, 'Not authenticated', because('SessionAuth'));
      onlyTokens.error(401, 'Missing authorization header', because('BearerAuth'));
      otherOrder.status(
        200,
        'this request has a token, and was handled as if the route said accept(SessionAuth, BearerAuth). Accept relies on one order of the list: choose the first of `ways` whose isPresent(ctx) is true.',
      );
    },
    slow,
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check(
    'DELETE /auth/session ends the session, not only the cookie',
    async (app) => {
      const { beforeDelete, deleted, afterDelete } = await (await blog(app)).ends;
      beforeDelete.status(200, whySignedOut);
      expectEnd(deleted, afterDelete);
    },
    slow,
  );

  check(
    'POST /auth/logout ends the session, too',
    async (app) => {
      const { beforeLogout, loggedOut, afterLogout, elsewhere } = await (await blog(app)).ends;
      beforeLogout.status(200, whySignedOut);
      expectEnd(loggedOut, afterLogout);
      elsewhere.status(200, 'the session on another device has ended, too. Destroy only the session of the cookie.');
    },
    slow,
  );

  check(
    'without a session, signing out is 204, and nobody else is signed out',
    async (app) => {
      const { deletedNothing, loggedOutNothing, benAfterwards } = await (await blog(app)).ends;
      for (const answer of [deletedNothing, loggedOutNothing]) {
        answer
          .status(204, unlessMissing('the route has a middleware that refuses requests without a session.'))
          .text('');
      }
      benAfterwards.status(
        200,
        unlessMissing('`destroy` deletes more than one session: its `where` does not name the id.'),
      );
    },
    slow,
  );

  check(
    'signing in again gives a new session id, and ends the session before it',
    async (app) => {
      const { oldId, signedInAgain, oldOne, newOne } = await (await blog(app)).again;
      signedInAgain.status(200).expect(idIn(signedInAgain) !== oldId, 'a session_id other than the one sent', adopted);
      newOne.status(
        200,
        unlessMissing('the new session was destroyed as well: destroy the old one before you create the new one.'),
      );
      expectInvalid(oldOne, '`begin` does not destroy the session of the cookie that the browser sent.');
    },
    slow,
  );

  check(
    "signing in with somebody else's session id in the cookie doesn't adopt it",
    async (app) => {
      const { thiefs, victim, withThiefs, planted, signedInPlanted, withPlanted } = await (await blog(app)).fixation;
      victim.status(200).expect(idIn(victim) !== thiefs, "a session_id other than the thief's", adopted);
      if (withThiefs.code === 200) {
        const isVictim = withThiefs.body.user_id === victim.body.user?.id;
        withThiefs.error(401, 'Invalid session', isVictim ? adopted : 'the session of the cookie was not destroyed.');
      }
      signedInPlanted.status(200).expect(idIn(signedInPlanted) !== planted, 'a new session_id', adopted);
      expectInvalid(withPlanted, adopted);
    },
    slow,
  );

  check(
    'a failed sign-in leaves the session alone',
    async (app) => {
      const { failedAgain, afterFailure } = await (await blog(app)).again;
      failedAgain.error(401, 'Invalid credentials');
      afterFailure.status(200, unlessMissing('`begin` destroys the old session before it has checked the password.'));
    },
    slow,
  );

  check(
    'the attack "copied-cookie" is blocked',
    async (app) => (await (await development(app)).program).attack(copiedCookie),
    slow,
  );

  examine(check, api, 5);
});

step(6, (check) => {
  check(
    'GET /auth/sessions lists my sessions, and marks the current one',
    async (app) => {
      const { list, phone, laptop, benList, benId } = await (await blog(app)).management;
      list.status(200, whyNotListed);
      const sessions = Array.isArray(list.body) ? (list.body as Listed[]) : [];
      list.expect(Array.isArray(list.body) && sessions.length === 2, 'an array with two sessions', whyOthersListed);
      list.expect(
        sessions.map(({ user_agent }) => user_agent).join() === 'Laptop,Phone',
        'the session of "Laptop" and then that of "Phone", which is older',
        'the sessions are not sorted with the newest first, or user_agent is missing.',
      );
      for (const session of sessions) {
        const fields = Object.keys(session).sort().join(', ');
        const wanted = 'created_at, current, id, last_used_at, user_agent';
        list.expect(fields === wanted, `exactly the fields ${wanted}`, `the fields are ${fields}.`);
      }
      list.expect(
        ![phone, laptop].some((id) => list.content.includes(id)),
        'no session id in the list',
        'the list contains the session id itself. The id of the row is its digest.',
      );
      list.expect(
        sessions.map(({ current }) => current).join() === 'true,false',
        'current: true for the session of this request only',
        '`current` does not compare the id of the row with that of the session in the context.',
      );
      benList
        .status(200)
        .expect(
          benList.body.length === 1 && benList.body[0].id === digestOf(benId),
          'one session, with the digest of its session id as the id',
          'the list contains sessions of other users.',
        );
    },
    slow,
  );

  check(
    'DELETE /auth/sessions/:id ends that session, if it is mine',
    async (app) => {
      const { byBen, phoneStill, byAnna, phoneAfter, laptopAfter } = await (await blog(app)).management;
      byBen.status(204, ({ code }) =>
        code === 501
          ? '`end` in src/auth/sessions.service.ts still throws HttpError(501).'
          : code === 403
            ? 'the response tells another user that the session exists and belongs to somebody else.'
            : undefined,
      );
      phoneStill.status(200, unlessMissing('another user ended it. The `where` of `end` does not name the user.'));
      byAnna.status(204).text('');
      expectInvalid(phoneAfter, '`end` deletes nothing: the id in the path is the id of the row already.');
      laptopAfter.status(200, unlessMissing('`end` deletes more than the session with this id.'));
    },
    slow,
  );

  check(
    'DELETE /auth/sessions ends all of my sessions except the current one',
    async (app) => {
      const { others, tabletAfter, laptopStays, benStays } = await (await blog(app)).management;
      others.status(204, whyOthersStay).text('');
      expectInvalid(tabletAfter, '`endOthers` leaves a session of the user alive.');
      laptopStays.status(200, unlessMissing('`endOthers` ends the current session as well.'));
      benStays.status(
        200,
        unlessMissing('`endOthers` ends the sessions of other users: its `where` does not name the user.'),
      );
    },
    slow,
  );

  check(
    'with a bearer token, DELETE /auth/sessions ends all sessions',
    async (app) => {
      const { byToken, laptopAtLast } = await (await blog(app)).management;
      byToken.status(204, (answer) =>
        answer.code === 500
          ? 'a request with a token has no session in the context: ctx.get(…) returns undefined.'
          : answer.code === 401
            ? 'the routes do not accept BearerAuth.'
            : whyOthersStay(answer),
      );
      expectInvalid(laptopAtLast, 'a request with a token has no current session, so every session has to end.');
    },
    slow,
  );

  check(
    'sessions that have timed out are not listed',
    async (app) => {
      const { idleList } = await (await development(app)).idle;
      idleList
        .status(200, whyNotListed)
        .expect(idleList.body.length === 1, 'one session: the other has timed out', '`list` ignores the idle timeout.');
      const { listOfTheDead } = await (await blog(app)).days;
      listOfTheDead.status(200).json([], 'these sessions are more than 24 hours old: `list` ignores sessionLifetime.');
    },
    slow,
  );

  check(
    'the attack "lost-phone" is blocked',
    async (app) => (await (await development(app)).program).attack(lostPhone),
    slow,
  );

  examine(check, api, 6);
  examineApplication(check, api);
});

const adopted =
  'the sign-in keeps the session id that the browser sent. Somebody else may have put it there, and would then know it. Create a new one.';
const whySignInFailed = ({ code }: Answer) =>
  code === 500
    ? 'a second session could not be inserted, because the id of its row is not new. It has to be digest(id).'
    : undefined;
const whyNoMaxAge =
  'maxAge is missing, or it is not 24 hours in seconds. Without it, the cookie lasts until the browser closes.';
const whyNotSecure =
  '`secure` is missing, or it is true only for some values of NODE_ENV. Here NODE_ENV is not set, as on a server where somebody forgot it. Compare with "development", so that forgetting is safe.';
const whySignedOut = unlessMissing([
  'a sign-in on another device ended this session: `begin` may only destroy the session of the cookie that the browser sent.',
  'signing out on another device ended this session: `destroy` may only delete the row of one session id.',
]);
const whyNotListed = unlessMissing('the routes do not accept SessionAuth.');
const whyOthersListed =
  'the `where` of `list` does not name the user, or a sign-in ended the session on the other device.';
const whyOthersStay = ({ code }: Answer) =>
  code === 501 ? '`endOthers` in src/auth/sessions.service.ts still throws HttpError(501).' : undefined;

/** If there is no such route, that is the cause, and the check names it by itself. */
function unlessMissing(because: string | readonly string[]) {
  return ({ code }: Answer) => (code === 404 ? undefined : because);
}

function whyNotFound({ content, trace }: Answer): string | undefined {
  if (content.includes('Not authenticated')) {
    return 'the cookie of the request is empty, because the sign-in sent no session id (see step 1), or `isPresent` ignores the cookie.';
  }
  if (!content.includes('Invalid session')) return undefined;
  const query = trace?.steps.find(({ kind, name }) => kind === 'query' && isOnSessions('select', name));
  if (query === undefined) return 'SessionAuth does not call this.sessions.find(…), so `session` is always undefined.';
  return query.rows === 1
    ? '`find` has found the row, and SessionAuth has no user: `find` does not return the session, or this.users.find(session.user_id) is missing.'
    : '`find` does not find the session: compare the id with digest(id), and select rows whose times are later than this.ago(…).';
}

function whyNotAccepted({ code, content }: Answer): string | undefined {
  if (content.includes('Missing authorization header')) {
    return 'the request has the cookie, and BearerAuth decided. Does the group say accept(BearerAuth, SessionAuth), and does Accept look for the way with isPresent?';
  }
  return code === 401 ? 'the session is refused: see step 3.' : undefined;
}

interface Listed {
  id: string;
  user_agent: string;
  current: boolean;
}

interface Body {
  email: string;
  password: string;
  name: string;
}

interface Person extends Body {
  user: Record<string, unknown>;
  token: string;
}

const blog = (app: Session) => app.once(tellBlog);
const development = (app: Session) => app.once(tellDevelopment);

/** Everything that happens in one run of the program, in which two days pass. NODE_ENV is not set. */
async function tellBlog(app: Session) {
  const file = join(await app.folder(), 'blog.db');
  const program = app.fresh({
    BCRYPT_COST: '4',
    NODE_ENV: '',
    TRELLIS_TRACE: '1',
    DATABASE_URL: `file:${file}`,
    TRELLIS_OBSERVER: observer,
  });
  const { show, signIn, idOf } = browser(program);
  const people = Promise.all([register(program), register(program)]);
  const agent = `Reader/${random.word()} ${'x'.repeat(400)}`;

  return inTurn({
    signIns: async () => {
      const [anna, ben] = await people;
      const earliest = Date.now();
      const signIns = [await signIn(anna, { agent })];
      await copyDatabase(file, `${file}.copy`).catch(() => {});
      const image = await readFile(`${file}.copy`).catch(() => Buffer.alloc(0));
      while (signIns.length < 6) signIns.push(await signIn(anna));
      // One more round trip, as in `end`. Not later: a library calls Math.random() to format the stack of an error.
      await program.get('/posts');
      return { anna, ben, signIns, image, agent, earliest, output: await program.output() };
    },
    staging: async () => {
      const [anna] = await people;
      // There is no such route. The observer in the program changes its NODE_ENV when it sees the request.
      await program.get('/environment/staging');
      await program.get('/posts');
      const inStaging = await signIn(anna);
      await program.get('/environment/');
      await program.get('/posts');
      return { inStaging };
    },
    refusals: async () => {
      const [anna] = await people;
      return {
        wrongPassword: await signIn({ ...anna, password: random.sentence() }),
        unknownEmail: await signIn({ ...anna, email: random.email() }),
        noPassword: await program.post('/auth/session', { email: anna.email }),
      };
    },
    shows: async () => {
      const [anna, ben] = await people;
      const earliest = Date.now();
      const [annas, bens] = [await idOf(anna), await idOf(ben)];
      const latest = Date.now();
      const [shown, shownBen] = [await show(annas), await show(bens)];
      const [unknown, withDigest] = [await show(randomUUID()), await show(digestOf(annas))];
      return { anna, ben, earliest, latest, shown, shownBen, unknown, withDigest };
    },
    promotion: async () => {
      const reader = await register(program);
      const id = await idOf(reader);
      // There is no such route. The observer in the program changes the table when it sees the request.
      await program.get(`/promote/${reader.user.id}`);
      return { promoted: await show(id) };
    },
    disappearance: async () => {
      const reader = await register(program);
      const id = await idOf(reader);
      const beforeIt = await show(id);
      // The same goes for this one.
      await program.get(`/vanish/${reader.user.id}`);
      return { beforeIt, afterwards: await show(id) };
    },
    posts: async () => {
      const [anna] = await people;
      const mine = cookie(await idOf(anna));
      const created = await program.post('/posts', aPost(), mine);
      const bearer = { Authorization: `Bearer ${anna.token}` };
      return {
        anna,
        created,
        mine: await program.get('/my-posts', mine),
        // The observer in the program replaces the list of the route with these ways.
        onlySessions: await program.get('/my-posts', { headers: { ...bearer, 'X-Ways': 'SessionAuth' } }),
        onlyTokens: await program.get('/my-posts', { headers: { ...mine.headers, 'X-Ways': 'BearerAuth' } }),
        otherOrder: await program.get('/my-posts', { headers: { ...bearer, 'X-Ways': 'SessionAuth,BearerAuth' } }),
      };
    },
    ends: async () => {
      const [anna, ben] = await people;
      const [toDelete, toLogOut, other, bens] = [await idOf(anna), await idOf(anna), await idOf(anna), await idOf(ben)];
      return {
        beforeDelete: await show(toDelete),
        deleted: await program.delete('/auth/session', cookie(toDelete)),
        afterDelete: await show(toDelete),
        beforeLogout: await show(toLogOut),
        loggedOut: await program.post('/auth/logout', undefined, cookie(toLogOut)),
        afterLogout: await show(toLogOut),
        elsewhere: await show(other),
        deletedNothing: await program.delete('/auth/session'),
        loggedOutNothing: await program.post('/auth/logout'),
        benAfterwards: await show(bens),
      };
    },
    again: async () => {
      const [anna] = await people;
      const oldId = await idOf(anna);
      const signedInAgain = await signIn(anna, { id: oldId });
      return {
        oldId,
        signedInAgain,
        oldOne: await show(oldId),
        newOne: await show(idIn(signedInAgain)),
        failedAgain: await signIn({ ...anna, password: random.sentence() }, { id: idIn(signedInAgain) }),
        afterFailure: await show(idIn(signedInAgain)),
      };
    },
    /** The thief signs in, and plants the cookie in the browser of the victim, who then signs in. */
    fixation: async () => {
      const [victim, thief] = await people;
      const [thiefs, planted] = [await idOf(thief), randomUUID()];
      const signedIn = await signIn(victim, { id: thiefs });
      const withThiefs = await show(thiefs);
      const signedInPlanted = await signIn(victim, { id: planted });
      return { thiefs, victim: signedIn, withThiefs, planted, signedInPlanted, withPlanted: await show(planted) };
    },
    days: async () => {
      const [anna] = await people;
      const lasting = await idOf(anna);
      await program.advance({ hours: 23, minutes: 59 });
      const beforeTheEnd = await show(lasting);
      await program.advance({ minutes: 2 });
      const afterTheEnd = await show(lasting);
      // A login, because signing in would remove the rows of sessions that have expired.
      const login = await program.post('/auth/login', { email: anna.email, password: anna.password });
      const token = login.status(200).body.token;
      const listOfTheDead = await program.get('/auth/sessions', { headers: { Authorization: `Bearer ${token}` } });
      return { beforeTheEnd, afterTheEnd, listOfTheDead };
    },
    management: async () => {
      const [owner, ben] = [await register(program), await register(program)];
      const phone = await idOf(owner, { agent: 'Phone' });
      const laptop = await idOf(owner, { agent: 'Laptop' });
      const benId = await idOf(ben);
      const list = await program.get('/auth/sessions', cookie(laptop));
      const phoneRow = digestOf(phone);
      const seen = {
        phone,
        laptop,
        list,
        benId,
        benList: await program.get('/auth/sessions', cookie(benId)),
        byBen: await program.delete(`/auth/sessions/${phoneRow}`, cookie(benId)),
        phoneStill: await show(phone),
        byAnna: await program.delete(`/auth/sessions/${phoneRow}`, cookie(laptop)),
        phoneAfter: await show(phone),
        laptopAfter: await show(laptop),
      };
      const tablet = await idOf(owner, { agent: 'Tablet' });
      return {
        ...seen,
        others: await program.delete('/auth/sessions', cookie(laptop)),
        tabletAfter: await show(tablet),
        laptopStays: await show(laptop),
        benStays: await show(benId),
        byToken: await program.delete('/auth/sessions', { headers: { Authorization: `Bearer ${owner.token}` } }),
        laptopAtLast: await show(laptop),
      };
    },
  });
}

/** A developer's machine, with an idle timeout of half an hour. */
async function tellDevelopment(app: Session) {
  const program = app.fresh({ BCRYPT_COST: '4', NODE_ENV: 'development', SESSION_IDLE_MINUTES: '30' });
  const { show, signIn } = browser(program);
  const anna = await register(program);
  return inTurn({
    idle: async () => {
      const signedIn = await signIn(anna);
      const id = idIn(signedIn);
      await program.advance({ minutes: 29 });
      const used = await show(id);
      await program.advance({ minutes: 29 });
      const usedAgain = await show(id);
      await program.advance({ minutes: 31 });
      const unused = await show(id);
      const afterRefusal = await show(id);
      const idleList = await program.get('/auth/sessions', cookie(idIn(await signIn(anna))));
      return { signedIn, used, usedAgain, unused, afterRefusal, idleList };
    },
    program: async () => program,
  });
}

function browser(program: Session) {
  const show = (id: string) => program.get('/auth/session', cookie(id));
  const signIn = ({ email, password }: Body, { id = '', agent = 'Check' } = {}) =>
    program.post(
      '/auth/session',
      { email, password },
      { headers: { ...(id && cookie(id).headers), 'User-Agent': agent } },
    );
  const idOf = async (body: Body, options?: { agent: string }) => idIn(await signIn(body, options));
  return { show, signIn, idOf };
}

/**
 * Runs inside the program, and reports where its own code gets random numbers, and how many bits.
 */
const observer = `
  import { subscribe } from 'node:diagnostics_channel';
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  // The caller, apart from packages such as uuid. The framework, bcrypt and the ids of users use node:crypto as well.
  const isOwnCode = () => {
    const frames = new Error().stack.split('\\n').slice(1).filter((frame) => !/data:|node:|node_modules/.test(frame));
    return /[/\\\\]auth[/\\\\](?!bcrypt)/.test(frames[0]);
  };
  const bits = {
    randomUUID: () => 122,
    randomBytes: (size) => size * 8,
    randomInt: (min, max) => Math.log2(typeof max === 'number' ? max - min : min),
    randomFillSync: (array, offset = 0, size = array.byteLength - offset) => size * 8,
    getRandomValues: (array) => array.byteLength * 8,
  };
  const watch = (owner, name, word) => {
    const draw = owner[name];
    const value = function (...args) {
      if (isOwnCode()) console.log(word + ' ' + (bits[name]?.(...args) ?? ''));
      return draw.apply(this, args);
    };
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  watch(Math, 'random', 'MATH.RANDOM');
  for (const name of ['randomUUID', 'randomBytes', 'randomInt', 'randomFillSync']) watch(crypto, name, 'CRYPTO');
  for (const name of ['randomUUID', 'getRandomValues']) watch(Object.getPrototypeOf(crypto.webcrypto), name, 'CRYPTO');
  syncBuiltinESMExports();
  subscribe('trellis:listening', async ({ app, built }) => {
    const find = (name) => built.map(({ instance }) => instance).find((one) => one?.constructor?.name === name);
    const accept = find('Accept');
    const handle = accept.handle.bind(accept);
    accept.handle = (ctx, next, ways) => {
      const names = ctx.header('X-Ways').split(',').filter(Boolean);
      const listed = names.map((wanted) => ways.find(({ name }) => name === wanted));
      return handle(ctx, next, names.length > 0 ? listed : ways);
    };
    const users = find('UsersService');
    const findUser = users.find.bind(users);
    const gone = new Set();
    users.find = async (id) => (gone.has(id) ? undefined : findUser(id));
    const { Database } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
    const db = app.get(Database);
    subscribe('trellis:request', ({ path }) => {
      if (path.startsWith('/environment/')) process.env.NODE_ENV = path.split('/')[2];
      if (path.startsWith('/vanish/')) gone.add(path.split('/')[2]);
      if (path.startsWith('/promote/')) void db.run\`update users set role = 'editor' where id = \${path.split('/')[2]}\`;
    });
  });
`;

function bitsDrawnIn(output: string): number {
  return [...output.matchAll(/CRYPTO ([\d.]+)/g)].reduce((sum, [, bits]) => sum + Number(bits), 0);
}

/** A session that ends because it signs out or in, as opposed to one that has expired. */
function isDestroy(sql: string): boolean {
  return isOnSessions('delete', sql, 'id') && statementOf(sql).columns.length === 1;
}

/** Whether a statement does this to the table of sessions. If a column is given, its `where` compares that column. */
function isOnSessions(verb: string, sql: string, column?: string): boolean {
  const statement = statementOf(sql);
  const isMine = column === undefined || statement.columns.includes(column);
  return statement.verb === verb && statement.table === 'sessions' && isMine;
}

function queriesOf(answer: Answer): string[] {
  const queries = answer.trace?.steps.filter(({ kind }) => kind === 'query') ?? [];
  return queries.map(({ name }) => name.replaceAll(/\s+/g, ' ').trim());
}

async function register(program: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.sentence() };
  const { user, token } = (await program.post('/auth/register', body)).status(201, 'registering no longer works.').body;
  return { ...body, user, token };
}

/** At least 120 bits that differ from one id to the next: a UUID of version 4 has 122, and more is welcome. */
function expectRandom(signIns: Answer[], { user }: Person): void {
  const ids = signIns.map(idIn);
  const [first] = signIns as [Answer];
  const [id] = ids as [string];
  first.expect(!id.includes('Promise'), 'a session id', 'this is a promise: `create` is called without `await`.');
  first.expect(!ids.includes(String(user.id)), 'a session id that is not the id of the user', guessable);
  const because = '`create` does not generate an id for each session.';
  first.expect(new Set(ids).size === ids.length, 'a different session id for every sign-in', because);
  const length = Math.min(...ids.map((each) => each.length));
  const varying = Array.from({ length }, (_, at) => at).filter((at) => new Set(ids.map((each) => each[at])).size > 1);
  const bits = varying.length * bitsPerCharacter(ids.join(''));
  first.expect(bits >= 120, `about 128 random bits; six sign-ins differ in about ${Math.floor(bits)}`, guessable);
}

const guessable =
  'an attacker can guess parts of this session id, or try all possible ones. randomUUID() has 122 random bits, and randomBytes(32).toString("base64url") has 256.';

function bitsPerCharacter(characters: string): number {
  if (/^[\d-]*$/.test(characters)) return Math.log2(10);
  if (/^[\da-f-]*$/i.test(characters)) return 4;
  return /^[\da-z-]*$/.test(characters) ? 5 : 6;
}

function expectEnd(ended: Answer, afterwards: Answer): void {
  ended.status(204, ({ code }) => (code === 200 ? 'the handler returns something.' : undefined)).text('');
  const because = 'the browser keeps the cookie: send an empty value with maxAge 0.';
  expectInCookie(ended, /^session_id=(;|$)/, 'an empty session_id', because);
  expectInCookie(ended, /; (Max-Age=0|Expires=Thu, 01 Jan 1970[^;]*)(;|$)/i, 'Max-Age=0', because);
  expectInCookie(
    ended,
    /; Path=\/(;|$)/i,
    'Path=/',
    'with another path, this is another cookie, and the old one stays.',
  );
  expectInvalid(
    afterwards,
    queriesOf(ended).some(isDestroy)
      ? 'the `delete` of `destroy` matches no row: compare the id of the row with digest(id).'
      : 'only the cookie was cleared, and a copy of it still works: destroy the session.',
  );
}

/** If an unknown session gets past SessionAuth, that is the cause, whatever the handler makes of it. */
function expectInvalid(answer: Answer, because: string | readonly string[]): void {
  const isUnknown = answer.code === 500 || (answer.code === 200 && answer.content === '{}');
  // "… is undefined" is about a value of a query. The failure names any other error, such as one in the SQL.
  const thrown = answer.trace?.error ?? '';
  const promise =
    '`session` is a promise, and a promise is never undefined: an `await` is missing before this.sessions.find(…), or before this.db.get in `find`.';
  const anyway =
    '`find` returned undefined, and SessionAuth reads session.user_id anyway. Look for the user only if there is a session.';
  const cause = thrown.includes("of undefined (reading 'user_id')")
    ? anyway
    : thrown.includes('is undefined')
      ? [promise, anyway]
      : answer.code === 200
        ? promise
        : undefined;
  answer.error(401, 'Invalid session', isUnknown ? cause : unlessMissing(because));
}

function expectInCookie(answer: Answer, pattern: RegExp, words: string, because: string): void {
  const cookie = answer.headers.get('set-cookie');
  const actual = cookie === null ? 'there is none' : `it is "${cookie}"`;
  answer.expect(cookie !== null && pattern.test(cookie), `a Set-Cookie with ${words}; ${actual}`, because);
}

function fail(problem: string, expected: string, cause: string): never {
  throw new CheckFailure({ problem, expected, cause });
}

/** The session id in a Set-Cookie, or an empty string. */
function idIn(answer: Answer): string {
  return /^session_id=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

function cookie(id: string) {
  return { headers: { Cookie: `session_id=${id}` } };
}

/** Of the session id that a cookie contains: a browser stores it as it was sent, and the framework has encoded it. */
function digestOf(id: string): string {
  return createHash('sha256').update(decodeURIComponent(id)).digest('hex');
}

function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

function isTime(value: unknown, earliest: number, latest: number): boolean {
  const time = new Date(String(value));
  const isIso = !Number.isNaN(time.getTime()) && time.toISOString() === value;
  return isIso && time.getTime() >= earliest && time.getTime() <= latest;
}
