import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { compiled } from '../compile.mjs';
import { Server } from '../server.mjs';
import { type Growth, grouped } from './sizes.ts';

const REQUESTS = 3_000;
const REQUEST = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

/** Connections that have sent a request once and now wait: what they cost the process, and what they cost other requests. */
export async function connections(sizes: readonly number[]): Promise<Growth> {
  const server = await Server.start('idle', { program: compiled('growth/idle-server.ts', 'idle') });
  const { hostname, port } = new URL(server.url);
  const idle: Socket[] = [];
  const rows = [];
  try {
    const active = await open(hostname, Number(port));
    for (let call = 0; call < REQUESTS; call++) await request(active);
    for (const size of sizes) {
      try {
        while (idle.length < size) idle.push(await open(hostname, Number(port)));
      } catch (error) {
        rows.push([grouped(size), `stopped at ${idle.length}: ${(error as { code?: string }).code}`, '', '']);
        break;
      }
      const before = await server.cpuTime();
      for (let call = 0; call < REQUESTS; call++) await request(active);
      const cpu = ((await server.cpuTime()) - before) / REQUESTS;
      const megabytes = (await server.memory()) / 1e6;
      rows.push([grouped(size), `${cpu.toFixed(0)} µs`, `${megabytes.toFixed(0)} MB`]);
    }
  } finally {
    for (const socket of idle) socket.destroy();
    await server.stop();
  }
  return { title: 'Idle connections', head: ['connections', 'CPU time of a request', 'memory'], rows };
}

async function open(host: string, port: number): Promise<Socket> {
  const socket = connect(port, host);
  await once(socket, 'connect');
  await request(socket);
  return socket;
}

/** The response fits into one packet. */
async function request(socket: Socket): Promise<void> {
  socket.write(REQUEST);
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  if (!bytes.toString('latin1', 0, 12).endsWith('200')) throw new Error(`An unexpected response: ${bytes}`);
}
