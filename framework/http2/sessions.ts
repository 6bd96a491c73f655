import type { Http2SecureServer, ServerHttp2Session } from 'node:http2';
import { timerOf } from '../hints/limits.ts';

/** As many requests as a browser sends at once. HTTP/2 has no limit of its own. */
const maxConcurrentStreams = 100;

/**
 * How much a client may send before it hears that something was read. With the 64 KiB of HTTP/2, an upload would wait for a
 * round trip after each of them. What a handler doesn't read stays in memory, up to the window of its stream.
 */
const windows = { stream: 256 * 1024, connection: 1024 * 1024 };

/** For `createSecureServer`, which lets an application choose another window. The servers of HTTP/1.1 ignore it. */
export const sessionOptions = { settings: { initialWindowSize: windows.stream } };

/**
 * Closes connections of HTTP/2 that nobody has used for a while. Returns a function that closes all of them: requests that are
 * running finish, and the clients are told to send no more.
 */
export function manageSessions(server: Http2SecureServer, keepAliveTimeout: number): () => void {
  const sessions = new Set<ServerHttp2Session>();
  server.updateSettings({ maxConcurrentStreams });
  server.on('session', (session) => {
    // Not every runtime has it.
    session.setLocalWindowSize?.(windows.connection);
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
