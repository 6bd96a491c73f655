import { randomUUID } from 'node:crypto';
import { chapter, random, type Session } from '#check';

const { step } = chapter(import.meta.url);

/** For busy machines. The passwords themselves are cheap here. */
const slow = { deadline: 30_000 };

step(1, (check) => {
  check(
    'POST /auth/session answers with the user, and with nothing else',
    async (app) => {
      const { signedIn, anna } = await app.once(live);
      signedIn
        .status(200)
        .json({ user: anna.user }, 'the body has the user only. The identifier of the session travels in the cookie.');
    },
    { alreadyTrue: true, ...slow },
  );

  check(
    'the cookie session_id carries a random identifier',
    async (app) => {
      const { signedIn, elsewhere, anna } = await app.once(live);
      expectInCookie(
        signedIn.status(200),
        /^session_id=[^;]/,
        'session_id=…',
        'setSessionCookie(ctx, …) sets it. Does `begin` call it before it returns?',
      );
      const [first, second] = [idIn(signedIn), idIn(elsewhere)];
      signedIn.expect(first !== anna.user?.id, 'an identifier that is not the id of the user', guessable);
      expectInCookie(
        signedIn,
        /^session_id=[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}(;|$)/i,
        'a random UUID as the identifier',
        first.includes('Promise') ? 'this is a promise, not an identifier: is `create` awaited?' : guessable,
      );
      expectInCookie(
        signedIn,
        /; Path=\/(;|$)/i,
        'Path=/',
        'with another path, most requests come without the cookie.',
      );
      elsewhere.expect(first !== second, 'another identifier for each session', 'make a new one for each session.');
    },
    slow,
  );

  check(
    'without the right password there is no session',
    async (app) => {
      const { wrongPassword, unknownEmail, noPassword } = await app.once(live);
      const because = 'the credentials are checked as in login: Credentials.check, and undefined is 401.';
      wrongPassword.error(401, 'Invalid credentials', because);
      unknownEmail.error(401, 'Invalid credentials', because);
      noPassword.error(400, 'Invalid request', 'the body is a LoginDTO, as in login.');
      for (const answer of [wrongPassword, unknownEmail, noPassword]) {
        answer.expect(!answer.headers.has('set-cookie'), 'no Set-Cookie', 'the session begins before the check.');
      }
    },
    { alreadyTrue: true, ...slow },
  );
});

step(2, (check) => {
  check(
    'the cookie lasts a day, and is kept from scripts and from other sites',
    async (app) => {
      const { signedIn } = await app.once(live);
      signedIn.status(200);
      expectInCookie(
        signedIn,
        /; Max-Age=86400(;|$)/i,
        'Max-Age=86400',
        'maxAge is 24 hours, in seconds. Without it the cookie goes when the browser closes.',
      );
      expectInCookie(
        signedIn,
        /; HttpOnly(;|$)/i,
        'HttpOnly',
        'any script on the page could read it, and send it away.',
      );
      expectInCookie(signedIn, /; SameSite=Lax(;|$)/i, 'SameSite=Lax', 'the README says `lax`, and why.');
    },
    slow,
  );

  check(
    'the cookie is Secure in production, and only there',
    async (app) => {
      const { signedIn, inProduction } = await app.once(live);
      expectInCookie(
        inProduction.status(200),
        /; Secure(;|$)/i,
        'Secure',
        'this program was started with NODE_ENV=production. Over plain HTTP, everybody on the way could read it.',
      );
      signedIn
        .status(200)
        .expect(
          !/; Secure(;|$)/i.test(signedIn.headers.get('set-cookie') ?? ''),
          `no Secure outside of production; the Set-Cookie is "${signedIn.headers.get('set-cookie')}"`,
          'a browser may drop a Secure cookie that comes over http://, even on your own machine. Look at NODE_ENV.',
        );
    },
    slow,
  );
});

step(3, (check) => {
  check(
    'without a cookie the answer is 401 Not authenticated',
    async (app) => {
      const { noCookie } = await app.once(live);
      noCookie.error(401, 'Not authenticated', 'SessionAuth stands in front of the route, and an absent cookie is "".');
    },
    slow,
  );

  check(
    'an unknown identifier is 401 Invalid session',
    async (app) => {
      const { unknown, shown } = await app.once(live);
      expectInvalid(unknown, 'no session has this identifier. Where `find` gives undefined, the guard answers 401.');
      shown.status(200, 'this session exists, and was refused.');
    },
    slow,
  );

  check(
    'GET /auth/session shows whose session it is, and since when',
    async (app) => {
      const { shown, shownBen, anna, ben, earliest, latest } = await app.once(live);
      for (const [answer, { user }] of [
        [shown, anna],
        [shownBen, ben],
      ] as const) {
        answer
          .status(200)
          .fields({ user_id: user?.id }, 'the session belongs to whoever has signed in.')
          .fields(
            { created_at: (time: unknown) => isTime(time, earliest, latest) },
            'created_at is the time of the sign-in, as toISOString() gives it.',
          )
          .expect(Object.keys(answer.body).length === 2, 'exactly user_id and created_at', 'the answer is a Session.');
      }
    },
    slow,
  );

  check(
    'a session is over after 24 hours, used or not',
    async (app) => {
      const { beforeTheEnd, afterTheEnd } = await app.once(live);
      beforeTheEnd.status(
        200,
        'after 23 hours and 59 minutes the session is still good: the ttl is 24 hours, in seconds.',
      );
      expectInvalid(
        afterTheEnd,
        'two minutes later it is over. Give `set` the ttl in `create`, in seconds, and do not set it anew when the session is read.',
      );
    },
    slow,
  );
});

step(4, (check) => {
  check(
    'DELETE /auth/session ends the session, and not only the cookie',
    async (app) => {
      const { beforeDelete, deleted, afterDelete } = await app.once(live);
      beforeDelete.status(200);
      expectEnd(deleted, afterDelete);
    },
    slow,
  );

  check(
    'POST /auth/logout ends the session too',
    async (app) => {
      const { beforeLogout, loggedOut, afterLogout } = await app.once(live);
      beforeLogout.status(200);
      expectEnd(loggedOut, afterLogout);
    },
    slow,
  );

  check(
    'without a session, ending it is 204, and nobody else is signed out',
    async (app) => {
      const { deletedNothing, loggedOutNothing, benAfterwards } = await app.once(live);
      for (const answer of [deletedNothing, loggedOutNothing]) {
        answer
          .status(204, 'whoever wants to be out is out: there is nothing to refuse. No guard on this route.')
          .text('');
      }
      benAfterwards.status(200, 'somebody else signed out, and this session went with it. Delete one key only.');
    },
    slow,
  );
});

step(5, (check) => {
  check(
    'a new sign-in has a new identifier, and ends the session before',
    async (app) => {
      const { oldId, signedInAgain, oldOne, newOne } = await app.once(live);
      signedInAgain
        .status(200)
        .expect(idIn(signedInAgain) !== oldId, 'another session_id than the one that was sent', adopted);
      newOne.status(200, 'the new session is gone, too: destroy the one of the cookie, and then create the new one.');
      expectInvalid(
        oldOne,
        'the session before lives on. Destroy the one that came with the cookie, and await it: this store takes a moment.',
      );
    },
    slow,
  );

  check(
    'a planted identifier opens nothing',
    async (app) => {
      const { planted, signedInPlanted, withPlanted } = await app.once(live);
      signedInPlanted
        .status(200)
        .expect(idIn(signedInPlanted) !== planted, 'an identifier of your own making', adopted);
      expectInvalid(withPlanted, adopted);
    },
    slow,
  );

  check(
    'a failed sign-in leaves the session alone',
    async (app) => {
      const { failedAgain, afterFailure } = await app.once(live);
      failedAgain.error(401, 'Invalid credentials');
      afterFailure.status(200, 'nobody signed in, and the session is gone. Look at the password first, then destroy.');
    },
    slow,
  );
});

const guessable = 'who can guess the identifier of a session, has it. randomUUID() gives one that nobody can guess.';
const adopted =
  'somebody else may have put this identifier into the browser, and knows it. A sign-in never takes over what was sent.';

type Answer = Awaited<ReturnType<Session['get']>>;

interface Credentials {
  email: string;
  password: string;
}

interface Person extends Credentials {
  user: Record<string, unknown> | undefined;
}

/** One story for all checks, in two programs that start together. */
async function live(app: Session) {
  const [here, inProduction] = await Promise.all([liveHere(app), signInInProduction(app)]);
  return { ...here, inProduction };
}

/** Everything that happens on one run of the program, in which two days pass. */
async function liveHere(app: Session) {
  const program = app.fresh({
    BCRYPT_COST: '4',
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(farStore)}`,
  });
  const show = (id: string) => program.get('/auth/session', cookie(id));
  const signIn = (body: Credentials, id?: string) =>
    program.post('/auth/session', credentials(body), id === undefined ? undefined : cookie(id));
  const [anna, ben] = [await register(program), await register(program)];
  const wrong = { ...anna, password: random.sentence() };

  const earliest = Date.now();
  const signedIn = await signIn(anna);
  const bens = idIn(await signIn(ben));
  const latest = Date.now();
  const elsewhere = await signIn(anna);

  const first = {
    wrongPassword: await signIn(wrong),
    unknownEmail: await signIn({ ...anna, email: random.email() }),
    noPassword: await program.post('/auth/session', { email: anna.email }),
    noCookie: await program.get('/auth/session'),
    unknown: await show(randomUUID()),
    shown: await show(idIn(signedIn)),
    shownBen: await show(bens),
  };

  const [toDelete, toLogOut] = [idIn(await signIn(anna)), idIn(await signIn(anna))];
  const ends = {
    beforeDelete: await show(toDelete),
    deleted: await program.delete('/auth/session', cookie(toDelete)),
    afterDelete: await show(toDelete),
    beforeLogout: await show(toLogOut),
    loggedOut: await program.post('/auth/logout', undefined, cookie(toLogOut)),
    afterLogout: await show(toLogOut),
    deletedNothing: await program.delete('/auth/session'),
    loggedOutNothing: await program.post('/auth/logout'),
    benAfterwards: await show(bens),
  };

  const [oldId, planted] = [idIn(await signIn(anna)), randomUUID()];
  const signedInAgain = await signIn(anna, oldId);
  const again = {
    oldId,
    planted,
    signedInAgain,
    oldOne: await show(oldId),
    newOne: await show(idIn(signedInAgain)),
    signedInPlanted: await signIn(anna, planted),
    withPlanted: await show(planted),
    failedAgain: await signIn(wrong, idIn(signedInAgain)),
    afterFailure: await show(idIn(signedInAgain)),
  };

  const lasting = idIn(await signIn(anna));
  await program.advance({ hours: 23, minutes: 59 });
  const beforeTheEnd = await show(lasting);
  await program.advance({ minutes: 2 });
  const afterTheEnd = await show(lasting);
  return { anna, ben, earliest, latest, signedIn, elsewhere, ...first, ...ends, ...again, beforeTheEnd, afterTheEnd };
}

async function signInInProduction(app: Session): Promise<Answer> {
  const program = app.fresh({ BCRYPT_COST: '4', NODE_ENV: 'production' });
  return program.post('/auth/session', credentials(await register(program)));
}

async function register(program: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.sentence() };
  const answer = await program.post('/auth/register', body);
  answer.status(201, 'registering has to work as in chapter 12.');
  return { ...body, user: answer.body.user };
}

function credentials({ email, password }: Credentials): Credentials {
  return { email, password };
}

function expectEnd(ended: Answer, afterwards: Answer): void {
  ended.status(204, 'there is nothing to say: the handler returns nothing.').text('');
  const because = 'tell the browser to forget the cookie: an empty value, and maxAge 0.';
  expectInCookie(ended, /^session_id=(;|$)/, 'an empty session_id', because);
  expectInCookie(ended, /; (Max-Age=0|Expires=Thu, 01 Jan 1970[^;]*)(;|$)/i, 'Max-Age=0', because);
  expectInvalid(
    afterwards,
    'the old cookie still works. Either only the cookie was cleared, and a thief has a copy: destroy the session. Or the 204 left before the session was gone: `await` it, this store takes a moment.',
  );
}

/** Where an unknown session gets as far as the handler, the cause is the guard, and not what a 204 usually means. */
function expectInvalid(answer: Answer, because: string): void {
  if (answer.code === 204) {
    answer
      .status(204)
      .expect(
        false,
        '401 {"error":"Invalid session"}',
        'the guard lets everybody pass. Is an `await` missing in front of `find`? A promise is never undefined.',
      );
  }
  answer.error(401, 'Invalid session', because);
}

function expectInCookie(answer: Answer, pattern: RegExp, words: string, because: string): void {
  const cookie = answer.headers.get('set-cookie');
  const actual = cookie === null ? 'there is none' : `it is "${cookie}"`;
  answer.expect(cookie !== null && pattern.test(cookie), `a Set-Cookie with ${words}; ${actual}`, because);
}

/** Makes the program's store one that takes a moment to forget, as a store across the network does. */
const farStore = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', async ({ app }) => {
    const { KeyValue } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
    const store = app.get(KeyValue);
    const forget = store.delete.bind(store);
    store.delete = async (key) => {
      if ((await store.get(key)) === undefined) return false;
      await new Promise((resolve) => setTimeout(resolve, 150));
      return forget(key);
    };
  });
`;

/** The identifier in a Set-Cookie, or an empty text. */
function idIn(answer: Answer): string {
  return /^session_id=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
}

function cookie(id: string) {
  return { headers: { Cookie: `session_id=${id}` } };
}

function isTime(value: unknown, earliest: number, latest: number): boolean {
  const time = new Date(String(value));
  const isIso = !Number.isNaN(time.getTime()) && time.toISOString() === value;
  return isIso && time.getTime() >= earliest && time.getTime() <= latest;
}
