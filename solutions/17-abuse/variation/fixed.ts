import type { FixedTarget } from '#check';

const file = 'resets.ts';
const token = "const token = createHash('sha256').update(`${email} ${now}`).digest('hex');";

/** The same program without its hole. */
export default [
  {
    that: 'draws a token at random',
    edits: [
      {
        file,
        find: "import { createHash } from 'node:crypto';",
        replace: "import { randomBytes } from 'node:crypto';",
      },
      { file, find: token, replace: "const token = randomBytes(32).toString('hex');" },
    ],
  },
  {
    that: 'derives the token with a secret',
    edits: [
      {
        file,
        find: "import { createHash } from 'node:crypto';",
        replace: "import { createHmac, randomBytes } from 'node:crypto';",
      },
      {
        file,
        find: '  readonly #resets = new Map',
        replace: '  readonly #secret = randomBytes(32);\n  readonly #resets = new Map',
      },
      {
        file,
        find: token,
        replace: "const token = createHmac('sha256', this.#secret).update(`${email} ${now}`).digest('hex');",
      },
    ],
  },
  {
    that: 'adds a random value to what it hashes',
    edits: [
      {
        file,
        find: "import { createHash } from 'node:crypto';",
        replace: "import { createHash, randomUUID } from 'node:crypto';",
      },
      {
        file,
        find: token,
        replace: "const token = createHash('sha256').update(`${email} ${now} ${randomUUID()}`).digest('hex');",
      },
    ],
  },
  {
    that: 'has a random part in the token',
    edits: [
      {
        file,
        find: "import { createHash } from 'node:crypto';",
        replace: "import { createHash, randomBytes } from 'node:crypto';",
      },
      {
        file,
        find: token,
        replace:
          "const day = createHash('sha256').update(`${email} ${now}`).digest('hex').slice(0, 8);\n    const token = day + randomBytes(16).toString('hex');",
      },
    ],
  },
] satisfies FixedTarget[];
