import type { Mistake } from '#check';

export default {
  summary: 'The new password is printed.',
  edits: [
    {
      file: 'auth/password.controller.ts',
      find: "    const email = ctx.get<string>('user_email');\n",
      replace:
        "    const email = ctx.get<string>('user_email');\n    console.log('password changed', email, new_password);\n",
    },
  ],
  fails: {
    'the log contains no secrets': 'The log contains a new password',
  },
} satisfies Mistake;
