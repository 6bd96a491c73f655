import type { FixedTarget } from '#check';

const file = 'grants.ts';

/** The same program without its hole. */
export default [
  {
    that: 'compares whole scopes',
    edits: [{ file, find: '=> granted.includes(scope))', replace: "=> granted.split(' ').includes(scope))" }],
  },
  {
    that: 'never changes a scope that was granted',
    edits: [
      {
        file,
        find: "if (!wanted.split(' ').every((scope) => granted.includes(scope)))",
        replace: 'if (wanted !== granted)',
      },
    ],
  },
  {
    that: 'asks again what the account may do',
    edits: [
      {
        file,
        find: 'return this.#issue({ email: grant.email, scope: narrowed(grant.scope, wanted) });',
        replace: 'return this.grant(grant.email, narrowed(grant.scope, wanted));',
      },
    ],
  },
  {
    that: 'shows the drafts of all authors to the editor only',
    edits: [
      {
        file: 'main.ts',
        find: "if (scopes.includes('drafts')) return",
        replace: "if (scopes.includes('drafts') && this.accounts.isEditor(email)) return",
      },
    ],
  },
] satisfies FixedTarget[];
