import type { WrongDesign } from '#check';

const valid = 'a valid token gets a new one, as a login does';
const asBefore = 'a token of the login stays as it is';
const fresh = 'the new token is valid for 24 hours from now';
const expired = 'a token that has expired is not renewed';
const week = 'a login ends after seven days, however often its token is renewed';
const wishes = 'nothing that a client sends makes a login longer';
const another = 'another login begins its own seven days';
const old = 'a renewal does not end the old token';
const restart = 'a restart logs nobody out, and begins nothing again';
const forged = 'what is not a valid token of this program is refused';
const claims = 'a token with strange claims makes no program fail';
const gone = 'a token whose user no longer exists is refused';
const secretless = 'without a secret, no token is valid';

const inToken = 'login-in-the-token';
const table = 'table-of-renewals';
const inside = 'first-token-inside';
const service = 'auth/tokens.service.ts';
const controller = 'auth/auth.controller.ts';
const renewals = 'auth/renewals.ts';

export default [
  {
    summary: 'The token is only decoded.',
    of: inToken,
    edits: [
      {
        file: service,
        find: 'jwt.verify(token, this.#secret, options) as jwt.JwtPayload;',
        replace: 'jwt.decode(token) as jwt.JwtPayload;\n      if (exp! <= options.clockTimestamp) return undefined;',
      },
    ],
    fails: [forged, 'the token is only decoded'],
  },
  {
    summary: 'The end of a token is not looked at.',
    of: inToken,
    edits: [{ file: service, find: 'clockTimestamp: this.#now() }', replace: 'ignoreExpiration: true }' }],
    fails: [expired, 'nobody looks at `exp`'],
  },
  {
    summary: 'Every renewal begins seven days.',
    of: inToken,
    edits: [
      { file: service, find: 'time: login ?? exp - lifetime', replace: 'time: (login ?? exp) && exp - lifetime' },
    ],
    fails: [week, 'begins another seven days'],
  },
  {
    summary: 'After six days, a renewed token is valid for 24 hours all the same.',
    of: inToken,
    edits: [
      {
        file: service,
        find: 'Math.min(this.#now() + lifetime, login + longest)',
        replace: 'this.#now() < login + longest ? this.#now() + lifetime : 0',
      },
    ],
    fails: [week, 'lasts 24 hours even if the login ends before'],
  },
  {
    summary: 'A login never ends.',
    of: inside,
    edits: [{ file: service, find: 'Math.min(this.#now() + lifetime, end)', replace: 'this.#now() + lifetime' }],
    fails: [week, 'lasts 24 hours even if the login ends before'],
  },
  {
    summary: 'A login ends after six days, because the first one was counted twice.',
    of: inside,
    edits: [{ file: service, find: '6 * lifetime', replace: '5 * lifetime' }],
    fails: [week, 'Expected'],
  },
  {
    summary: 'The new token ends when the old one does.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'Math.min(now + day, loggedIn + 7 * day)',
        replace: 'Math.min(claims.exp, loggedIn + 7 * day)',
      },
    ],
    fails: [fresh, 'the new token ends when the old one does'],
  },
  {
    summary: 'The new token lasts 24 hours longer than the old one.',
    of: table,
    edits: [{ file: renewals, find: 'Math.min(now + day,', replace: 'Math.min(claims.exp + day,' }],
    fails: [fresh, 'or 24 hours after it'],
  },
  {
    summary: 'A renewed token can not be renewed.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'claims.exp - day : await this.#loginOf(claims.jti)',
        replace: 'claims.exp - day : void (await this.#loginOf(claims.jti))',
      },
    ],
    fails: [fresh, 'renewed once can not be renewed again'],
  },
  {
    summary: 'The client says when the login was.',
    of: inToken,
    edits: [
      {
        file: 'auth/auth.dto.ts',
        find: "  @field('required') token!: string;\n",
        replace: "  @field('required') token!: string;\n  @field('number') login!: number;\n",
      },
      { file: controller, find: 'const { token } = await', replace: 'const { token, login: wished } = await' },
      { file: controller, find: 'login.time)', replace: 'wished || login.time)' },
    ],
    fails: [wishes, 'a field of the body decides'],
  },
  {
    summary: 'The table has one login for each user, the latest.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'const loggedIn = claims.jti === undefined ? claims.exp - day : await this.#loginOf(claims.jti);',
        replace:
          'const id = claims.user_id;\n    const loggedIn = claims.jti === undefined ? claims.exp - day : await this.#loginOf(id);',
      },
      {
        file: renewals,
        find: 'values (${jti}, ${loggedIn})',
        replace: 'values (${id}, ${loggedIn}) on conflict (id) do update set logged_in = excluded.logged_in',
      },
    ],
    fails: [another, 'one login for each user'],
  },
  {
    summary: 'A token can be renewed once.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'export class Renewals {\n',
        replace: 'export class Renewals {\n  readonly #used = new Set<string>();\n',
      },
      {
        file: renewals,
        find: '    const jti = randomUUID();\n',
        replace:
          '    if (this.#used.has(token)) return undefined;\n    this.#used.add(token);\n    const jti = randomUUID();\n',
      },
    ],
    fails: [old, 'Two tabs of a browser'],
  },
  {
    summary: 'When the logins were is in memory.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'create table if not exists renewals',
        replace: 'create temp table if not exists renewals',
      },
    ],
    fails: [restart, 'is only in memory'],
  },
  {
    summary: 'After a restart, the seven days of a login begin again.',
    of: table,
    edits: [
      {
        file: renewals,
        find: 'create table if not exists renewals',
        replace: 'create temp table if not exists renewals',
      },
      {
        file: renewals,
        find: 'return row?.logged_in;',
        replace: 'return row?.logged_in ?? Math.floor(this.clock.now() / 1000);',
      },
    ],
    fails: [restart, 'After a restart, its seven days begin again'],
  },
  {
    summary: 'The token of the login gets a claim, too.',
    of: inToken,
    edits: [
      {
        file: service,
        find: 'email, exp: this.#now() + lifetime });',
        replace: 'email, login: this.#now(), exp: this.#now() + lifetime });',
      },
    ],
    fails: [asBefore, 'something was added to the token of the login'],
  },
  {
    summary: 'A claim goes to the database, whatever type it has.',
    of: inToken,
    edits: [{ file: service, find: "typeof user_id !== 'string' || ", replace: '' }],
    fails: [claims, 'without a look at its type'],
  },
  {
    summary: 'Nobody looks for the user.',
    of: table,
    edits: [
      { file: renewals, find: '    if (!(await this.users.exists(claims.user_id))) return undefined;\n', replace: '' },
    ],
    fails: [gone, 'a deleted account would live on'],
  },
  {
    summary: 'A missing user makes the program fail.',
    of: inside,
    edits: [
      { file: service, find: 'user === undefined || end', replace: 'end' },
      { file: service, find: 'user_id: user.id, email: user.email', replace: 'user_id: user!.id, email: user!.email' },
    ],
    fails: [gone, 'Expected status 401, got 500'],
  },
  {
    summary: 'The secret is a buffer, and an empty one verifies everything.',
    of: inToken,
    edits: [
      {
        file: service,
        find: 'jwt.verify(token, this.#secret, options)',
        replace: 'jwt.verify(token, createSecretKey(Buffer.from(this.#secret)), options)',
      },
      {
        file: service,
        find: 'import jwt from',
        replace: "import { createSecretKey } from 'node:crypto';\nimport jwt from",
      },
      {
        file: controller,
        find: 'return { token: this.tokens.renew(user, login.time) };',
        replace:
          'try {\n      return { token: this.tokens.renew(user, login.time) };\n    } catch (error) {\n      throw new HttpError(500, String(error));\n    }',
      },
    ],
    fails: [secretless, 'the empty secret verifies what was signed with nothing'],
  },
  {
    summary: 'The response has the user, too.',
    of: inToken,
    edits: [
      {
        file: controller,
        find: 'return { token: this.tokens.renew(user, login.time) };',
        replace: 'return { token: this.tokens.renew(user, login.time), id: user.id };',
      },
    ],
    fails: [valid, 'more fields than that of the login'],
  },
  {
    summary: 'A new token is for nobody.',
    of: inside,
    edits: [
      { file: service, find: 'user_id: user.id, email: user.email, exp, first', replace: 'id: user.id, exp, first' },
    ],
    fails: [valid, 'do not find `user_id`'],
  },
  {
    summary: 'Every renewal is logged, with its token.',
    of: inToken,
    edits: [
      {
        file: service,
        find: '    return this.#sign({ user_id: id, email, login,',
        replace:
          "    this.log.info('renewed', { token: this.sign({ id, email } as User) });\n    return this.#sign({ user_id: id, email, login,",
      },
    ],
    fails: ['no token is printed', 'Anyone who reads the log could use it'],
  },
] satisfies WrongDesign[];
