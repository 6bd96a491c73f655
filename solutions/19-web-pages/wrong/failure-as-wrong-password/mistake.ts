import type { Mistake } from '#check';

export default {
  summary: 'Puts the whole sign-in into a try block. If the database fails, users read that their password is wrong.',
  edits: [
    {
      file: 'pages/sign-in.controller.ts',
      find: "    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie(ctx, await this.sessions.create(signIn.user.id, ctx.header('User-Agent'), signIn.startedAt));\n",
      replace:
        "    try {\n      await this.sessions.destroy(readSessionCookie(ctx));\n      setSessionCookie(ctx, await this.sessions.create(signIn.user.id, ctx.header('User-Agent'), signIn.startedAt));\n    } catch {\n      ctx.status(401);\n      return signInView(ctx, { email, message: 'Signing in failed.' });\n    }\n",
    },
  ],
  fails: {
    'a failure of the database is not a wrong password': 'the handler catches every error',
  },
} satisfies Mistake;
