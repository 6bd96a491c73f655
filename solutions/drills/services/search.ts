import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { type Outside, postId } from '#incident';

const mostConnections = 4;

/** Finds posts. A search for one of the `breaking` words ends its connection instead: that part of the index is damaged. */
export async function searchService(breaking: readonly string[]): Promise<Outside & { refused(): number }> {
  const sockets = new Set<Socket>();
  let [calls, refused] = [0, 0];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (sockets.size >= mostConnections) {
      refused++;
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    const lines = createInterface({ input: socket });
    // It passes on the errors of the socket.
    lines.on('error', () => {});
    lines.on('line', async (line) => {
      calls++;
      const { words } = JSON.parse(line) as { words: string };
      await delay(10);
      if (breaking.includes(words)) {
        // Its place is free at once.
        sockets.delete(socket);
        socket.destroy();
        return;
      }
      const ids = Array.from({ length: 5 }, (_, index) => postId((words.length * 3 + index) % 20));
      if (socket.writable) socket.write(`${JSON.stringify({ ids })}\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    env: { SEARCH_URL: `127.0.0.1:${port}` },
    calls: () => calls,
    refused: () => refused,
    async end() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
