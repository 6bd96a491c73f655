import type { Mistake } from '#check';

export default {
  summary: "A session id is kept if it belongs to somebody else's session: the thief signs in first.",
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: 'async create(user_id: string, user_agent: string): Promise<string> {\n    const id = randomUUID();\n',
      replace:
        "async create(user_id: string, user_agent: string, old = ''): Promise<string> {\n    const before = await this.find(old);\n    const id = before && before.user_id !== user_id ? old : randomUUID();\n    await this.destroy(old);\n",
    },
    {
      file: 'auth/sessions.controller.ts',
      find: "    await this.sessions.destroy(readSessionCookie(ctx));\n    setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent')));",
      replace:
        "    setSessionCookie(ctx, await this.sessions.create(user.id, ctx.header('User-Agent'), readSessionCookie(ctx)));",
    },
  ],
  fails: {
    "signing in with somebody else's session id in the cookie doesn't adopt it": 'Somebody else may have put it there',
  },
} satisfies Mistake;
