import type { Mistake } from '#check';

export default {
  summary:
    'The first request after the idle timeout is refused, but it wakes the session up, and the second one is accepted.',
  edits: [
    {
      file: 'auth/sessions.service.ts',
      find: `      where id = \${digest(id)}
        and created_at > \${this.ago(sessionLifetime)}
        and last_used_at > \${this.ago(this.idleTimeout)}\`;
    if (session !== undefined) await this.touch(session);
    return session;`,
      replace: `      where id = \${digest(id)} and created_at > \${this.ago(sessionLifetime)}\`;
    if (session === undefined) return undefined;
    await this.touch(session);
    return session.last_used_at > this.ago(this.idleTimeout) ? session : undefined;`,
    },
  ],
  fails: {
    'with SESSION_IDLE_MINUTES=30, a session ends after 30 minutes without a request':
      'the refused request counted as a use of it',
  },
} satisfies Mistake;
