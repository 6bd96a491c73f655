import type { Mistake } from '#check';

export default {
  summary: 'The sign-in keeps whatever session id the browser sends.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'async create(user_id: string, user_agent: string): Promise<string> {\n    const id = randomUUID();\n',
      replace:
        "async create(user_id: string, user_agent: string, old = ''): Promise<string> {\n    const id = old || randomUUID();\n    await this.destroy(id);\n",
    },
    {
      file: 'auth/sessions.controller.ts',
      find: "    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent')));",
      replace:
        "    setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent'), readSessionCookie(ctx)));",
    },
  ],
  fails: {
    'signing in again gives a new session id, and ends the session before it': 'the sign-in keeps',
    "signing in with somebody else's session id in the cookie doesn't adopt it": 'Somebody else may have put it there',
    'the attack "copied-cookie" is blocked': 'The attack "copied-cookie" succeeded',
  },
} satisfies Mistake;
