import type { Mistake } from '#check';

export default {
  summary: 'Forgets `await` before credentials.check: everybody gets in.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: 'body && (await this.credentials.check(body, ctx.signal))',
      replace: 'body && (this.credentials.check(body, ctx.signal) as unknown as SignIn)',
    },
  ],
  fails: {
    'the right password signs in, and redirects to /': 'Expected status 303',
    'a wrong password shows the form again, with the email and without the password': 'Expected status 401',
    'after five wrong passwords, the sign-in form is limited, too': 'Expected status 401',
    'signing in ends the previous session': 'Expected status 303',
  },
} satisfies Mistake;
