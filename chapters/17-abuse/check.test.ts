import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { type Answer, CheckFailure, chapter, examine, examineApplication, inTurn, random, type Session } from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';
import botnet from './attacks/botnet.ts';
import crowd from './attacks/crowd.ts';
import guesses from './attacks/guesses.ts';
import spray from './attacks/spray.ts';
import thief from './attacks/thief.ts';

/** Any check may be the one that starts a story, and on a busy machine some of its requests take a while. */
const { step } = chapter(import.meta.url, { concurrent: true, deadline: 20_000 });

step(1, (check) => {
  check('a dismissed admin has lost the old token', async (app) => {
    const { before, changed, after, again, gone } = await (await app.once(stories)).dismissal;
    const tooOld =
      'a token that was issued after the cutoff is refused: its time is in another unit, or rounded down. `iat` is in seconds, with a fraction, and accepts expects milliseconds.';
    before.status(200, before.code === 401 ? tooOld : undefined);
    changed.status(200, 'PUT /admin/users/:id/role has changed.').fields({ role: 'user' });
    const accepted = [
      'BearerAuth does not call cutoffs.accepts(…), or does not await it.',
      'BearerAuth does not return the 401 when accepts(…) is false.',
      'the time is rounded up, or is not the `iat` of the token.',
      'BearerAuth remembers that a token was valid, and does not ask again.',
    ];
    after.error(401, 'Invalid token', after.code === 200 ? accepted : undefined);
    again.status(200, asBefore).expect(again.body.user?.role === 'user', 'a user with the role user');
    gone.error(403, 'Forbidden', 'a token that was issued after the cutoff is refused, or still has the role admin.');
  });

  check('changing a password needs the current one', async (app) => {
    const { wrong, unchanged, short, long, anonymous, key, overtaken, atOnce, withToken } = await (
      await app.once(stories)
    ).password;
    const otherError =
      wrong.body?.error === 'Invalid request'
        ? limitFirst
        : 'the handler responds to a wrong password with another status or error.';
    wrong.error(401, 'Invalid credentials', wrong.code === 200 ? 'the current password is not compared.' : otherError);
    unchanged.status(200, 'a refused change has replaced the hash: compare first, and replace it afterwards.');
    for (const response of [short, long]) {
      const cause =
        response.code === 429
          ? stillCounted
          : 'the new password is not checked: at least 8 characters, at most 72 bytes.';
      response.error(400, 'Invalid request', swallowed(response) ?? cause);
    }
    anonymous.error(401, 'Missing authorization header', 'the route no longer has accept(BearerAuth, SessionAuth).');
    key.error(401, 'Missing authorization header', 'an API key can change the password: the route accepts ApiKeyAuth.');
    overtaken.error(
      401,
      'Invalid credentials',
      'the user got a cutoff while this password was being compared, so the password may be an old one. Credentials.check notices that; comparing the hash yourself does not.',
    );
    const { first, second, winner } = atOnce;
    first.expect(
      [first.code, second.code].sort().join() === '200,401',
      `200 for one of two changes at the same time, and 401 for the other, got ${first.code} and ${second.code}`,
      first.code === 401 && second.code === 401
        ? 'the right current password is refused: `check` gets another string, or another email.'
        : 'both changes replace the hash that was compared: pass on `signIn.hash`, and stop if replaceHash returns false.',
    );
    winner.status(
      200,
      withToken.code === 200
        ? 'the change that is refused sets the cutoff before it knows that, and ends the new token of the other one: set it after replaceHash has returned true.'
        : newTokenRefused,
    );
  });

  check('a change of password ends all other ways in', async (app) => {
    const { changed, ended, oldPassword, newPassword, device } = await (await app.once(stories)).password;
    changed
      .status(200, 'the right current password was refused, or the new one could not be stored.')
      .fields(
        { expires_in: 86_400, token: (value: unknown) => typeof value === 'string' },
        'the handler returns something other than { token, expires_in, user }.',
      )
      .without(['password', 'hash']);
    oldPassword.error(401, 'Invalid credentials', 'the old password still works: its hash was not replaced.');
    newPassword.status(200, ({ code }) =>
      code === 429 ? stillCounted : 'the new password does not work: the stored hash is of another string.',
    );
    for (const [what, response] of ended) {
      response.expect(response.code === 401, `401 for ${what}`, endsOf(what));
    }
    const { output } = await (await app.once(stories)).password;
    for (const call of ['users.replaceHash', 'cutoffs.set']) {
      changed.expect(
        !output.includes(`NOT AWAITED: ${call}`),
        `a response after ${call}(…) has finished`,
        `an \`await\` is missing in front of ${call}(…). If it fails, nobody finds out, and the thief stays in.`,
      );
    }
    changed.expect(
      device.code !== 200 || !device.body.some((one: { user_agent?: unknown }) => one.user_agent === lateThief),
      'no session of a thief who signed in with the old password while the new one was being stored',
      'no cutoff was set after the hash was replaced, so the session that began before that still counts.',
    );
    await (await app.once(stories)).thief;
  });

  check(
    'the user who changed the password stays signed in',
    async (app) => {
      const { changed, withToken, withSession, device, again, stranger, program } = await (await app.once(stories))
        .password;
      changed.status(200);
      withToken.status(200, newTokenRefused);
      withSession.status(200, [
        'the session of this request was ended, and no new one was created.',
        'the new session has a time from before the cutoff: pass on the one that cutoffs.set(…) returns.',
      ]);
      withSession.expect(
        changed.headers.get('set-cookie') !== null,
        'a Set-Cookie with a new session id in the response to PUT /auth/password',
        'the session keeps its id. If somebody has copied the cookie, the copy still works.',
      );
      device.status(200).expect(
        device.body.some((one: { user_agent?: unknown }) => one.user_agent === browser),
        `a session with the user agent "${browser}", as the request has it`,
        "the new session was created without ctx.header('User-Agent'), so its owner can't recognize it in the list.",
      );
      again
        .status(200, 'the password was changed once, and cannot be changed again with the new token.')
        .expect(
          again.headers.get('set-cookie') === null,
          'no Set-Cookie in the response to a request with a token',
          'a session is created even if the request did not come with one.',
        );
      for (const response of stranger) {
        response.status(200, 'a user who changed nothing was signed out: the cutoff has the wrong user_id.');
      }
      program.status(200, 'the change of password has ended an API key. Keys are revoked one by one.');
    },
    { alreadyTrue: true },
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('after five wrong passwords in a minute, the right one is 429 too', async (app) => {
    const { wrong, closed, other, halfway, later } = await (await app.once(stories)).guesses;
    for (const response of wrong) {
      const isEarly =
        response.code === 429 ? 'five attempts are allowed: only more than `most` are too many.' : undefined;
      response.error(401, 'Invalid credentials', swallowed(response) ?? isEarly);
    }
    for (const [why, response] of closed) {
      // If only the error differs, the failure shows how.
      const cause = response.code === 429 ? undefined : (swallowed(response) ?? why);
      response.error(429, 'Too many requests', cause).header('Retry-After', /^([1-9]|[1-5]\d|60)$/, noRetryAfter);
    }
    const ofTheNetwork = [
      'an attempt that the pair refuses counts for the network, too: the pair has to be first in `limits`, and its 429 has to be thrown before the next increment.',
      'a login with the right password is not taken back from the counter of the network.',
    ];
    const isOfTheNetwork = ({ headers }: Answer) => Number(headers.get('retry-after')) > 60;
    halfway
      .error(429, 'Too many requests', 'half a minute later, the counter is gone: its ttl is shorter than 60 seconds.')
      .header(
        'Retry-After',
        /^([1-9]|[12]\d|30)$/,
        isOfTheNetwork(halfway)
          ? ofTheNetwork
          : [
              'Retry-After is always the whole period: call store.ttl(key).',
              'every attempt extends the ttl of the counter: `increment` sets it once, and `set` every time.',
            ],
      );
    other.status(200, 'another user on the same network was refused: the key does not contain the email.');
    later.status(
      200,
      isOfTheNetwork(later)
        ? ofTheNetwork
        : 'a minute later, the counter is still there: every attempt extends its ttl, or it has none.',
    );
  });

  check('of twenty guesses at once, five are compared', async (app) => {
    const { codes } = await (await app.once(stories)).guesses;
    const compared = codes.filter((code) => code === 401).length;
    if (compared !== 5 || codes.length !== 20) {
      throw new CheckFailure({
        problem: `Twenty guesses arrived at once, and ${compared} passwords were compared.`,
        received: codes.join(', '),
        expected: 'five times 401, and fifteen times 429',
        cause:
          compared < 5
            ? 'a login with the right password came before them, and still counts: its counter is not deleted.'
            : 'the counter is read before the comparison and incremented after it. Increment first, and use the result.',
      });
    }
    await (await app.once(stories)).guessesAttack;
  });

  check(
    'a right password clears the counter, and an invalid body is not counted',
    async (app) => {
      const { cleared, bad, afterBad } = await (await app.once(stories)).guesses;
      cleared.forEach((response, index) => {
        if (index === 4) response.status(200, 'four wrong passwords, and the right one is refused.');
        else response.error(401, 'Invalid credentials', 'the counter was not deleted after the right password.');
      });
      for (const response of bad) {
        const isCounted = response.code === 429 ? countedBodies : undefined;
        response.error(400, 'Invalid request', swallowed(response) ?? isCounted);
      }
      afterBad.status(200, countedBodies);
    },
    { alreadyTrue: true },
  );

  check('PUT /auth/password is limited like a login', async (app) => {
    const { guessed, sixth } = await (await app.once(stories)).current;
    for (const response of guessed) response.error(401, 'Invalid credentials');
    sixth.error(429, 'Too many requests', swallowed(sixth) ?? notLimitedChange);
  });

  check('behind a proxy, the address is the one that the proxy has seen', async (app) => {
    const { guessed, sixth, elsewhere, tooFew } = await (await app.once(stories)).visits;
    for (const response of guessed) response.error(401, 'Invalid credentials');
    sixth.error(
      429,
      'Too many requests',
      swallowed(sixth) ??
        'ClientAddress.of returns another part of X-Forwarded-For. TRUST_PROXY is 2, so it has to be .at(-2).',
    );
    elsewhere.error(
      401,
      'Invalid credentials',
      'a guess from another address was refused with the others: the key does not contain the network.',
    );
    for (const response of tooFew.slice(0, 5)) response.error(401, 'Invalid credentials');
    tooFew[5]!.error(
      429,
      'Too many requests',
      'TRUST_PROXY is 2, the header has one entry, and that entry counts: the client has written it. Return `socket`, the address of the connection.',
    );
  });

  check('a network has five guesses, however its address is spelled', async (app) => {
    const { spelled } = await (await app.once(stories)).visits;
    for (const [why, responses] of spelled) {
      for (const response of responses.slice(0, 5)) response.error(401, 'Invalid credentials');
      responses[5]!.error(429, 'Too many requests', swallowed(responses[5]!) ?? why);
    }
  });

  examine(check, api, 2);
});

step(3, (check) => {
  check('one network cannot try a password for many accounts', async (app) => {
    const { compared, refused, reopened } = await (await app.once(layers)).lockout;
    await (await app.once(layers)).spray;
    if (compared !== 40) {
      throw new CheckFailure({
        problem: `One network tried six passwords a minute, and ${compared} of them were compared within an hour.`,
        expected: '40',
        cause: [
          'the limit of the network is not 40, or its period is not an hour.',
          ...(compared > 40
            ? [
                'the key of the network contains an address, and one network has 2^64 of them.',
                'a login with the right password takes more than one attempt back from the network, or deletes its counter.',
              ]
            : ['a login with the right password is not taken back from the counter of the network.']),
        ],
      });
    }
    refused
      .error(429, 'Too many requests', swallowed(refused))
      .header('Retry-After', /^\d{4}$/, ofAnotherCounter('network'));
    reopened.error(
      401,
      'Invalid credentials',
      'the limit of the network still refuses after an hour: its period is longer than an hour.',
    );
  });

  check('many networks cannot try many passwords for one account', async (app) => {
    await (await app.once(layers)).botnet;
    const { comparedOfMany, refusedOfMany, reopenedOfMany } = await (await app.once(layers)).lockout;
    if (comparedOfMany !== 100) {
      throw new CheckFailure({
        problem: `Many networks tried 105 passwords for one account, and ${comparedOfMany} of them were compared within an hour.`,
        expected: '100',
        cause: 'the limit of the account is not 100, or its period is not an hour.',
      });
    }
    refusedOfMany
      .error(429, 'Too many requests', swallowed(refusedOfMany))
      .header('Retry-After', /^\d{4}$/, ofAnotherCounter('account'));
    reopenedOfMany.error(
      401,
      'Invalid credentials',
      'the limit of the account still refuses after an hour: its period is longer than an hour.',
    );
  });

  check(
    'right passwords do not use up the attempts of a network or an account',
    async (app) => {
      const { last, count, output } = await (await app.once(layers)).school;
      const ofTheNetwork = 'a right password counts against its network: take the attempt back with decrement(…).';
      last
        .status(200, count > 100 ? 'a right password does not delete the counter of its account.' : ofTheNetwork)
        .expect(!output.includes(foreverMark), aTtl, forever);
      const { owner, afterwards } = await (await app.once(layers)).lockout;
      if (owner.code !== 200) return;
      afterwards.error(
        401,
        'Invalid credentials',
        'a right password takes one attempt back from its account, and the wrong ones before it still count: delete the counter.',
      );
    },
    { alreadyTrue: true },
  );

  check(
    'one network cannot lock an account',
    async (app) => {
      const { owner } = await (await app.once(layers)).lockout;
      owner.status(200, [
        'the account is not counted last, so attempts that the pair or the network has refused have locked its owner out.',
        'the limit of the account is smaller than 100, or that of the network is larger than 40.',
      ]);
    },
    { alreadyTrue: true },
  );

  check('a network can register 30 accounts in an hour', async (app) => {
    const { statuses, response } = await (await app.once(layers)).registrations;
    const counted = statuses.filter((status) => status !== 429).length;
    if (counted !== 30) {
      throw new CheckFailure({
        problem: `Of ${statuses.length} registrations from one IPv6 network, ${counted} were not refused with 429.`,
        received: statuses.join(', '),
        expected: '30 times 201 or 409, and then 429',
        cause:
          counted === statuses.length
            ? ['POST /auth/register does not list RegisterLimit.', 'the counter has an address instead of a network.']
            : [
                'the limit is not 30.',
                'a registration with an email that is taken (409) is not counted. It costs a hash, and tells who has an account.',
              ],
      });
    }
    response.error(429, 'Too many requests').header('Retry-After', /^\d{2,4}$/, noRetryAfter);
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('a full queue refuses logins instead of making everyone wait', async (app) => {
    await app.fresh(crowd.env).attack(crowd);
  });

  check('a request that fails with an error is not a guess', async (app) => {
    const { last, login, guessed, sixth, crash, outage, afterOutage, output } = await (await app.once(layers)).errors;
    const cause = 'an attempt is not taken back from all three counters: the pair, the network and the account.';
    const replaced = 'the `catch` throws another error than the one that it has caught.';
    last.error(400, 'Invalid request', last.code === 429 ? [cause, replaced] : swallowed(last));
    login.status(200, cause).expect(!output.includes(foreverMark), aTtl, forever);
    crash.error(
      500,
      'Internal Server Error',
      crash.code === 429
        ? "the attempt is only taken back after an HttpError. Any other error, such as that of a client that has disconnected, isn't a guess either."
        : swallowed(crash),
    );
    const isReset =
      'an error deletes the counters, so an attacker can reset them. Take back one attempt with decrement(…).';
    guessed.error(429, 'Too many requests', [isReset, 'nothing limits the network: see step 3.']);
    sixth.error(429, 'Too many requests', isReset);
    outage.error(500, 'Internal Server Error', swallowed(outage));
    afterOutage.error(
      429,
      'Too many requests',
      'an attempt is taken back that was never counted: the `catch` goes through all limits, or a limit is taken for counted before its `increment` has succeeded.',
    );
  });

  check(
    'an attempt that was refused leaves nothing in the store',
    async (app) => {
      const { output } = await (await app.once(layers)).errors;
      if (!output.includes(leftMark)) return;
      throw new CheckFailure({
        problem:
          'The network had no attempts left, and its next one, with another email, has left something in the store: an entry for the email, or one more in the counter of the network.',
        expected: 'no new entry, because one client with many emails could fill the store, and no higher counter',
        cause: [
          'the limit that refuses the attempt is not one of those that are taken back: remember each limit right after its `increment`.',
          'the loop is not inside the `try`, or the 429 is returned instead of thrown, so the `catch` does not see it.',
          'the attempt is not taken back from the counters that have counted it.',
        ],
      });
    },
    { alreadyTrue: true },
  );
});

step(5, (check) => {
  check('every authentication event is one line in the log', async (app) => {
    const { events, lines } = await (await app.once(stories)).audit;
    const [expected, actual] = [events.map(shortLine), lines.map(shortLine)];
    const first = expected.findIndex((line, index) => line !== actual[index]);
    if (first >= 0) {
      throw new CheckFailure({
        problem: `Line ${first + 1} of the audit log is different.`,
        received: around(actual, first),
        expected: around(expected, first),
        cause: auditCause(events, lines, first),
      });
    }
    if (actual.length > expected.length) {
      throw new CheckFailure({
        problem: `The audit log has ${actual.length - expected.length} lines too many.`,
        received: actual.slice(expected.length).join('\n'),
        expected: 'no line for GET /posts, and none for a 404',
        cause:
          '#record has changed: it has to leave out every 404, and everything outside /auth and /admin that is not a refusal.',
      });
    }
  });

  check(
    'an error that Audit has recorded still reaches the client',
    async (app) => {
      const { duplicate, invalid } = await (await app.once(stories)).visits;
      duplicate.error(409, 'Email already registered', swallowed(duplicate));
      invalid.error(400, 'Invalid request', swallowed(invalid));
      const { output } = await (await app.once(stories)).audit;
      if (output.includes(diskIsFull)) return;
      throw new CheckFailure({
        problem: 'GET /auth/sessions failed with an error, and the log does not say which one.',
        expected: `the error "${diskIsFull}" in the log, as before`,
        cause: 'Audit responds to the error itself, so the framework never logs it. Throw the same error again.',
      });
    },
    { alreadyTrue: true },
  );

  check(
    'the log contains no secrets',
    async (app) => {
      const { output, secrets } = await (await app.once(stories)).audit;
      for (const [what, secret] of secrets) {
        if (!output.includes(secret)) continue;
        throw new CheckFailure({
          problem: `The log contains ${what}: ${secret}`,
          expected: 'a log without secrets',
          cause: 'a log call has the whole body, the whole path or a credential among its fields.',
        });
      }
    },
    { alreadyTrue: true },
  );

  examine(check, api, 5);
  examineApplication(check, api);
});

const newTokenRefused = [
  'the token in the response was signed before the cutoff was set, or with a time from before it.',
  'BearerAuth rejects a token that is newer than the cutoff.',
];
const notLimitedChange = [
  'PUT /auth/password does not list LoginLimit.',
  'the handler throws the 401, so LoginLimit takes the attempt back: return ctx.status(401).json(…).',
];
const stillCounted = 'LoginLimit does not delete the counter after the right password: see step 2.';
const limitFirst = 'LoginLimit is before accept(…), so the context has no user_email yet.';
const asBefore = 'registering or logging in no longer works as in the chapter before.';
const aTtl = 'attempts that are taken back with decrement(…)';
const forever =
  'increment(…, { by: -1 }) has no ttl. If the counter has expired meanwhile, it is created again and never expires. Use decrement(…).';
const countedBodies = 'bodies that are not a login were counted: bind first, and count afterwards.';
const noRetryAfter = ({ headers }: Answer) =>
  headers.get('retry-after') === 'Infinity'
    ? 'increment gets no ttl, so the counter never expires.'
    : 'Retry-After is missing, or not the number of seconds that store.ttl(key) returns.';
const ofAnotherCounter =
  (what: string) =>
  ({ headers }: Answer) =>
    Number(headers.get('retry-after')) > 3_600
      ? `the period of the ${what} is longer than an hour: it is in seconds.`
      : `Retry-After is that of another counter: the ${what} opens again later.`;
const notLimited = [
  'the loop in LoginLimit does not increment the counter, does not compare the result with `most`, or does not throw the 429.',
  'this route does not list LoginLimit.',
  'the counter is deleted although the status is 401: the status is only known after `await next()`.',
  'the key contains more than the email and the network, for example the path.',
];

/** A middleware has caught an error and returned nothing. */
function swallowed({ code }: Answer): string | undefined {
  return code === 204
    ? 'a middleware catches the error and does not throw it again: look at the catch blocks in src/auth/login-limit.ts and src/edge/audit.ts.'
    : undefined;
}

function endsOf(what: string): string {
  if (what.includes('with a token'))
    return 'the cutoff is only set if the request itself came with a session. A thief may have one, too.';
  if (what.includes('refresh')) {
    return 'no cutoff was set, or TokensController.refresh no longer compares family.started_at with it.';
  }
  return 'no cutoff was set when the password changed, cutoffs.set(…) is not awaited, or BearerAuth ignores it.';
}

interface Person {
  email: string;
  password: string;
  name: string;
  token: string;
  user: { id: string; role: string };
}

interface LogLine {
  level?: unknown;
  message?: unknown;
  code?: unknown;
  event?: unknown;
  status?: unknown;
  address?: unknown;
  user_id?: unknown;
  email?: unknown;
}

/** How the browser that changes a password calls itself. */
const browser = 'A browser that changes a password';

/** The thief's browser, which signs in while a change of password is being stored. */
const lateThief = 'A thief who has just signed in';

/** While a password that starts like this is compared, the user whose email follows gets a cutoff. */
const overtakes = 'overtaken ';

/** Two passwords that start like this are compared at the same time. */
const together = 'together ';

/**
 * Runs inside the first program. What a change of password stores takes a few milliseconds, and a handler that doesn't wait
 * for it is noticed. A thief signs in at the same time.
 */
const observer = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const find = (name) => built.map(({ instance }) => instance).find((one) => one?.constructor?.name === name);
    const running = new Set();
    const turns = async (count) => {
      for (let turn = 0; turn < count; turn++) await new Promise(setImmediate);
    };
    const wrap = (name, method, around) => {
      const target = find(name);
      const original = target[method].bind(target);
      target[method] = (...args) => around(() => original(...args), ...args);
    };
    const watch = (act) => {
      for (const name of running) console.log('NOT AWAITED: ' + name);
      return act();
    };
    const slow = (name) => async (act, id) => {
      watch(() => {});
      running.add(name);
      try {
        // A token that is signed before the cutoff is set has to be older than the cutoff.
        await new Promise((resolve) => setTimeout(resolve, 5));
        // Not awaited: it may have to wait for a transaction.
        sessions.create(id, '${lateThief}', Date.now()).catch(() => {});
        const result = await act();
        await turns(5);
        return result;
      } finally {
        running.delete(name);
      }
    };
    const [users, cutoffs, sessions] = ['UsersService', 'TokenCutoffs', 'SessionsService'].map(find);
    const setCutoff = cutoffs.set.bind(cutoffs);
    let first;
    wrap('Passwords', 'matches', async (compare, password) => {
      const matches = await compare();
      if (password.startsWith('${together}')) {
        const second = first;
        second?.();
        // Not for ever: a program that limits its requests in another way may never compare the second one.
        if (!second) await new Promise((resolve) => setTimeout((first = resolve), 2_000));
        first = undefined;
      }
      if (password.startsWith('${overtakes}')) {
        await new Promise((resolve) => setTimeout(resolve, 5));
        await setCutoff((await users.findByEmail(password.slice('${overtakes}'.length))).id);
      }
      return matches;
    });
    wrap('UsersService', 'replaceHash', slow('users.replaceHash'));
    wrap('TokenCutoffs', 'set', slow('cutoffs.set'));
    wrap('TokensService', 'sign', watch);
  });
`;

const diskIsFull = 'The disk is full.';

/** Runs inside the second program: an error that isn't an HttpError, and so has no status. */
const failure = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const sessions = built.map(({ instance }) => instance).find((one) => one?.constructor?.name === 'SessionsService');
    sessions.list = async () => {
      throw new Error('${diskIsFull}');
    };
  });
`;

/** What the program below prints. */
const foreverMark = 'TAKEN BACK WITHOUT A TTL';

/** What it prints if the counter of a pair is still there after the network has refused its first attempt. */
const leftMark = 'REFUSED AND STILL COUNTED';

/** Whose login fails with an error that isn't an HttpError. */
const crashing = 'crash@example.com';

/** After the login of this user, the next increment fails. */
const breaking = 'outage@example.com';

/** Runs inside the program of steps 3 and 4. */
const counters = `
  import { subscribe } from 'node:diagnostics_channel';
  subscribe('trellis:listening', ({ built }) => {
    const instances = built.map(({ instance }) => instance);
    const store = instances.find((one) => typeof one?.increment === 'function');
    const increment = store.increment.bind(store);
    let pair, refused, isBroken;
    store.increment = async (key, options) => {
      if (isBroken) {
        isBroken = false;
        throw new Error('${diskIsFull}');
      }
      if (options?.by < 0 && options.ttl === undefined) console.log('${foreverMark}');
      // The request before this one: its response was sent, so nothing of it is still under way.
      if (refused && ((await store.get(refused.pair)) !== undefined || (await store.get(refused.network)) > 40))
        console.log('${leftMark}');
      refused = undefined;
      const count = await increment(key, options);
      const before = pair;
      pair = key.startsWith('login:pair:') ? { key, count } : undefined;
      if (key.startsWith('login:network:') && count > 40 && before?.count === 1)
        refused = { pair: before.key, network: key };
      return count;
    };
    const users = instances.find((one) => one?.constructor?.name === 'UsersService');
    const findByEmail = users.findByEmail.bind(users);
    users.findByEmail = async (email) => {
      if (email === '${crashing}') throw new Error('${diskIsFull}');
      if (email === '${breaking}') isBroken = true;
      return findByEmail(email);
    };
  });
`;

/** Two programs on one file, one after the other. Starting a program takes most of a run, so there are only two. */
async function stories(app: Session) {
  // Hashing at the full cost would take the rest of it.
  const env = { BCRYPT_COST: '4', DATABASE_URL: `file:${join(await app.folder(), 'blog.db')}` };
  const boss = { ...person(), email: `Boss.${random.word()}@Example.com` };
  const first = app.fresh({ ...env, TRUST_PROXY: '1', TRELLIS_TURNS: '1', TRELLIS_OBSERVER: observer });
  const second = app.fresh({ ...env, TRUST_PROXY: '2', TRELLIS_OBSERVER: failure });
  const events: LogLine[] = [];
  const secrets: [string, string][] = [];

  const acts = inTurn({
    appointment: () => tellAppointment(first, boss),
    dismissal: async (): Promise<Awaited<ReturnType<typeof tellDismissal>>> =>
      tellDismissal(first, (await acts.appointment).login.body.token),
    password: () => tellPassword(first, secrets),
    thief: () => first.attack(thief),
    guesses: () => tellGuesses(first),
    guessesAttack: () => first.attack(guesses),
    current: () => tellCurrent(first),
    restart: async (): Promise<{ login: Answer; used: Answer }> => {
      await first.stop();
      await dismissAdmins(env.DATABASE_URL);
      const { codes, registered } = await acts.appointment;
      return tellRestart(second, { boss, code: codes[0], id: registered.body.user?.id }, events);
    },
    visits: () => tellVisits(second, events, secrets),
    audit: async () => {
      await second.stop();
      const output = await second.output();
      const lines = linesOf(output).filter(({ message }) => message === 'authentication');
      return { events, lines, output: (await first.output()) + output, secrets };
    },
  });
  return acts;
}

/** Steps 3 and 4: a program of their own, because its acts send hundreds of requests. */
async function layers(app: Session) {
  const program = app.fresh({ BCRYPT_COST: '4', TRUST_PROXY: '1', TRELLIS_OBSERVER: counters });
  return inTurn({
    registrations: () => tellRegistrations(program),
    lockout: () => tellLockout(program),
    school: () => tellSchool(program),
    spray: () => program.attack(spray),
    botnet: () => program.attack(botnet),
    errors: () => tellErrors(program),
  });
}

/** Step 1: somebody becomes the admin. */
async function tellAppointment(program: Session, boss: Omit<Person, 'token' | 'user'>) {
  const registered = await program.post('/auth/register', boss);
  const codes = linesOf(await program.output()).flatMap(({ level, code }) => (level === 'warn' && code ? [code] : []));
  await program.post('/auth/first-admin', { code: codes[0] }, bearer(registered.body.token));
  return { registered, codes, login: await program.post('/auth/login', credentials(boss)) };
}

/** Step 1: an admin appoints another one, and dismisses them. */
async function tellDismissal(program: Session, admin: string) {
  const other = await register(program);
  const setRole = (role: string) => program.put(`/admin/users/${other.user.id}/role`, { role }, bearer(admin));
  (await setRole('admin')).status(200, 'PUT /admin/users/:id/role is for admins, and no longer works.');
  const { token } = (await program.post('/auth/login', credentials(other))).status(200, asBefore).body;
  const before = await program.get('/admin/users', bearer(token));
  const changed = await setRole('user');
  const after = await program.get('/admin/users', bearer(token));
  const again = await program.post('/auth/login', credentials(other));
  return { before, changed, after, again, gone: await program.get('/admin/users', bearer(again.body.token)) };
}

/** Step 1: somebody is signed in twice with a session, and has tokens and a key. */
async function tellPassword(program: Session, secrets: [string, string][]) {
  const [me, stranger] = [await register(program), await register(program)];
  const new_password = random.sentence();
  const session = async (who: Person) => cookieOf(await program.post('/auth/session', credentials(who)));
  const [mine, elsewhere, theirs] = [await session(me), await session(me), await session(stranger)];
  const pair = (await program.post('/auth/tokens', credentials(me))).status(200, asBefore).body;
  const theirPair = (await program.post('/auth/tokens', credentials(stranger))).status(200, asBefore).body;
  const made = await program.post('/auth/api-keys', { name: random.word() }, bearer(me.token));
  const { key } = made.status(201, asBefore).body;
  const change = (body: object, headers: Record<string, string>) => program.put('/auth/password', body, { headers });
  const body = { current_password: me.password, new_password };

  const wrong = await change({ ...body, current_password: random.word() }, { Cookie: mine });
  const unchanged = await program.post('/auth/login', credentials(me));
  const short = await change({ ...body, new_password: 'seven77' }, { Cookie: mine });
  const long = await change({ ...body, new_password: 'x'.repeat(73) }, { Cookie: mine });
  const anonymous = await program.put('/auth/password', body);
  const withKey = await change(body, { 'X-API-Key': key });
  const changed = await change(body, { Cookie: mine, 'User-Agent': browser });

  const ended: [string, Answer][] = [
    ['the access token from before the change', await program.get('/auth/me', bearer(me.token))],
    ['the session of another browser', await program.get('/auth/session', { headers: { Cookie: elsewhere } })],
    ['the session id from before the change', await program.get('/auth/session', { headers: { Cookie: mine } })],
    ['the refresh token', await program.post('/auth/refresh', { refresh_token: pair.refresh_token })],
  ];
  const oldPassword = await program.post('/auth/login', credentials(me));
  const newPassword = await program.post('/auth/login', { email: me.email, password: new_password });
  const withToken = await program.get('/auth/me', bearer(changed.code === 200 ? changed.body.token : ''));
  const withSession = await program.get('/auth/session', { headers: { Cookie: cookieOf(changed) || mine } });
  const device = await program.get('/auth/sessions', { headers: { Cookie: cookieOf(changed) || mine } });
  const renewed = { current_password: new_password, new_password: random.sentence() };
  const again = await program.put('/auth/password', renewed, bearer(changed.code === 200 ? changed.body.token : ''));
  if (again.code === 200) {
    const headers = { Cookie: cookieOf(changed) || mine };
    ended.push(['the session, after a change with a token', await program.get('/auth/session', { headers })]);
  }
  const strangers = [
    await program.get('/auth/me', bearer(stranger.token)),
    await program.get('/auth/session', { headers: { Cookie: theirs } }),
    await program.post('/auth/refresh', { refresh_token: theirPair.refresh_token }),
  ];
  const withOwnKey = await program.get('/my-posts', { headers: { 'X-API-Key': key } });
  const output = await program.output();
  const late = person();
  late.password = `${overtakes}${late.email}`;
  const { token: lateToken } = (await program.post('/auth/register', late)).status(201, asBefore).body;
  const overtaken = await program.put(
    '/auth/password',
    { current_password: late.password, new_password },
    bearer(lateToken),
  );
  const atOnce = await tellTogether(program);
  secrets.push(['a new password', new_password]);
  secrets.push(['a new password', renewed.new_password]);
  const outcome = {
    atOnce,
    output,
    ended,
    oldPassword,
    newPassword,
    withToken,
    withSession,
    device,
    overtaken,
    stranger: strangers,
    program: withOwnKey,
  };
  return { again, wrong, unchanged, short, long, anonymous, key: withKey, changed, ...outcome };
}

/** Step 1: two clients of one user change the password at the same time. */
async function tellTogether(program: Session) {
  const me = { ...person(), password: `${together}${random.word()}` };
  const { token } = (await program.post('/auth/register', me)).status(201, asBefore).body;
  const change = () =>
    program.put('/auth/password', { current_password: me.password, new_password: random.sentence() }, bearer(token));
  const [first, second] = await Promise.all([change(), change()]);
  const { body } = first.code === 200 ? first : second;
  return { first, second, winner: await program.get('/auth/me', bearer(body?.token ?? '')) };
}

/** Step 2: several users, many guesses. */
async function tellGuesses(program: Session) {
  const people = await Promise.all(Array.from({ length: 4 }, () => register(program)));
  const [victim, other, forgetful, sloppy] = people as [Person, Person, Person, Person];
  const guess = (who: Person, path = '/auth/login') =>
    program.post(path, { email: who.email, password: random.word() });
  const right = (who: Person, path = '/auth/login') => program.post(path, credentials(who));

  const places = ['/auth/login', '/auth/session', '/auth/tokens', '/auth/login', '/auth/session'];
  const wrong: Answer[] = [];
  for (const path of places) wrong.push(await guess(victim, path));
  const closed: [string | string[], Answer][] = [
    [notLimited, await right(victim)],
    [notLimited, await right(victim, '/auth/session')],
    [notLimited, await right(victim, '/auth/tokens')],
    [
      'the email in the key is not in lower case, so capital letters get five more attempts.',
      await right({ ...victim, email: victim.email.toUpperCase() }),
    ],
  ];
  const cleared: Answer[] = [];
  for (let count = 0; count < 10; count++) cleared.push(await (count === 4 ? right(forgetful) : guess(forgetful)));
  const bad: Answer[] = [];
  for (let count = 0; count < 6; count++) bad.push(await program.post('/auth/login', { email: sloppy.email }));
  const afterBad = await right(sloppy);
  const atOther = await right(other);
  const codes = await atOnce(program, 20, '/auth/login', { email: other.email, password: random.word() });
  await program.advance({ seconds: 30 });
  const halfway = await right(victim);
  await program.advance({ seconds: 31 });
  return { wrong, closed, other: atOther, halfway, later: await right(victim), codes, cleared, bad, afterBad };
}

/** Step 2: somebody has found an unlocked laptop, and guesses the current password. */
async function tellCurrent(program: Session) {
  const victim = await register(program);
  const guess = () =>
    program.put(
      '/auth/password',
      { current_password: random.word(), new_password: random.sentence() },
      bearer(victim.token),
    );
  const guessed: Answer[] = [];
  for (let count = 0; count < 5; count++) guessed.push(await guess());
  return { guessed, sixth: await guess() };
}

/**
 * Step 3: one address tries six passwords a minute for one account, 21 minutes long, and another one helps until its network
 * is refused. The owner uses a third. At the same time, a small botnet tries five passwords a minute for another account, each minute from
 * another network.
 */
async function tellLockout(program: Session) {
  const [owner, attacker] = [await register(program), await register(program)];
  const [network, helper, home] = [aNetwork(), anAddress(), anAddress()];
  const target = random.email();
  const guess = (address: string, password = 'wrong', email = owner.email) =>
    program.post('/auth/login', { email, password }, { headers: { 'X-Forwarded-For': address } });
  const guesses: Answer[] = [];
  const ofMany: Answer[] = [];
  for (let minute = 0; minute < 21; minute++) {
    for (let count = 0; count < 6; count++) {
      // A success before each guess gives nothing back but itself.
      await guess(`${network}::a`, attacker.password, attacker.email);
      guesses.push(await guess(`${network}::${guesses.length + 1}`));
    }
    if (minute < 8) for (let count = 0; count < 5; count++) await guess(helper);
    const bot = anAddress();
    for (let count = 0; count < 5; count++) ofMany.push(await guess(bot, 'wrong', target));
    await program.advance({ seconds: 61 });
  }
  const compared = guesses.filter(({ code }) => code === 401).length;
  const ownLogin = await guess(home, owner.password);
  // 80 wrong passwords before it, and 25 after it: together, more than an account may have.
  let afterwards: Answer | undefined;
  for (let bots = 0; bots < 5; bots++) {
    const bot = anAddress();
    for (let count = 0; count < 5; count++) afterwards = await guess(bot);
  }
  await program.advance({ seconds: 61 * 60 });
  const reopened = await guess(`${network}::ffff`);
  const reopenedOfMany = await guess(anAddress(), 'wrong', target);
  // The first attempt of the last minute: it is the network that refuses it, and not the pair.
  return {
    compared,
    reopened,
    reopenedOfMany,
    refused: guesses.at(-6)!,
    owner: ownLogin,
    afterwards: afterwards!,
    comparedOfMany: ofMany.filter(({ code }) => code === 401).length,
    refusedOfMany: ofMany.at(-1)!,
  };
}

/** Step 3: every address of one IPv6 network registers one account; the second one tries the email of the first. */
async function tellRegistrations(program: Session) {
  const network = aNetwork();
  const first = person();
  const responses: Answer[] = [];
  for (let count = 1; count <= 32; count++) {
    const headers = { 'X-Forwarded-For': `${network}::${count}` };
    responses.push(await program.post('/auth/register', count <= 2 ? first : person(), { headers }));
  }
  return { statuses: responses.map(({ code }) => code), response: responses.at(-1)! };
}

/** Step 3: right logins from one network, more than any counter allows. The first one that is refused is the last. */
async function tellSchool(program: Session) {
  const owner = await register(program);
  const headers = { 'X-Forwarded-For': anAddress() };
  let [last, count] = [await program.post('/auth/login', credentials(owner), { headers }), 1];
  for (; last.code === 200 && count < 102; count++)
    last = await program.post('/auth/login', credentials(owner), { headers });
  return { last, count, output: await program.output() };
}

/**
 * Step 4: somebody sends an invalid new password, more often than any counter allows, and logs in. Somebody else uses such a
 * request to guess 41 times from one network.
 */
async function tellErrors(program: Session) {
  const owner = await register(program);
  const headers = { 'X-Forwarded-For': anAddress() };
  const options = { headers: { ...headers, ...bearer(owner.token).headers } };
  const responses: Answer[] = [];
  // The first 429 says it all.
  while (responses.length < 101 && responses.at(-1)?.code !== 429)
    responses.push(await program.put('/auth/password', { current_password: owner.password }, options));
  const login = await program.post('/auth/login', credentials(owner), { headers });
  const elsewhere = { 'X-Forwarded-For': anAddress() };
  const guess = () => program.post('/auth/login', { email: random.email(), password: 'wrong' }, { headers: elsewhere });
  for (let count = 0; count < 39; count++) await guess();
  await program.put('/auth/password', {}, { headers: { ...options.headers, ...elsewhere } });
  await guess();
  const guessed = await guess();
  // The same with one account: five wrong passwords, and one request that ends with an error.
  const near = { 'X-Forwarded-For': anAddress() };
  const guessOne = () => program.post('/auth/login', { email: owner.email, password: 'wrong' }, { headers: near });
  for (let count = 0; count < 4; count++) await guessOne();
  await program.put('/auth/password', {}, { headers: { ...options.headers, ...near } });
  await guessOne();
  const sixthGuess = await guessOne();
  const other = { 'X-Forwarded-For': anAddress() };
  const fail = () => program.post('/auth/login', { email: crashing, password: 'wrong' }, { headers: other });
  for (let count = 0; count < 5; count++) await fail();
  const crash = await fail();
  // Four wrong passwords, one request whose increment fails, and two more wrong passwords.
  const patient = await register(program);
  const nearby = { headers: { 'X-Forwarded-For': anAddress() } };
  const tryOne = () => program.post('/auth/login', { email: patient.email, password: 'wrong' }, nearby);
  for (let count = 0; count < 4; count++) await tryOne();
  await program.post(
    '/auth/login',
    { email: breaking, password: 'wrong' },
    { headers: { 'X-Forwarded-For': anAddress() } },
  );
  const outage = await tryOne();
  await tryOne();
  const afterOutage = await tryOne();
  return {
    last: responses.at(-1)!,
    login,
    guessed,
    sixth: sixthGuess,
    crash,
    outage,
    afterOutage,
    output: await program.output(),
  };
}

/** Step 5: the admin was dismissed in the database, and the program has started again. */
async function tellRestart(
  program: Session,
  { boss, code, id }: { boss: { email: string; password: string }; code: unknown; id: string | undefined },
  events: LogLine[],
) {
  const login = await program.post('/auth/login', credentials(boss));
  events.push(eventOf('POST /auth/login', 200, { address: here, email: boss.email.toLowerCase() }));
  const used = await program.post('/auth/first-admin', { code }, bearer(login.body.token));
  events.push(eventOf('POST /auth/first-admin', 403, { address: here, user_id: id }));
  await program.get('/admin/users', bearer(login.body.token));
  events.push(eventOf('GET /admin', 403, { address: here, user_id: id }));
  return { login, used };
}

/** Steps 2 and 5: behind two proxies, so that the checks decide on the address. */
async function tellVisits(program: Session, events: LogLine[], secrets: [string, string][]) {
  const address = anAddress();
  const from = (last = address, more = {}) => ({
    headers: { 'X-Forwarded-For': `${anAddress()}, ${last}, ${anAddress()}`, ...more },
  });
  const expect = (event: string, status: number, fields: LogLine = {}) => {
    events.push(eventOf(event, status, { address, ...fields }));
  };
  const me = person();
  const { email } = me;
  const registered = await program.post('/auth/register', me, from());
  expect('POST /auth/register', 201, { email });
  const { token = '', user = {} } = registered.body;
  const authorization = { Authorization: `Bearer ${token}` };
  const duplicate = await program.post('/auth/register', me, from());
  expect('POST /auth/register', 409, { email });
  await program.post('/auth/login', credentials(me), from());
  expect('POST /auth/login', 200, { email });
  const session = await program.post('/auth/session', credentials(me), from());
  expect('POST /auth/session', 200, { email });
  const pair = await program.post('/auth/tokens', credentials(me), from());
  expect('POST /auth/tokens', 200, { email });
  const next = await program.post('/auth/refresh', { refresh_token: pair.body.refresh_token }, from());
  expect('POST /auth/refresh', 200);
  await program.post('/auth/refresh', { refresh_token: random.word() }, from());
  expect('POST /auth/refresh', 401);
  const made = await program.post('/auth/api-keys', { name: random.word() }, from(address, authorization));
  expect('POST /auth/api-keys', 201, { user_id: user.id });
  const { key = '' } = made.body;
  await program.delete(`/auth/api-keys/${key}`, from(address, authorization));
  expect('DELETE /auth/api-keys', 204, { user_id: user.id });
  await program.get('/auth/api-keys/current', from(address, { 'X-API-Key': `${key}x` }));
  expect('GET /auth/api-keys', 401);
  await program.get('/auth/me', from(address, authorization));
  expect('GET /auth/me', 200, { user_id: user.id });
  await program.get('/admin/users', from(address, authorization));
  expect('GET /admin', 403, { user_id: user.id });
  const admin = randomUUID();
  await program.get('/admin/users', from(address, bearer(sign(program, { role: 'admin', user_id: admin })).headers));
  expect('GET /admin', 200, { user_id: admin });
  await program.post('/posts', {}, from(address, { Authorization: `Bearer ${token}x` }));
  expect('POST /posts', 401);
  // A credential in a query string is none, and doesn't belong into a log either.
  await program.get(`/auth/me?api_key=${key}`, { headers: { 'X-Forwarded-For': anAddress() } });
  expect('GET /auth/me', 401, { address: here });
  await program.get('/posts', from());
  await program.get(`/auth/${key}`, from());
  await program.get('/auth/sessions', from(address, authorization));
  expect('GET /auth/sessions', 500, { user_id: user.id });
  await program.post('/auth/logout', { refresh_token: next.body.refresh_token }, from());
  expect('POST /auth/logout', 204);
  const invalid = await program.post('/auth/login', '{bad', from());
  expect('POST /auth/login', 400);

  const guess = random.sentence();
  const guessed: Answer[] = [];
  for (let count = 0; count < 5; count++) {
    guessed.push(await program.post('/auth/login', { email, password: guess }, from()));
    expect('POST /auth/login', 401, { email });
  }
  const sixth = await program.post('/auth/login', { email, password: guess }, from());
  expect('POST /auth/login', 429, { email });
  const other = anAddress();
  const elsewhere = await program.post('/auth/login', { email, password: guess }, from(other));
  expect('POST /auth/login', 401, { email, address: other });
  const tooFew: Answer[] = [];
  for (let count = 0; count < 6; count++) {
    const headers = { 'X-Forwarded-For': anAddress() };
    tooFew.push(await program.post('/auth/login', { email, password: guess }, { headers }));
    expect('POST /auth/login', count < 5 ? 401 : 429, { email, address: here });
  }
  const spelled: [string, Answer[]][] = [];
  for (const [why, spellings] of [sixth4(), sixth6()]) {
    const responses: Answer[] = [];
    for (const [index, [spelling, canonical]] of spellings.entries()) {
      responses.push(await program.post('/auth/login', { email, password: guess }, from(spelling)));
      expect('POST /auth/login', index < 5 ? 401 : 429, { email, address: canonical });
    }
    spelled.push([why, responses]);
  }
  const seen: [string, string][] = [
    ['a password', me.password],
    ['a wrong password, which is often nearly right', guess],
    ['an access token', token],
    ['a refresh token', String(pair.body.refresh_token)],
    ['a session id', cookieOf(session).split('=')[1] ?? ''],
    ['an API key', key],
    ['the hash of a password', '$2b$'],
  ];
  secrets.push(...seen.filter(([, secret]) => secret !== ''));
  return { duplicate, invalid, guessed, sixth, elsewhere, tooFew, spelled };
}

/** Another process can only use the file while the program isn't running. */
async function dismissAdmins(address: string): Promise<void> {
  const db = await openDatabase(address);
  try {
    await db.run`update users set role = ${'user'}`;
  } finally {
    await db.onStop();
  }
}

const refusals = [401, 403, 429];

/** The other end of the connection, if no proxy has added another address. */
const here = '127.0.0.1';

function eventOf(event: string, status: number, fields: LogLine): LogLine {
  return { level: refusals.includes(status) ? 'warn' : 'info', event, status, ...fields };
}

/** The line before, the line itself, and the one after it. */
function around(lines: string[], index: number): string {
  const from = Math.max(0, index - 1);
  const shown = lines.slice(from, index + 2).map((line, count) => `${from + count + 1}  ${line}`);
  return shown.join('\n') || 'no line at all';
}

/** Why the first line that differs does. */
function auditCause(expected: LogLine[], actual: LogLine[], index: number): string {
  const [line, instead] = [expected[index]!, actual[index]];
  if (actual.length === 0) return 'Audit is missing from the middlewares in src/app.options.ts.';
  const isSame = instead?.event === line.event && instead?.status === line.status;
  // After the line with the 409, another event follows. So if the event is the same, the error was caught.
  if (instead?.event === line.event && line.status === 409 && !isSame)
    return `line ${index + 1} is about an HttpError, and handle records a status other than error.status.`;
  if (!isSame && [400, 409].includes(Number(line.status)))
    return `line ${index + 1} is about an error that was thrown, and handle does not catch it.`;
  if (isSame && instead?.email !== line.email) {
    return String(line.event).includes('register')
      ? 'RegisterLimit does not set claimed_email right after its bind.'
      : 'LoginLimit does not set claimed_email, or sets it after it has counted.';
  }
  if (isSame && instead?.address !== line.address)
    return `the address has to be ${line.address}: what our proxies have added, or else the address of the connection.`;
  if (line.status === 500) return 'an error that is not an HttpError has no status: it becomes a 500.';
  if (line.status === 429) return 'this is the sixth guess in a minute, and was not refused: see step 2.';
  if (instead?.event === line.event)
    return 'handle always records the same status, reads it before `await next()`, or does not replace a 0: a value means 200, undefined means 204.';
  return 'requests below /auth and /admin, or refusals elsewhere, are missing: #record was not called, or has changed.';
}

function person() {
  return { email: random.email(), password: random.sentence(), name: random.word() };
}

/** From an address of its own: only 30 accounts can come from one network. */
async function register(app: Session): Promise<Person> {
  const body = person();
  const response = await app.post('/auth/register', body, { headers: { 'X-Forwarded-For': anAddress() } });
  return { ...body, ...response.status(201, asBefore).body };
}

function credentials({ email, password }: { email: string; password: string }) {
  return { email, password };
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** `session_id=…`, or an empty string. */
function cookieOf({ headers }: Answer): string {
  return (headers.get('set-cookie') ?? '').split(';')[0]!;
}

function sign(app: Session, claims: object): string {
  const everybody = { user_id: randomUUID(), email: random.email(), iss: 'blog' };
  return jwt.sign({ ...everybody, ...claims }, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: 3_600 });
}

function anAddress(): string {
  return `203.0.${randomInt(256)}.${randomInt(256)}`;
}

/** The first four groups of an IPv6 address. */
function aNetwork(): string {
  const group = () => randomInt(0x1000, 0x10000).toString(16);
  return `2001:db8:${group()}:${group()}`;
}

/** One IPv4 address in six spellings, and how the log spells it. */
function sixth4(): [string, [string, string][]] {
  const address = anAddress();
  const hex = Buffer.from(address.split('.').map(Number)).toString('hex');
  const mapped = `::FFFF:${hex.slice(0, 4)}:${hex.slice(4)}`;
  const spellings = [`${address}:1`, address, `::ffff:${address}`, `${address}:65535`, mapped, `[${mapped}]:443`];
  const why = 'six spellings of one address are counted as several: ClientAddress.of does not use parseAddress.';
  return [why, spellings.map((spelling) => [spelling, address])];
}

/** Six addresses of one IPv6 network, as one client can have them, and how the log spells them. */
function sixth6(): [string, [string, string][]] {
  const network = aNetwork();
  const why =
    'six addresses of one IPv6 network are counted one by one: the key contains of(ctx) instead of networkOf(ctx).';
  const long = `${network}:0000:0000:0000:0002`.replace('db8', '0db8').toUpperCase();
  return [
    why,
    [
      [`${network}::1`, `${network}::1`],
      [long, `${network}::2`],
      [`[${network}::3]`, `${network}::3`],
      [`[${network}::4]:4711`, `${network}::4`],
      [`${network}:ffff:ffff:ffff:ffff`, `${network}:ffff:ffff:ffff:ffff`],
      [`${network}:1:2:3:4`, `${network}:1:2:3:4`],
    ],
  ];
}

/** The same request over several connections at the same moment: all are open before the first one sends. */
async function atOnce(app: Session, times: number, path: string, body: object): Promise<number[]> {
  const { hostname, port } = new URL(await app.url());
  const json = JSON.stringify(body);
  const request =
    `POST ${path} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Buffer.byteLength(json)}\r\nConnection: close\r\n\r\n${json}`;
  const sockets = Array.from({ length: times }, () => connect(Number(port), hostname));
  for (const socket of sockets) socket.setTimeout(10_000, () => socket.destroy());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(request);
  const responses = await Promise.all(sockets.map((socket) => text(socket)));
  return responses.map((response) => Number(/^HTTP\/1\.1 (\d{3})/.exec(response)?.[1] ?? 0));
}

/** The log is JSON, one object per line. Everything else that a program prints isn't part of it. */
function linesOf(output: string): LogLine[] {
  return output.split('\n').flatMap((line) => {
    try {
      const value: unknown = JSON.parse(line);
      return typeof value === 'object' && value !== null ? [value] : [];
    } catch {
      return [];
    }
  });
}

function shortLine({ level, event, status, address, user_id, email }: LogLine): string {
  const fields = Object.entries({ status, address, user_id, email }).filter(([, value]) => value !== undefined);
  return [level, event, ...fields.map(([name, value]) => `${name}=${value}`)].join(' ');
}
