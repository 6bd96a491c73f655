import type { App } from 'trellis';
import { type WebSocket, WebSocketServer } from 'ws';

/** How many bytes may wait in memory for a client that doesn't read them. */
const mostUnread = 1_000_000;

/** Adds a chat room at /chat. Call it after `await app.listen()`. */
export function openChat(app: App, allowedOrigin: string): void {
  const room = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  app.server.on('upgrade', (request, socket, head) => {
    // Node no longer handles the errors of this connection, and an error event without a listener ends the process.
    socket.on('error', () => socket.destroy());
    // A page of any site may open a WebSocket, and the browser sends its cookies along: check where it comes from.
    if (request.url !== '/chat' || request.headers.origin !== allowedOrigin) {
      const refusal = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
      // `end` alone would leave the connection open until the client closes it, too.
      socket.end(refusal, () => socket.destroy());
      return;
    }
    room.handleUpgrade(request, socket, head, (client) => room.emit('connection', client));
  });
  room.on('connection', (client: WebSocket) => {
    // A WebSocket has errors of its own, such as a message that is too large.
    client.on('error', () => client.terminate());
    client.on('message', (text) => {
      for (const other of room.clients) {
        if (other === client) continue;
        other.send(text.toString());
        disconnectIfUnread(other);
      }
    });
    // ws responds to each of them.
    client.on('ping', () => disconnectIfUnread(client));
  });
  // A WebSocket stays open until somebody closes it. Without this, shutdown would wait for all of them.
  app.stopping.addEventListener('abort', () => {
    for (const client of room.clients) client.close(1001, 'The server is shutting down');
  });
}

function disconnectIfUnread(client: WebSocket): void {
  if (client.bufferedAmount > mostUnread) client.terminate();
}
