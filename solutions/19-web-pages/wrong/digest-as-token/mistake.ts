import type { Mistake } from '#check';

export default {
  summary: 'Shows the digest of the session id in every page. The table of sessions finds sessions by it.',
  edits: [
    {
      file: 'pages/csrf.ts',
      find: "createHmac('sha256', id).update('csrf').digest('base64url')",
      replace: 'digest(id)',
    },
    {
      file: 'pages/csrf.ts',
      find: 'import { readSessionCookie }',
      replace: "import { digest } from '../auth/digest.ts';\nimport { readSessionCookie }",
    },
  ],
  fails: {
    'the token does not reveal the session id': 'a plain SHA-256 digest',
  },
} satisfies Mistake;
