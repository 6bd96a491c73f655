import type { Mistake } from '#check';

export default {
  summary: 'The path is not decoded.',
  edits: [
    {
      file: 'framework/target.ts',
      find: "const path = canonicalPath(local.replace(/^\\/{2,}/, '/'));",
      replace: "const path = local.replace(/^\\/{2,}/, '/');",
    },
    { file: 'framework/target.ts', find: "import { canonicalPath } from './escapes.ts';\n", replace: '' },
  ],
  fails: {
    'a target becomes one canonical path, and a query': 'canonicalPath',
    'a malformed target is 400, and other spellings of a path find the same route': 'malformed escape',
  },
} satisfies Mistake;
