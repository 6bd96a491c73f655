import type { App } from 'trellis';
import { type WebSocket, WebSocketServer } from 'ws';

/** Adds a chat room at /chat. Call it after `await app.listen()`. */
export function openChat(app: App, allowedOrigin: string): void {
  const room = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024 });
  app.server.on('upgrade', (request, socket, head) => {
    // A page of any site may open a WebSocket, and the browser sends its cookies along: check where it comes from.
    if (request.url !== '/chat' || request.headers.origin !== allowedOrigin) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    room.handleUpgrade(request, socket, head, (client) => room.emit('connection', client));
  });
  room.on('connection', (client: WebSocket) => {
    // An error closes this connection, and an error event without a listener ends the process.
    client.on('error', () => client.terminate());
    client.on('message', (text) => {
      for (const other of room.clients) if (other !== client) other.send(text.toString());
    });
  });
  // A WebSocket stays open until somebody closes it. Without this, shutdown would wait for all of them.
  app.stopping.addEventListener('abort', () => {
    for (const client of room.clients) client.close(1001, 'The server is shutting down');
  });
}
