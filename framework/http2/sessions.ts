import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import { timerOf } from '../hints/limits.ts';

/** As many requests as a browser sends at once. HTTP/2 has no limit of its own. */
const maxConcurrentStreams = 100;

/**
 * Closes connections of HTTP/2 that nobody has used for a while. Returns a function that closes all of them: requests that are
 * running finish, and the clients are told to send no more.
 */
export function manageSessions(server: Http2SecureServer, keepAliveTimeout: number): () => void {
  const sessions = new Set<ServerHttp2Session>();
  server.updateSettings({ maxConcurrentStreams });
  server.on('session', (session) => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
    let open = 0;
    session.on('stream', (stream) => {
      open++;
      stream.once('close', () => open--);
    });
    session.setTimeout(timerOf(keepAliveTimeout), () => {
      if (open === 0) session.close();
      else session.setTimeout(timerOf(keepAliveTimeout));
    });
  });
  return () => {
    for (const session of sessions) session.close();
  };
}
