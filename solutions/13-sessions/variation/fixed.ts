import type { FixedTarget } from '#check';

const file = 'remember-cookie.ts';

/** The same program without its hole. */
export default [
  {
    that: 'signs the two values with a separator between them',
    edits: [{ file, find: '.update(email).update(expires)', replace: ".update(email).update('\\n').update(expires)" }],
  },
  {
    that: 'signs the length of the email as well',
    edits: [{ file, find: '.update(email).update(expires)', replace: '.update(`${email.length}:${email}${expires}`)' }],
  },
  {
    that: 'accepts no other time than one of thirteen digits',
    edits: [
      {
        file,
        find: 'return Number(expires) > Date.now()',
        replace: 'return /^\\d{13}$/.test(expires) && Number(expires) > Date.now()',
      },
    ],
  },
  {
    that: 'remembers who has signed in',
    edits: [
      {
        file,
        find: '  readonly #secret = randomBytes(32);\n',
        replace: '  readonly #secret = randomBytes(32);\n  readonly #issued = new Set<string>();\n',
      },
      {
        file,
        find: "    ctx.setCookie('remember', value,",
        replace: "    this.#issued.add(value);\n    ctx.setCookie('remember', value,",
      },
      {
        file,
        find: 'return Number(expires) > Date.now()',
        replace: "return this.#issued.has(ctx.cookie('remember')) && Number(expires) > Date.now()",
      },
    ],
  },
] satisfies FixedTarget[];
