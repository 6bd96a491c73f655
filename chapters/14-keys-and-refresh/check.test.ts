import { createHash, randomUUID } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import jwt from 'jsonwebtoken';
import {
  type Answer,
  CheckFailure,
  chapter,
  copyDatabase,
  examine,
  examineApplication,
  random,
  type Session,
} from '#check';
import { openDatabase } from '../../framework/drivers/database-driver.ts';
import { api } from './api.ts';
import afterLogout from './attacks/after-logout.ts';
import copiedToken from './attacks/copied-token.ts';
import listedKeys from './attacks/listed-keys.ts';
import readKey from './attacks/read-key.ts';
import thiefFirst from './attacks/thief-first.ts';

/** On a busy machine, a program takes a while to start, and a password to be hashed. */
const { step } = chapter(import.meta.url, { deadline: 30_000 });
const alreadyTrue = { alreadyTrue: true };

step(1, (check) => {
  check(
    'POST /auth/refresh responds with a new pair',
    async (app) => {
      const { person, first, refreshed, me, next } = await app.once(rotation);
      refreshed.status(200, ({ code }) =>
        code === 401 ? 'the refresh token was issued a moment ago, and it is refused.' : undefined,
      );
      expectPair(refreshed);
      refreshed.expect(
        refreshed.body.refresh_token !== first.refresh_token,
        'a refresh token other than the one that was sent',
        'the handler returns the refresh token of the request instead of generating a new one.',
      );
      me.status(200, 'the new access token is not signed for the user of the refresh token.').json(person.user);
      next.status(200, 'the new refresh token is refused, although nobody has used it yet.');
    },
    alreadyTrue,
  );

  check('a refresh token works once', async (app) => {
    const { again } = await app.once(rotation);
    notRefreshed(again, ({ code }) =>
      code === 200
        ? [
            'the handler does not call consume, or ignores what it returns.',
            'an `await` is missing in front of consume: a promise is always truthy.',
          ]
        : undefined,
    );
    const { program } = await app.once(home);
    await program.attack(copiedToken);
  });

  check('of ten concurrent refreshes with one token, one succeeds', async (app) => {
    const { codes } = await app.once(race);
    const { again } = await app.once(rotation);
    const winners = codes.filter((code) => code === 200).length;
    if (winners === 1) return;
    throw new CheckFailure({
      problem: `Ten concurrent requests had the same refresh token, and ${winners} of them got a new pair.`,
      received: codes.join(', '),
      expected: 'one 200 and nine 401',
      cause:
        winners === 0
          ? 'no request succeeds, not even a single one: see the check "POST /auth/refresh responds with a new pair".'
          : again.code === 200
            ? 'the token works twice in a row as well: see the check "a refresh token works once".'
            : 'the code reads and then writes, in two operations, and other requests read in between. setIfAbsent is one operation.',
    });
  });

  check('the store remembers which tokens are used', async (app) => {
    const { first } = await app.once(rotation);
    const { notes, stored } = await app.once(home);
    const atomic = ['setIfAbsent', 'take', 'increment'];
    const digest = sha256(first.refresh_token);
    const isMarked = (await notes()).some(
      ({ operation = '', key }) => atomic.includes(operation) && key?.includes(digest.slice(0, 4)),
    );
    if (isMarked || (await notes()).some(({ key }) => key?.includes(first.refresh_token))) {
      const mark = (await stored()).find(
        ([key]) => String(key).includes(digest.slice(0, 4)) && !String(key).startsWith('refresh:'),
      );
      if (mark !== undefined) expectMarkToLast(mark);
      return;
    }
    fail(
      'Refreshing sends no atomic operation for the token to the store.',
      'setIfAbsent with the key `used:<digest of the token>`',
      [
        'the handler does not call consume, or consume uses get and set.',
        'the used tokens are in a variable or a field, which other processes do not see and a restart empties.',
      ],
    );
  });

  check(
    'a refresh token survives an outage of the database or the store',
    async (app) => {
      const { database, store } = await app.once(outage);
      database.during.status(503, 'the error of the database is caught. Let it pass: the framework responds with 503.');
      database.after.status(
        200,
        'the token was consumed before the database was asked for the user, so the client that got the 503 is logged out. Consume it last. (Taking the mark back in a `catch` needs the store, which is unavailable, too.)',
      );
      store.during.status(503, 'the error of the store is caught. Let it pass: the framework responds with 503.');
      store.after.status(
        200,
        'the token was consumed before the next one was stored, so the client that got the 503 is logged out. Consume it last, after #pair. (Taking the mark back in a `catch` needs the store, which is still unavailable.)',
      );
    },
    alreadyTrue,
  );

  check(
    'an unknown refresh token is 401, and an invalid body is 400',
    async (app) => {
      const { program } = await app.once(home);
      const { second } = await app.once(rotation);
      for (const refresh_token of [randomUUID(), random.word(), second.access_token]) {
        const answer = await program.post('/auth/refresh', { refresh_token });
        notRefreshed(answer, (answer) =>
          answer.code === 500
            ? undefined
            : 'this is not a refresh token of ours, and the handler does not respond with 401.',
        );
      }
      for (const bad of [{}, { refresh_token: '' }, { refresh_token: 5 }, '{bad']) {
        const because = 'the body is not bound with RefreshDTO.';
        (await program.post('/auth/refresh', bad)).error(400, 'Invalid request', because);
      }
    },
    alreadyTrue,
  );

  check(
    'a refresh token whose user no longer exists is 401',
    async (app) => {
      const { orphaned } = await app.once(deletedUser);
      notRefreshed(
        orphaned,
        'the user of this token was deleted. `find` returns undefined, and the handler continues.',
      );
    },
    alreadyTrue,
  );

  check(
    'a refresh token is valid for seven days',
    async (app) => {
      const { early, late } = await app.once(month);
      early.status(200, 'after 6 days and 23 hours the token has already expired: its ttl is shorter than 7 days.');
      notRefreshed(late, 'after 7 days and an hour the token is still valid: the store got no ttl, or a longer one.');
    },
    alreadyTrue,
  );

  check(
    'the store contains only digests of refresh tokens',
    async (app) => {
      const { first } = await app.once(rotation);
      const { stored } = await app.once(home);
      expectDigests(await stored(), first.refresh_token);
    },
    alreadyTrue,
  );

  check(
    'a response waits for the store',
    async (app) => {
      await app.once(rotation);
      await app.once(race);
      const { early } = await hurried(app);
      const write = early.find(({ path }) => ['/auth/tokens', '/auth/refresh'].includes(path));
      if (write === undefined) return;
      fail(
        `The response to POST ${write.path} was sent before the store had finished \`${write.operations.join('`, `')}\`.`,
        'a response after everything is stored',
        'an `await` is missing in front of a call of the store, or of a method that calls it.',
      );
    },
    alreadyTrue,
  );

  check(
    'no token appears in the log',
    async (app) => {
      const { first, second } = await app.once(rotation);
      const { program } = await app.once(home);
      const log = await program.output();
      for (const [what, secret] of [
        ['A refresh token', first.refresh_token],
        ['A refresh token', second.refresh_token],
        ['An access token', second.access_token],
      ] as const) {
        expectNotLogged(log, what, secret);
      }
    },
    alreadyTrue,
  );

  examine(check, api, 1);
});

step(2, (check) => {
  check('a used refresh token revokes the tokens that descend from it', async (app) => {
    const { replayed, heir } = await app.once(theft);
    notRefreshed(replayed, 'the oldest token of the family was used before, and it is accepted again.');
    notRefreshed(heir, [
      'a used token came back, and the newest token of the same login still works: consume does not revoke the family, or not in every case, for example within a grace period.',
      'the family is revoked only if the *last* used token comes back. Remember every token of a family until it expires.',
    ]);
    const { lateHeir } = await app.once(month);
    notRefreshed(lateHeir, [
      'a used token came back when it had expired, and the newest token of its login still works. Keep the mark for as long as the family, and let familyOf look for it if there is no such token any more.',
      'the mark does not contain the id of the family.',
    ]);
    const { program } = await app.once(home);
    await program.attack(thiefFirst);
  });

  check('the store remembers which families are revoked', async (app) => {
    const { replayed, revocation } = await app.once(theft);
    if (replayed.code === 401 && revocation.length > 0) return;
    fail('A used token came back, and the entry of its family is unchanged.', 'the entry of the family is deleted', [
      'consume does not revoke the family.',
      'the families are in a variable or a field, which other processes do not see and a restart empties.',
    ]);
  });

  check(
    'other logins of the same user are not affected',
    async (app) => {
      const { other } = await app.once(theft);
      const because = [
        'reuse revokes every login of the user. A family belongs to one login: give each its own id in startFamily.',
        'the key of the family in the store is the id of the user.',
      ];
      other.status(200, because);
    },
    alreadyTrue,
  );

  check('a revoked family stays revoked, even if it is being refreshed at that moment', async (app) => {
    const { winner } = await app.once(race);
    if (winner === undefined) fail('None of ten concurrent requests got a new pair.', 'one 200', seeStep1);
    notRefreshed(winner, [
      'nine requests came with a used token, and the pair of the tenth still works: consume does not revoke the family.',
      'issuing the next token writes the entry of the family again, after it was revoked. Only startFamily writes it.',
    ]);
  });

  check(
    'a family ends 30 days after the login, however often it is refreshed',
    async (app) => {
      const { lastDay, afterTheEnd } = await app.once(month);
      lastDay.status(200, [
        'the family ended too early: its ttl must be 30 days, in seconds.',
        'the client refreshed every few days, and one of the tokens was refused.',
      ]);
      notRefreshed(afterTheEnd, [
        'each refresh sets the ttl of the family again, so it never ends. Only startFamily sets it.',
        'the entry of the family has no ttl, or one of more than 30 days.',
      ]);
    },
    alreadyTrue,
  );

  check('the log has a warning about the used token, without the token', async (app) => {
    const { first, person, innocent } = await app.once(theft);
    const { program } = await app.once(home);
    const log = await program.output();
    const isThere = ({ user }: Person) => log.split('\n').some((line) => /warn/i.test(line) && line.includes(user.id));
    if (isThere(innocent)) {
      fail(
        'The log has a warning about a user whose tokens were used once each.',
        'a warning about used tokens only',
        'consume logs the warning in any case, and not only if setIfAbsent returned false.',
      );
    }
    if (!isThere(person)) {
      fail(
        'A used refresh token came back, and no warning in the log names the user.',
        'a warning with the user_id',
        'consume does not call this.log.warn(…), or calls it without { user_id }.',
      );
    }
    expectNotLogged(log, 'A refresh token', first.refresh_token);
  });

  check(
    'a refresh leaves the entry of its family as it is',
    async (app) => {
      const { rewritten } = await app.once(theft);
      if (rewritten === undefined) return;
      fail(
        `A refresh writes the entry "${rewritten}", which the login has created.`,
        'only startFamily writes the entry of a family',
        'generate writes the family again. If a used token comes back in between, the family is revoked, and this write restores it, with the tokens of the thief.',
      );
    },
    alreadyTrue,
  );

  examine(check, api, 2);
});

step(3, (check) => {
  check('POST /auth/logout revokes the refresh token in the body', async (app) => {
    const { answer, afterwards } = await app.once(logout);
    answer.status(204, whyNotEmpty).text('');
    notRefreshed(afterwards, [
      'the handler of the logout does not revoke the family of the token.',
      '`bind` fails, and `.catch` hides the reason: the trace in the terminal of `npm run chapter 14` shows it.',
    ]);
    const { program } = await app.once(home);
    const { person, revocation } = await app.once(logout);
    const isSuspected = (await program.output())
      .split('\n')
      .some((line) => /warn/i.test(line) && line.includes(person.user.id));
    const suspected =
      'the logout calls consume, which takes a token that was used before for a stolen one. Call revoke.';
    const consumed =
      'the logout calls consume, which marks the token as used. The family lives on until somebody sends that token again. Call revoke.';
    if (revocation.length === 0 || isSuspected) {
      fail(
        isSuspected
          ? 'A user logged out, and the log has a warning as if a token had been stolen.'
          : 'The logout changes nothing in the store except the entries of the token itself.',
        'the logout revokes the family, without a warning',
        isSuspected ? suspected : [consumed, 'the logout deletes the token in the body instead of its family.'],
      );
    }
    await program.attack(afterLogout);
  });

  check('the whole family is revoked, even if the token in the body was used before', async (app) => {
    const { heir } = await app.once(logout);
    notRefreshed(heir, 'only the token in the body is deleted. A client that lost a response knows only the used one.');
  });

  check(
    'other logins stay valid',
    async (app) => {
      const { other, otherSession } = await app.once(logout);
      other.status(200, 'another login of the same user was revoked as well: revoke one family, not all of them.');
      otherSession.status(200, 'a session on another device was ended as well: end the session of the cookie only.');
    },
    alreadyTrue,
  );

  check(
    'a logout is 204 whatever the body is',
    async (app) => {
      const { program } = await app.once(home);
      const tooLarge = ' '.repeat(2 * 1024 * 1024);
      const bodies = [undefined, '{bad', '[]', tooLarge, { refresh_token: 5 }, { refresh_token: random.word() }];
      for (const body of bodies) {
        const answer = await program.post('/auth/logout', body);
        const because = [
          'bind throws, and nothing catches it: add .catch(…) after bind.',
          'only some of the errors of bind are caught.',
        ];
        answer.status(204, ({ code }) => (code === 400 || code === 413 ? because : undefined)).text('');
      }
    },
    alreadyTrue,
  );

  check(
    'a logout ends the session first, whatever the body is',
    async (app) => {
      const { sessions, farewells, isEndedAtOnce } = await app.once(logout);
      for (const answer of sessions) {
        const because =
          'the logout no longer ends the session. Keep `await this.sessions.destroy(…)` as the first line.';
        answer.error(401, 'Invalid session', because);
      }
      for (const answer of farewells) {
        if (/^session_id=;/.test(answer.headers.get('set-cookie') ?? '')) continue;
        fail(
          'A logout ended the session, and left its cookie in the browser.',
          'a Set-Cookie header that removes session_id, whatever the body is',
          'the handler returns before clearSessionCookie if the body has no refresh token. Keep it in front of `bind`.',
        );
      }
      if (!isEndedAtOnce) {
        fail(
          'A session lived on while its logout waited for a body that never arrived.',
          'the session ends before the body is read',
          'the handler binds the body before it destroys the session.',
        );
      }
    },
    alreadyTrue,
  );

  check(
    'the response waits until the family is revoked',
    async (app) => {
      await app.once(logout);
      const { early } = await hurried(app);
      const write = early.find(({ path }) => path === '/auth/logout');
      if (write === undefined) return;
      fail(
        `The 204 was sent before the store had finished \`${write.operations.join('`, `')}\`.`,
        'a 204 after the family is revoked',
        'an `await` is missing in front of the call that revokes the family, or inside it. If the store fails, nobody finds out.',
      );
    },
    alreadyTrue,
  );

  check('a logout that cannot reach the store is 503', async (app) => {
    const { unreachable } = await app.once(logout);
    unreachable.status(503, ({ code }) =>
      code === 204
        ? [
            'the error of the store is caught, so the client gets a 204, although the refresh token still works. Catch only what `bind` throws.',
            'the logout does not look for the refresh token in the store.',
          ]
        : undefined,
    );
  });

  examine(check, api, 3);
});

step(4, (check) => {
  check('POST /auth/api-keys creates a key that nobody can guess', async (app) => {
    const { person, answer, keys, usesMathRandom, mostBytes } = await app.once(keyring);
    answer.status(201);
    answer.expect(
      keysOf(answer.body) === 'created_at, id, key, name, scope, user_id',
      'exactly the fields id, name, user_id, scope, created_at, key',
      'create returns something other than { ...apiKey, key }.',
    );
    answer.fields({ user_id: person.user.id, scope: 'read' }, 'create stores another user, or another scope.');
    answer.expect(
      uuid7.test(String(answer.body.id)),
      'a UUID of version 7 in "id"',
      'the id no longer comes from uuid().',
    );
    const is = 'blog_ and 43 characters, the base64url of 32 random bytes';
    for (const key of keys) {
      const because = uuid7.test(key.replace(/^blog_/, ''))
        ? 'the key is still a UUID, as in the starter. A UUID of version 7 starts with the time.'
        : "the key does not consist of `blog_` and randomBytes(32).toString('base64url').";
      answer.expect(/^blog_[\w-]{43}$/.test(key), is, because);
    }
    if (mostBytes < 32 && !usesMathRandom) {
      answer.expect(
        false,
        `${is} from node:crypto`,
        mostBytes === 0
          ? 'the key is computed from something that others know or can guess, such as the time. Hashing does not add randomness.'
          : `the key has only ${mostBytes} random bytes instead of 32. Repeating or hashing them does not add randomness.`,
      );
    }
    if (usesMathRandom) {
      const because = 'the key is made with Math.random(), whose next values can be computed from earlier ones.';
      answer.expect(false, is, because);
    }
    const isVaried = keys.every((key) => bytesOf(key) > 20) && new Set(keys.join('')).size > 40;
    const isRandom = isVaried && new Set(keys.map((key) => key.slice(-8))).size > 2;
    answer.expect(isRandom, `${is}, different in each key`, [
      'the keys repeat themselves: too few random bytes, or bytes that are generated once and not in each call.',
      'the bytes are written in another way, and cut: 43 hex digits, for example, have room for 21 bytes only.',
    ]);
  });

  check('the table contains the SHA-256 digest of the key, and not the key', async (app) => {
    const { answer, row, image } = await app.once(keyring);
    const key = String(answer.status(201).body.key);
    answer.expect(
      row !== undefined,
      'a row in the table api_keys',
      'create does not insert a row, or does not await it.',
    );
    const forms = [key, key.replace(/^blog_/, ''), ...(['base64', 'hex'] as const).map((form) => encode(key, form))];
    answer.expect(
      !forms.some((form) => image.includes(form)),
      'a database file without the key',
      'the key is stored, as it is or encoded. Anyone who gets a copy of the database has all keys. Store digest(key).',
    );
    const stored = Object.values(row!).map(String);
    if (stored.includes(sha256(key))) return;
    answer.expect(false, 'digest(key), all 64 hex digits, in the column key_digest', whyOtherDigest(key, stored));
  });

  check('GET /auth/api-keys lists the keys, newest first, and shows none of them', async (app) => {
    const { list, answer, keys, strangersList } = await app.once(keyring);
    list.status(200);
    const isShown = keys.some((key) => list.content.includes(key));
    const isDigest = keys.some((key) => list.content.includes(sha256(key)));
    list.expect(
      !isShown && !isDigest,
      'a list without keys and digests',
      isShown
        ? 'the list contains the keys themselves.'
        : 'the list contains the digests: `select *` returns every column. Name those that the client needs.',
    );
    const { key, ...record } = answer.body;
    list.expect(
      Array.isArray(list.body) && list.body.length === 3,
      'an array with the three keys of the user',
      'the condition on user_id is missing or wrong in `list`.',
    );
    list.expect(
      JSON.stringify(sorted(list.body[2])) === JSON.stringify(sorted(record)),
      `the oldest record last: ${JSON.stringify(record)}`,
      ['`list` leaves out a column, or has one too many.', 'the order is not `created_at desc, id desc`.'],
    );
    strangersList.status(200).json([], 'another user sees the keys: the condition on user_id is missing in `list`.');
    const { program } = await app.once(home);
    await program.attack(listedKeys);
  });

  check(
    'a key needs a name and a known scope',
    async (app) => {
      const { program, mine } = await app.once(home);
      for (const bad of [{}, { name: '' }, { name: random.word(), scope: random.word() }, '{bad']) {
        const because = 'the body is not bound with CreateApiKeyDTO, or the scope is not checked.';
        (await program.post('/auth/api-keys', bad, mine)).error(400, 'Invalid request', because);
      }
    },
    alreadyTrue,
  );

  check(
    'GET /auth/api-keys/current responds with the record of the key',
    async (app) => {
      const { program } = await app.once(home);
      for (const { key, ...record } of [await createKey(app), await createKey(app, 'write')]) {
        const answer = await program.get('/auth/api-keys/current', withKey(key));
        const because = 'validate does not return exactly the columns id, name, user_id, scope and created_at.';
        answer.status(200, whyKeyFails).json(record, because);
      }
    },
    alreadyTrue,
  );

  check(
    'an invalid or revoked key is 401',
    async (app) => {
      const { program, mine } = await app.once(home);
      const { id, key } = await createKey(app);
      const revoked = await createKey(app);
      (await program.get('/auth/api-keys/current', withKey(revoked.key))).status(200, whyKeyFails);
      (await program.delete(`/auth/api-keys/${revoked.id}`, mine)).status(204);
      const wrong: Record<string, string> = {
        'a made-up key': `blog_${random.word()}`,
        'the id of a key': id,
        'the digest of a key, as an attacker finds it in the table,': sha256(key),
        'the digest of a key in base64': createHash('sha256').update(key).digest('base64'),
        'a key without its last character': key.slice(0, -1),
        'a revoked key': revoked.key,
      };
      for (const [what, value] of Object.entries(wrong)) {
        const answer = await program.get('/auth/api-keys/current', withKey(value));
        if (answer.code < 300) {
          const problem = `${what[0]!.toUpperCase()}${what.slice(1)} was accepted.`;
          fail(problem, '401 {"error":"Invalid API key"}', [
            'validate does not look for the row whose key_digest is digest(key), or also finds other rows.',
            'an `await` is missing in front of validate: a promise is never undefined.',
          ]);
        }
        answer.error(401, 'Invalid API key', whyKeyFails);
      }
    },
    alreadyTrue,
  );

  examine(check, api, 4);
});

step(5, (check) => {
  check('a key with the scope read gets 403 for everything that is not a read', async (app) => {
    const { refusals, claimed, newMethod, newScope } = await app.once(readOnly);
    for (const answer of refusals) {
      answer.error(403, 'Insufficient scope', ({ code }) =>
        code < 300 || code === 400
          ? [
              'ApiKeyAuth does not compare the scope of the key with the method of the request, or does so after next().',
              'the `return` in front of ctx.status(403) is missing, so ApiKeyAuth calls next() anyway.',
            ]
          : code === 403
            ? undefined
            : whyKeyFails(answer),
      );
    }
    for (const answer of claimed) {
      const because =
        'the code takes the method from a header or a parameter that the client chooses, such as X-HTTP-Method-Override. Only ctx.request.method is the method of the request.';
      answer.error(403, 'Insufficient scope', because);
    }
    newMethod.error(
      403,
      'Insufficient scope',
      'for ApiKeyAuth, the method of this request is LOCK, which the blog does not have yet. The code lists the methods that it refuses, so every new one is allowed. List the ones that are allowed.',
    );
    newScope.error(403, 'Insufficient scope', [
      `the scope of this key is "${newScopeName}", as if somebody had added one. The code compares with "read", so every other scope may write. Compare with "write".`,
      `the code looks for "write" in the scope, and "${newScopeName}" contains it. Compare the whole scope.`,
    ]);
  });

  check('the attack "read-key" is blocked', async (app) => {
    const { program } = await app.once(home);
    await program.attack(readKey);
  });

  check(
    'a key with the scope read still reads',
    async (app) => {
      const { reads } = await app.once(readOnly);
      for (const answer of reads) {
        answer.status(200, ({ code }) =>
          code === 403 ? 'the check refuses GET or HEAD, or it is reversed.' : whyKeyFails(answer),
        );
      }
    },
    alreadyTrue,
  );

  check(
    'the robot reads /my-posts with its key',
    async (app) => {
      const { mine, strangers, draft } = await app.once(robot);
      mine.status(200, whyKeyFails);
      mine.expect(
        Array.isArray(mine.body) && mine.body.some(({ id }: { id: string }) => id === draft.id),
        `an array with the draft ${draft.id} of the owner of the key`,
        'the user_id that the middleware stores is not that of the owner.',
      );
      const because = 'the key of another user gets these posts: user_id in the context is not the id of its owner.';
      strangers.status(200, whyKeyFails).json([], because);
    },
    alreadyTrue,
  );

  check(
    'the context has the same values as for the other credentials',
    async (app) => {
      const { person, values } = await app.once(contextOfRobot);
      const { id, email, role } = person.user;
      for (const [name, value] of Object.entries({ api_key: '', user_id: id, user_email: email, user_role: role })) {
        const found = values.find((one) => one.name === name);
        const wanted = `ctx.set('${name}', …) with ${value === '' ? 'the record of the key' : JSON.stringify(value)}`;
        if (found === undefined) {
          const cause = `ctx.set('${name}', …) is missing, misspelled, or comes after next().`;
          fail(`ApiKeyAuth does not store "${name}" in the context.`, wanted, cause);
        }
        if (found.value?.includes(value.slice(0, 8))) continue;
        fail(
          `The value of "${name}" is ${found.value}.`,
          wanted,
          'the value is not taken from the record of the user.',
        );
      }
    },
    alreadyTrue,
  );

  check(
    'a key does not open the routes that manage credentials',
    async (app) => {
      const { program } = await app.once(home);
      const { id, key } = await createKey(app, 'write');
      for (const [method, path] of [...managing, ['GET', '/auth/me'], ['GET', '/auth/sessions']] as const) {
        const body = method === 'POST' ? { name: random.word() } : undefined;
        const answer = await program.send(method, path.replace('none', id), body, withKey(key));
        const because =
          'this route accepts an API key. A key is for posts only: a stolen one could create its own successor, or sign its owner out.';
        answer.error(401, 'Missing authorization header', answer.code < 300 ? because : undefined);
      }
    },
    alreadyTrue,
  );

  examine(check, api, 5);
  examineApplication(check, api);
});

const seeStep1 = 'a mistake in step 1: see its checks.';
const managing = [
  ['POST', '/auth/api-keys'],
  ['GET', '/auth/api-keys'],
  ['DELETE', '/auth/api-keys/none'],
] as const;
const uuid7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const uuid4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const day = 24;
/** A scope that somebody may add one day, and that doesn't allow everything. */
const newScopeName = 'write-drafts';

/** The name of a key that the program sees with the new scope. */
const unknownScope = 'a key with an unknown scope';

interface Person {
  email: string;
  password: string;
  token: string;
  user: { id: string; email: string; role: string };
}

interface Pair {
  access_token: string;
  refresh_token: string;
}

interface ApiKey {
  id: string;
  key: string;
}

/** What the program notes about itself while it runs: see `observer`. */
interface Note {
  /** An operation of the key-value store, and its key. */
  operation?: string;
  key?: string;
  /** All parameters of an operation that writes. */
  stored?: unknown[];
  /** The path of a response that did not wait for these operations. */
  early?: string;
  operations?: string[];
  usesMathRandom?: boolean;
  /** So many random bytes came from node:crypto, for a key. */
  drawn?: number;
  /** What one request has left in the context, by its path. */
  path?: string;
  values?: { name: string; value?: string }[];
}

interface Home {
  program: Session;
  person: Person;
  /** The headers of this person, and of somebody else. */
  mine: { headers: Record<string, string> };
  strangers: { headers: Record<string, string> };
  notes(): Promise<Note[]>;
  stored(): Promise<unknown[][]>;
  /** A copy of the database as it is on disk at this moment. */
  copyOfDatabase(): Promise<string>;
  /** Does something while a file exists that changes how the program behaves. */
  during<T>(mode: 'outage' | 'full' | 'unreachable' | 'slow' | 'traced', act: () => Promise<T>): Promise<T>;
  /** The next time that the program uses its store, this user disappears. */
  deleteUser(id: string): Promise<void>;
}

/** One program for all checks. Its passwords are cheap to hash, and it can be observed and disturbed through files. */
async function home(app: Session): Promise<Home> {
  const folder = await app.folder();
  const file = (name: string) => join(folder, name);
  const program = app.fresh({
    BCRYPT_COST: '4',
    DATABASE_URL: `file:${file('blog.db')}`,
    OBSERVED: folder,
    TRELLIS_OBSERVER: observer,
  });
  const person = await register(program);
  const notes = async () => {
    const text = await readFile(file('notes'), 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line): Note => JSON.parse(line));
  };
  return {
    program,
    person,
    mine: bearer(sign(program, person.user.id)),
    strangers: bearer(sign(program, randomUUID())),
    notes,
    stored: async () => (await notes()).flatMap(({ stored }) => (stored ? [stored] : [])),
    copyOfDatabase: async () => {
      const copy = file(`${random.word()}.db`);
      await copyDatabase(file('blog.db'), copy);
      return copy;
    },
    during: async (mode, act) => {
      await writeFile(file(mode), '');
      return act().finally(() => rm(file(mode)));
    },
    deleteUser: (id) => writeFile(file('deleted-user'), id),
  };
}

/**
 * Runs before the program. It makes each operation of the stores take a moment, as if they were on another machine: in the
 * memory of one process nothing happens between two operations, and a gap would never show. It notes what is stored, and
 * which responses are sent before the operations of their request have finished.
 */
const observer = `
  import { AsyncLocalStorage } from 'node:async_hooks';
  import crypto from 'node:crypto';
  import { subscribe } from 'node:diagnostics_channel';
  import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
  import { syncBuiltinESMExports } from 'node:module';
  import { setTimeout as delay } from 'node:timers/promises';
  const file = (name) => process.env.OBSERVED + '/' + name;
  // During a replay, the folder no longer exists.
  const note = (entry) => { try { appendFileSync(file('notes'), JSON.stringify(entry) + '\\n'); } catch {} };
  const { random } = Math;
  Math.random = () => {
    if (new Error().stack.includes('/auth/')) note({ usesMathRandom: true });
    return random();
  };
  const draws = (owner, name, bytes) => {
    const draw = owner[name];
    const value = function (...args) {
      // Not the ids that the package uuid generates.
      const frames = new Error().stack.split('\\n').slice(2).filter((frame) => !frame.includes('node:'));
      const isOwn = !/node_modules/.test(frames[0]) && frames.some((frame) => /[/\\\\]auth[/\\\\]api-keys/.test(frame));
      if (isOwn) note({ drawn: bytes(...args) });
      return draw.apply(this, args);
    };
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  draws(crypto, 'randomBytes', (size) => size);
  draws(crypto, 'randomUUID', () => 15);
  draws(crypto, 'randomFillSync', (array) => array.byteLength);
  draws(Object.getPrototypeOf(crypto.webcrypto), 'getRandomValues', (array) => array.byteLength);
  syncBuiltinESMExports();
  const current = new AsyncLocalStorage();
  subscribe('http.server.request.start', ({ request, response }) => {
    const operations = [];
    current.enterWith(operations);
    const { end } = response;
    response.end = (...rest) => {
      if (operations.length > 0) note({ early: request.url, operations });
      return end.apply(response, rest);
    };
  });
  subscribe('trellis:request', ({ path, steps }) => {
    if (existsSync(file('traced'))) note({ path, values: steps.filter(({ kind }) => kind === 'set') });
  });
  const observed = (target, name, work) => {
    const operation = target[name].bind(target);
    target[name] = async (...words) => {
      const operations = current.getStore() ?? [];
      operations.push(name);
      try {
        return await work(() => operation(...words), words);
      } finally {
        operations.splice(operations.indexOf(name), 1);
      }
    };
  };
  subscribe('trellis:listening', async ({ app, built }) => {
    const find = (name) => built.map(({ instance }) => instance).find((one) => one?.constructor?.name === name);
    const keys = find('ApiKeysService');
    const validate = keys.validate.bind(keys);
    keys.validate = async (key) => {
      const record = await validate(key);
      return record?.name === '${unknownScope}' ? { ...record, scope: '${newScopeName}' } : record;
    };
    const keyAuth = find('ApiKeyAuth');
    const handle = keyAuth.handle.bind(keyAuth);
    keyAuth.handle = async (ctx, next) => {
      const { incoming } = ctx.request;
      const { method } = incoming;
      incoming.method = ctx.header('X-Pretend-Method') || method;
      return handle(ctx, next).finally(() => { incoming.method = method; });
    };
    const { Database, KeyValue, Unavailable } = await import('${new URL('../../framework/index.ts', import.meta.url).href}');
    const database = app.get(Database);
    // Once something has failed, the store stays away for the rest of the request.
    let isDown = false;
    const hasOutage = () => existsSync(file('outage')) || existsSync(file('full'));
    const run = database.run.bind(database);
    for (const name of ['get', 'all', 'run']) {
      observed(database, name, async (operation) => {
        if (existsSync(file('outage'))) {
          isDown = true;
          throw new Unavailable('The database', 'cannot be reached');
        }
        const value = await operation();
        if (name === 'run') await delay(2);
        return value;
      });
    }
    const store = app.get(KeyValue);
    for (const name of ['get', 'set', 'setIfAbsent', 'take', 'delete', 'increment']) {
      observed(store, name, async (operation, words) => {
        if (existsSync(file('deleted-user'))) {
          const id = readFileSync(file('deleted-user'), 'utf8');
          rmSync(file('deleted-user'));
          await run\`delete from users where id = \${id}\`;
        }
        if (existsSync(file('unreachable'))) throw new Unavailable('The store', 'cannot be reached');
        isDown = hasOutage() && (isDown || (name === 'set' && existsSync(file('full'))));
        if (isDown) throw new Unavailable('The store', 'cannot be reached');
        note({ operation: name, key: words[0], stored: name.startsWith('set') ? words : undefined });
        const value = await operation();
        await delay(existsSync(file('slow')) ? 50 : 2);
        return value;
      });
    }
  });
`;

/** What happens to one pair of tokens. */
async function rotation(app: Session) {
  const { program, person } = await app.once(home);
  const first = await pairOf(program, person);
  const refreshed = await refresh(program, first);
  const second = bodyOf(refreshed);
  const me = await program.get('/auth/me', bearer(second.access_token));
  const next = await refresh(program, second);
  const again = await refresh(program, first);
  return { person, first, second, refreshed, me, next, again };
}

/** Ten requests with the same token, while the store is far away. */
async function race(app: Session) {
  const { program, person, during } = await app.once(home);
  const pair = await pairOf(program, person);
  const answers = await during('slow', () => Promise.all(Array.from({ length: 10 }, () => refresh(program, pair))));
  const won = answers.find(({ code }) => code === 200);
  return { codes: answers.map(({ code }) => code), winner: won && (await refresh(program, won.body)) };
}

async function outage(app: Session) {
  const { program, person, during } = await app.once(home);
  const survive = async (mode: 'outage' | 'full') => {
    const pair = await pairOf(program, person);
    return { during: await during(mode, () => refresh(program, pair)), after: await refresh(program, pair) };
  };
  return { database: await survive('outage'), store: await survive('full') };
}

async function deletedUser(app: Session) {
  const { program, deleteUser } = await app.once(home);
  const person = await register(program);
  const pair = await pairOf(program, person);
  await deleteUser(person.user.id);
  return { orphaned: await refresh(program, pair) };
}

/** A token that is used early, one that is used too late, and one that is refreshed again and again for a month. */
async function month(app: Session) {
  const { program, person } = await app.once(home);
  const pairs = await Promise.all(Array.from({ length: 3 }, () => pairOf(program, person)));
  const [first, second, third] = pairs as [Pair, Pair, Pair];
  const third2 = await refreshAfter(6 * day, third);
  await program.advance({ hours: 23 });
  const early = await refresh(program, first);
  await program.advance({ hours: 2 });
  const late = await refresh(program, second);
  let pair = bodyOf(third2);
  for (const hours of [0, 6.5 * day]) pair = bodyOf(await refreshAfter(hours, pair));
  const heir = bodyOf(await refresh(program, bodyOf(early)));
  pair = bodyOf(await refreshAfter(6.5 * day, pair));
  // The first token was used 13 days ago, and has expired since. The latest token of its login is still valid.
  await refresh(program, first);
  const lateHeir = await refresh(program, heir);
  pair = bodyOf(await refreshAfter(6.5 * day, pair));
  const lastDay = await refreshAfter(3 * day, pair);
  return { early, late, lateHeir, lastDay, afterTheEnd: await refreshAfter(day, bodyOf(lastDay)) };

  async function refreshAfter(hours: number, pair: Pair): Promise<Answer> {
    await program.advance({ hours });
    return refresh(program, pair);
  }
}

/** A used token comes back after two more refreshes. */
async function theft(app: Session) {
  const { program, person, notes } = await app.once(home);
  const written = async (since: number) =>
    (await notes()).slice(since).flatMap(({ operation, key }) => (operation === 'set' && key ? [key] : []));
  const start = (await notes()).length;
  const [first, another] = [await pairOf(program, person), await pairOf(program, person)];
  const atLogin = await written(start);
  const middle = (await notes()).length;
  const second = bodyOf(await refresh(program, first));
  const rewritten = (await written(middle)).find((key) => atLogin.includes(key));
  const third = bodyOf(await refresh(program, second));
  const innocent = await register(program);
  await refresh(program, await pairOf(program, innocent));
  const before = (await notes()).length;
  const replayed = await refresh(program, first);
  // What this request has changed, other than the mark of the token itself and the next token, which nobody gets.
  const changes = (await notes()).slice(before).filter(({ operation }) => operation && operation !== 'get');
  const revocation = changes.filter(
    ({ operation, key = '' }) =>
      !key.includes(sha256(first.refresh_token)) && !(operation === 'set' && key.startsWith('refresh:')),
  );
  return {
    person,
    innocent,
    first,
    replayed,
    revocation,
    rewritten,
    heir: await refresh(program, third),
    other: await refresh(program, another),
  };
}

async function logout(app: Session) {
  const { program, notes, during } = await app.once(home);
  const person = await register(program);
  const pairs = await Promise.all(Array.from({ length: 4 }, () => pairOf(program, person)));
  const [mine, used, another, stuck] = pairs as [Pair, Pair, Pair, Pair];
  const elsewhere = await signIn(program, person);
  const before = (await notes()).length;
  const answer = await program.post('/auth/logout', { refresh_token: mine.refresh_token });
  // What the logout has changed, other than an entry of the token itself.
  const revocation = (await notes())
    .slice(before)
    .filter(({ operation = 'get', key = '' }) => operation !== 'get' && !key.includes(sha256(mine.refresh_token)));
  const afterwards = await refresh(program, mine);
  const newest = bodyOf(await refresh(program, used));
  await program.post('/auth/logout', { refresh_token: used.refresh_token });
  const heir = await refresh(program, newest);
  const other = await refresh(program, another);
  const sessions: Answer[] = [];
  const farewells: Answer[] = [];
  for (const body of ['{bad', { refresh_token: randomUUID() }, undefined]) {
    const headers = await signIn(program, person);
    farewells.push(await program.post('/auth/logout', body, { headers }));
    sessions.push(await program.get('/auth/session', { headers }));
  }
  const otherSession = await program.get('/auth/session', { headers: elsewhere });
  const isEndedAtOnce = await endsWithoutBody(program, person);
  const unreachable = await during('unreachable', () =>
    program.post('/auth/logout', { refresh_token: stuck.refresh_token }),
  );
  return {
    person,
    answer,
    revocation,
    afterwards,
    heir,
    other,
    otherSession,
    sessions,
    farewells,
    isEndedAtOnce,
    unreachable,
  };
}

/** Announces a body and never sends it. */
async function endsWithoutBody(program: Session, person: Person): Promise<boolean> {
  const headers = await signIn(program, person);
  const sent = request(`${await program.url()}/auth/logout`, {
    method: 'POST',
    agent: false,
    headers: { ...headers, 'Content-Length': 100 },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  try {
    const patience = AbortSignal.timeout(5_000);
    while (!patience.aborted) {
      if ((await program.get('/auth/session', { headers })).code === 401) return true;
      await delay(50);
    }
    return false;
  } finally {
    sent.destroy();
  }
}

/** A user with three keys. */
async function keyring(app: Session) {
  const { program, strangers, notes, copyOfDatabase } = await app.once(home);
  const person = await register(program);
  const mine = bearer(sign(program, person.user.id));
  const name = random.sentence();
  const answer = await program.post('/auth/api-keys', { name, user_id: randomUUID() }, mine);
  const others = [await createKey(app, 'read', mine), await createKey(app, 'read', mine)];
  const [list, strangersList] = [
    await program.get('/auth/api-keys', mine),
    await program.get('/auth/api-keys', strangers),
  ];
  const copy = await copyOfDatabase();
  const image = await readFile(copy);
  const database = await openDatabase(`file:${copy}`);
  try {
    const row = await database.get<Record<string, unknown>>`select * from api_keys where name = ${name}`;
    const keys = [answer.body.key, ...others.map(({ key }) => key)].map(String);
    const usesMathRandom = (await notes()).some((note) => note.usesMathRandom);
    const mostBytes = Math.max(0, ...(await notes()).map(({ drawn = 0 }) => drawn));
    return { person, answer, keys, list, strangersList, row, image, usesMathRandom, mostBytes };
  } finally {
    await database.onStop();
  }
}

/** The promise of the chapter: a program works with the blog, without a password. */
async function robot(app: Session) {
  const { program, mine: owner } = await app.once(home);
  const draft = (await program.post('/posts', aPost(), owner)).status(201).body;
  const mine = await program.get('/my-posts', withKey((await createKey(app)).key));
  const stranger = await register(program);
  const foreign = await createKey(app, 'read', bearer(sign(program, stranger.user.id)));
  const strangers = await program.get('/my-posts', withKey(foreign.key));
  return { draft, mine, strangers };
}

/** What a robot's request for its posts leaves in the context. */
async function contextOfRobot(app: Session) {
  const { program, person, during, notes } = await app.once(home);
  const { key } = await createKey(app);
  return during('traced', async () => {
    (await program.get('/my-posts', withKey(key))).status(200, whyKeyFails);
    // The trace is complete a moment after the response.
    const patience = AbortSignal.timeout(5_000);
    const find = async () => (await notes()).findLast(({ path }) => path === '/my-posts')?.values;
    let values = await find();
    for (; values === undefined && !patience.aborted; values = await find()) await delay(10);
    return { person, values: values ?? [] };
  });
}

async function readOnly(app: Session) {
  const { program, mine } = await app.once(home);
  const { id } = (await program.post('/posts', aPost(), mine)).status(201).body;
  const { key } = await createKey(app);
  const refusals: Answer[] = [];
  for (const [method, path, body] of [
    ['POST', '/posts', aPost()],
    ['POST', '/posts', {}],
    ['PUT', `/posts/${id}`, aPost()],
    ['DELETE', `/posts/${id}`, undefined],
  ] as const) {
    refusals.push(await program.send(method, path, body, withKey(key)));
  }
  const claimed: Answer[] = [];
  const headers = Object.fromEntries(['', '-Override'].map((end) => [`X-HTTP-Method${end}`, 'GET']));
  for (const path of [`/posts/${id}`, `/posts/${id}?_method=GET`]) {
    const claims = { ...withKey(key).headers, ...headers, 'X-Method-Override': 'GET' };
    claimed.push(await program.delete(path, { headers: claims }));
  }
  const newMethod = await program.get('/my-posts', {
    headers: { ...withKey(key).headers, 'X-Pretend-Method': 'LOCK' },
  });
  const strange = (await program.post('/auth/api-keys', { name: unknownScope, scope: 'write' }, mine)).status(201).body;
  const newScope = await program.post('/posts', {}, withKey(strange.key));
  const reads = [
    await program.get('/my-posts', withKey(key)),
    await program.send('HEAD', '/my-posts', undefined, withKey(key)),
    await program.get('/auth/api-keys/current', withKey(key)),
  ];
  return { refusals, claimed, newMethod, newScope, reads };
}

async function hurried(app: Session) {
  const { notes } = await app.once(home);
  const early = (await notes()).flatMap(({ early, operations = [] }) => (early ? [{ path: early, operations }] : []));
  return { early };
}

async function register(program: Session): Promise<Person> {
  const body = { email: random.email(), password: random.sentence(), name: random.word() };
  const answer = await program.post('/auth/register', body);
  return { ...body, ...answer.status(201, 'POST /auth/register no longer works.').body };
}

function login({ email, password }: Person) {
  return { email, password };
}

async function signIn(program: Session, person: Person): Promise<{ Cookie: string }> {
  return { Cookie: cookieOf(await program.post('/auth/session', login(person))) };
}

function cookieOf(answer: Answer): string {
  return (answer.status(200).headers.get('set-cookie') ?? '').split(';')[0]!;
}

async function pairOf(program: Session, person: Person): Promise<Pair> {
  const answer = await program.post('/auth/tokens', login(person));
  expectPair(answer.status(200, 'POST /auth/tokens no longer works.'));
  return answer.body;
}

function expectPair(answer: Answer): void {
  const token: unknown = answer.body.refresh_token;
  answer.expect(
    keysOf(answer.body) === 'access_token, expires_in, refresh_token' && answer.body.expires_in === 86_400,
    'exactly the fields access_token, refresh_token and expires_in = 86400',
    'the response is not the pair that #pair returns.',
  );
  answer.expect(
    typeof token === 'string' && uuid4.test(token),
    'a random UUID, of version 4, in "refresh_token"',
    JSON.stringify(token) === '{}'
      ? '`{}` is what a promise becomes in JSON: an `await` is missing in front of generate.'
      : 'generate no longer returns randomUUID().',
  );
}

function refresh(program: Session, { refresh_token }: Pair): Promise<Answer> {
  return program.post('/auth/refresh', { refresh_token });
}

/** Even if the request failed: the check that looks at it reports that. */
function bodyOf(answer: Answer): Pair {
  return answer.code === 200 ? answer.body : { access_token: random.word(), refresh_token: random.word() };
}

async function createKey(app: Session, scope = 'read', owner?: { headers: Record<string, string> }): Promise<ApiKey> {
  const { program, mine } = await app.once(home);
  const answer = await program.post('/auth/api-keys', { name: random.sentence(), scope }, owner ?? mine);
  const because = answer.code === 500 ? undefined : 'POST /auth/api-keys does not work: see step 4.';
  return answer.status(201, because).body;
}

/** Signed as the program signs, and valid for longer than a check moves the clock. */
function sign(app: Session, user_id: string): string {
  const claims = { user_id, email: random.email(), role: 'user', iss: 'blog' };
  return jwt.sign(claims, app.env.JWT_SECRET!, { algorithm: 'HS256', expiresIn: '90 days' });
}

function bearer(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

function withKey(key: string) {
  return { headers: { 'X-API-Key': key } };
}

function aPost() {
  return { title: random.sentence(), content: random.sentence() };
}

function notRefreshed(answer: Answer, because: Parameters<Answer['status']>[1]): void {
  answer
    .status(401, because)
    .error(
      401,
      'invalid refresh token',
      'the message of the contract starts with a lower-case i, and ends without a period.',
    );
}

function whyNotEmpty({ code }: Answer): string | undefined {
  return code === 200 ? 'the handler returns something. Without a return value, the response is 204.' : undefined;
}

function whyKeyFails({ code, content }: Answer): string | undefined {
  if (code === 404) return 'the route is missing.';
  if (code === 403) return 'ApiKeyAuth refuses a request that the scope of the key allows.';
  if (content.includes('Missing authorization header')) return 'ApiKeyAuth is not in accept(…) of this route.';
  return content.includes('API key') ? 'validate does not find the row whose key_digest is digest(key).' : undefined;
}

function expectDigests(stored: unknown[][], token: string): void {
  const expected = 'digests only: "refresh:", "used:" and so on, followed by the 64 hex digits of digest(token)';
  if (stored.some((entry) => JSON.stringify(entry).includes(token))) {
    const cause = 'an entry contains the token itself. Anyone who can read the store can use it. Store digest(token).';
    fail('The store contains a refresh token.', expected, cause);
  }
  const names = stored.map(([name]) => String(name));
  const values = names.map((name) => name.slice(name.indexOf(':') + 1));
  const cut = values.findIndex((value) => value.length < 64 && value.length > 3 && sha256(token).startsWith(value));
  if (cut >= 0) {
    const cause = `only ${values[cut]!.length} digits of the digest are used, so two tokens can have the same key.`;
    fail(`The store contains "${names[cut]}".`, expected, cause);
  }
  if (values.some((value) => value === hash('md5', token) || value === hash('sha1', token))) {
    fail('The store contains a hash other than SHA-256.', expected, 'MD5 and SHA-1 are broken. Use digest(token).');
  }
  if (!values.includes(sha256(token))) {
    const cause = 'the key of the entry is no longer `refresh:` and the digest of the token.';
    fail('The store does not contain the digest of the token.', expected, cause);
  }
}

/** A mark that is shorter than the token forgets it, and one without an end stays forever. */
function expectMarkToLast([key, , options]: unknown[]): void {
  const ttl = (options as { ttl?: number } | undefined)?.ttl;
  const month = 30 * day * 3600;
  const isTooLong = ttl !== undefined && ttl > 12 * month;
  if (ttl !== undefined && ttl > month - 3600 && !isTooLong) return;
  fail(
    `The mark "${String(key).slice(0, 16)}…" has ${ttl === undefined ? 'no ttl' : `a ttl of ${ttl} seconds`}.`,
    '{ ttl: familyLifetime }, which is 30 days',
    ttl === undefined || isTooLong
      ? 'the mark stays for years, if not forever, so the store grows with every refresh. (A ttl is in seconds.)'
      : 'the mark disappears before the family ends. A used token that comes back after that is not recognized.',
  );
}

function whyOtherDigest(key: string, stored: string[]): string {
  const weak = (['md5', 'sha1'] as const).find((name) => stored.includes(hash(name, key)));
  if (weak)
    return `the column contains the ${weak.toUpperCase()} of the key, which is broken. Use digest(key), which is SHA-256.`;
  const part = stored.find((value) => value.length > 3 && value.length < 64 && sha256(key).includes(value));
  if (part)
    return `the digest is cut to ${part.length} digits: an attacker needs fewer guesses to find a key that fits.`;
  return 'the column contains something other than digest(key).';
}

function expectNotLogged(log: string, what: string, secret: string): void {
  // Half of a secret makes the other half easier to guess. The header of a signed token is the same in all of them.
  const telling = secret.startsWith('eyJ') ? secret.slice(secret.indexOf('.') + 1) : secret;
  const parts = Array.from({ length: Math.max(1, telling.length - 11) }, (_, at) => telling.slice(at, at + 12));
  // The beginning or the end of it, for somebody who wants to recognize it.
  const previews = [6, 7, 8, 9, 10, 11].flatMap((length) => [telling.slice(0, length), telling.slice(-length)]);
  const words = new Set(log.split(/[^\w-]+/));
  if (!parts.some((part) => log.includes(part)) && !previews.some((preview) => words.has(preview))) return;
  const cause =
    'a log statement prints it, or a part of it. Logs are copied to many places, and anyone who reads one could use it.';
  fail(`${what} is in the log.`, 'a log without secrets', cause);
}

function hash(name: string, text: string): string {
  return createHash(name).update(text).digest('hex');
}

function sha256(text: string): string {
  return hash('sha256', text);
}

function encode(text: string, form: BufferEncoding): string {
  return Buffer.from(text).toString(form);
}

/** How many different bytes a key consists of. */
function bytesOf(key: string): number {
  return new Set(Buffer.from(key.replace(/^blog_/, ''), 'base64url')).size;
}

/** Whatever the response was: a check that fails has to say why, and must not crash. */
function keysOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? Object.keys(value).sort().join(', ') : '';
}

function sorted(record: object): [string, unknown][] {
  return Object.entries(record).sort(([one], [other]) => one.localeCompare(other));
}

function fail(problem: string, expected: string, cause: string | string[]): never {
  throw new CheckFailure({ problem, expected, cause });
}
