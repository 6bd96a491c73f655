import type { Mistake } from '#check';

export default {
  summary: 'Reading a session renews it, so that a stolen one never ends.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: '  find(id: string): Promise<Session | undefined> {\n    return this.store.get<Session>(keyOf(id));\n',
      replace: `  async find(id: string): Promise<Session | undefined> {
    const session = await this.store.get<Session>(keyOf(id));
    if (session !== undefined) await this.store.set(keyOf(id), session, { ttl: sessionLifetime });
    return session;
`,
    },
  ],
  fails: { 'a session is over after 24 hours, used or not': 'do not set it anew when the session is read' },
} satisfies Mistake;
