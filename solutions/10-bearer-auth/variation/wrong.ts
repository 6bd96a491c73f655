import type { WrongDesign } from '#check';

const getsKey = 'somebody with a token gets a key, and nobody else';
const nothingElse = 'the key opens nothing else';
const noToken = 'a key is not a token, and a token is not a key';
const hour = 'a key is valid for one hour';
const unknown = 'an unknown, changed or forged key is 401';
const alone = 'an Authorization header decides alone';

const remembered = 'remembered';
const signed = 'signed';
const digests = 'digests';
const keys = 'admin/draft-keys.ts';
const controller = 'admin/admin.controller.ts';
const access = 'admin/draft-access.ts';

export default [
  {
    summary: 'The key opens the whole group.',
    of: remembered,
    edits: [
      {
        file: controller,
        find: "path: '/admin',\n        middlewares: [BearerAuth]",
        replace: "path: '/admin',\n        middlewares: [BearerAuth && DraftAccess]",
      },
    ],
    fails: [nothingElse, 'opens a route that is not the list of drafts'],
  },
  {
    summary: 'With a key, one gets another key.',
    of: signed,
    edits: [
      {
        file: controller,
        find: "          { method: 'POST', path: '/draft-keys', handler: this.createKey },\n",
        replace: '',
      },
      {
        file: controller,
        find: "      { method: 'GET', path: '/admin/drafts',",
        replace:
          "      { method: 'POST', path: '/admin/draft-keys', middlewares: [this.keyOrToken()], handler: this.createKey },\n      { method: 'GET', path: '/admin/drafts',",
      },
    ],
    fails: [nothingElse, 'one gets another key'],
  },
  {
    summary: 'Anybody gets a key.',
    of: signed,
    edits: [
      {
        file: controller,
        find: "          { method: 'POST', path: '/draft-keys', handler: this.createKey },\n",
        replace: '',
      },
      {
        file: controller,
        find: "      { method: 'GET', path: '/admin/drafts',",
        replace:
          "      { method: 'POST', path: '/admin/draft-keys', handler: this.createKey },\n      { method: 'GET', path: '/admin/drafts',",
      },
    ],
    fails: [getsKey, 'outside of the group with BearerAuth'],
  },
  {
    summary: 'A key is a token of the editor, with a shorter life.',
    of: signed,
    edits: [
      {
        file: keys,
        find: 'return `${end}.${this.#sign(end)}`;',
        replace:
          "return jwt.sign({ user_id: 'x', email: 'x', exp: Math.floor(Number(end) / 1000) }, process.env.JWT_SECRET ?? '');",
      },
      {
        file: keys,
        find: "    const [end = '', signature = '', ...rest] = key.split('.');\n",
        replace:
          "    try {\n      jwt.verify(key, process.env.JWT_SECRET ?? '', { clockTimestamp: Math.floor(this.clock.now() / 1000) });\n      return true;\n    } catch {}\n    const [end = '', signature = '', ...rest] = key.split('.');\n",
      },
      { file: keys, find: 'import { Clock', replace: "import jwt from 'jsonwebtoken';\nimport { Clock" },
    ],
    fails: [noToken, 'BearerAuth accepts it everywhere'],
  },
  {
    summary: 'A token passes for a key.',
    of: signed,
    edits: [
      {
        file: keys,
        find: "    const [end = '', signature = '', ...rest] = key.split('.');\n",
        replace:
          "    try {\n      jwt.verify(key, process.env.JWT_SECRET ?? '');\n      return true;\n    } catch {}\n    const [end = '', signature = '', ...rest] = key.split('.');\n",
      },
      { file: keys, find: 'import { Clock', replace: "import jwt from 'jsonwebtoken';\nimport { Clock" },
    ],
    fails: [noToken, 'a token passes for a key'],
  },
  {
    summary: 'A key never ends.',
    of: remembered,
    edits: [
      { file: keys, find: 'return end !== undefined && this.clock.now() < end;', replace: 'return end !== undefined;' },
    ],
    fails: [hour, 'valid for longer than an hour'],
  },
  {
    summary: 'Each look at the drafts extends the key.',
    of: remembered,
    edits: [
      {
        file: keys,
        find: 'return end !== undefined && this.clock.now() < end;',
        replace:
          'if (end === undefined || this.clock.now() >= end) return false;\n    this.#ends.set(key, this.clock.now() + lifetime);\n    return true;',
      },
    ],
    fails: [hour, 'extends it'],
  },
  {
    summary: 'A key ends after a minute.',
    of: digests,
    edits: [{ file: keys, find: '60 * 60 * 1000', replace: '60 * 1000' }],
    fails: [hour, 'expires too early'],
  },
  {
    summary: 'Nobody verifies the signature of a key.',
    of: signed,
    edits: [
      {
        file: keys,
        find: 'expected.length === sent.length && timingSafeEqual(expected, sent)',
        replace: '(expected.length === sent.length || timingSafeEqual(expected, expected))',
      },
    ],
    fails: [unknown, 'does not verify its signature'],
  },
  {
    summary: 'The comparison of two signatures of different lengths makes the program fail.',
    of: signed,
    edits: [{ file: keys, find: 'expected.length === sent.length && ', replace: '' }],
    fails: [unknown, 'the program fails because of a strange key'],
  },
  {
    summary: 'A key is compared without regard to case, and the beginning is enough.',
    of: remembered,
    edits: [
      {
        file: keys,
        find: 'const end = this.#ends.get(key);',
        replace: 'const end = [...this.#ends].find(([known]) => known.startsWith(key.toLowerCase()))?.[1];',
      },
    ],
    fails: [unknown, 'does not compare the whole key'],
  },
  {
    summary: 'The keys are in an object, and every object has a constructor.',
    of: remembered,
    edits: [
      {
        file: keys,
        find: 'const end = this.#ends.get(key);',
        replace:
          'const ends: Record<string, unknown> = Object.fromEntries(this.#ends);\n    if (ends[key] !== undefined && !this.#ends.has(key)) return true;\n    const end = this.#ends.get(key);',
      },
    ],
    fails: [unknown, 'Expected status 401, got 200'],
  },
  {
    summary: 'A valid key is enough, whatever the Authorization header says.',
    of: signed,
    edits: [{ file: controller, find: "ctx.header('Authorization') === '' && ", replace: '' }],
    fails: [alone, 'only that header counts'],
  },
  {
    summary: 'With a key, nobody looks at the Authorization header.',
    of: digests,
    edits: [{ file: access, find: "ctx.header('Authorization') !== '' || key === ''", replace: "key === ''" }],
    fails: [alone, 'Expected status 401, got 200'],
  },
  {
    summary: 'There is one key at a time.',
    of: remembered,
    edits: [
      {
        file: keys,
        find: '    const key = randomUUID();\n',
        replace: '    this.#ends.clear();\n    const key = randomUUID();\n',
      },
    ],
    fails: ['an older key still works when there is a newer one', 'remembers one key only'],
  },
  {
    summary: 'A key counts the keys so far.',
    of: remembered,
    edits: [
      {
        file: keys,
        find: 'const key = randomUUID();',
        replace: 'const key = `${randomUUID().length}-${this.#ends.size}`;',
      },
    ],
    fails: [getsKey, 'the key can be guessed'],
  },
] satisfies WrongDesign[];
