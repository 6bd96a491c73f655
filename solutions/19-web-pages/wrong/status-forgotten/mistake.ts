import type { Mistake } from '#check';

export default {
  summary: 'Shows the form again with 200, so LoginLimit and the audit log take it for a success.',
  edits: [{ file: 'pages/sign-in.controller.ts', find: '      ctx.status(401);\n', replace: '' }],
  fails: {
    'a wrong password shows the form again, with the email and without the password': 'does not call ctx.status(401)',
    'after five wrong passwords, the sign-in form is limited, too': 'Expected status 401',
    'signing in ends the previous session': 'Expected status 401',
  },
} satisfies Mistake;
