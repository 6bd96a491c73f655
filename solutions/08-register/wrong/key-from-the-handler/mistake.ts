import type { Mistake } from '#check';

export default {
  summary: 'The handler makes the email_key, so another caller of create could forget to convert it to lower case.',
  edits: [
    {
      file: 'users/users.service.ts',
      find: 'async create({ email, name, hash }: { email: string; name: string; hash: string })',
      replace: 'async create({ email, key, name, hash }: { email: string; key: string; name: string; hash: string })',
    },
    { file: 'users/users.service.ts', find: `\${email.toLowerCase()}`, replace: `\${key}` },
    {
      file: 'auth/auth.controller.ts',
      find: 'create({ email, name, hash })',
      replace: 'create({ email, key: email.toLowerCase(), name, hash })',
    },
  ],
  fails: { 'POST /auth/register responds with 201 and the user': 'or prepares the email_key for it' },
} satisfies Mistake;
