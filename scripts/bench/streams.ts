/** `npm run bench streams`: the CPU time of 100 MB in each direction, as a share of bare node:http. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compiled } from './compile.mjs';
import { whenInterrupted } from './interrupted.ts';
import { pinTo, Server } from './server.mjs';
import { size } from './streams/work.mjs';
import { median, table } from './table.mjs';

const names = ['node:http', 'trellis', 'fastify'] as const;
type Name = (typeof names)[number];
type Direction = 'upload' | 'download';

/** At least this much of bare node:http: its CPU time divided by ours. */
const target = 0.9;
/**
 * Linux (glibc) returns freed memory to the system as soon as it lies at the end of the heap, and fetching it again costs as much
 * as an upload itself. Whether it lies there is a matter of chance, even for bare node:http, so here it is never returned.
 */
const keepMemory = { MALLOC_TRIM_THRESHOLD_: '1000000000', MALLOC_TOP_PAD_: '100000000' };

const isQuick = process.argv.includes('quick');
const turns = isQuick ? 2 : (Number(process.argv.find((word) => /^[1-9]\d?$/.test(word))) || 3) * 10;

const folder = await mkdtemp(join(tmpdir(), 'trellis-bench-'));
const servers = new Map<Name, Server>();
const cleanUp = async () => {
  for (const server of servers.values()) await server.stop();
  await rm(folder, { recursive: true, force: true });
};
whenInterrupted(cleanUp);
try {
  pinTo(1);
  const BENCH_FILE = join(folder, 'large');
  await writeFile(BENCH_FILE, Buffer.alloc(size, 'x'));
  for (const name of names)
    servers.set(name, await Server.start(name, { program: programOf(name), env: { BENCH_FILE, ...keepMemory } }));
  const shares = { upload: await measure('upload'), download: await measure('download') };
  const rows = names.map((name) => [name, shown(shares.upload.get(name)!), shown(shares.download.get(name)!)]);
  console.log(`CPU time of ${size / 1e6} MB, the median of ${turns} turns; Node ${process.versions.node}.`);
  console.log('The first figure is the share of bare node:http: 1.00 costs the same, 0.50 twice as much.\n');
  console.log(table([['', 'upload', 'download'], ...rows]));
  console.log(`\nTarget: at least ${target.toFixed(2)} in both directions.`);
} finally {
  await cleanUp();
}

function programOf(name: Name): string {
  return name === 'trellis' ? compiled('streams/trellis.ts', 'streams') : `streams/${name.replace(':', '-')}.mjs`;
}

interface Figures {
  readonly share: number;
  readonly seconds: number;
}

/** The servers take turns, so that whatever slows the machine down slows all of them. The first turns don't count. */
async function measure(direction: Direction): Promise<Map<Name, Figures>> {
  const seconds = new Map(names.map((name) => [name, [] as number[]]));
  for (let turn = -2; turn < turns; turn++) {
    for (const [name, server] of servers) {
      const before = await server.cpuTime();
      await (direction === 'upload' ? upload(server.url) : download(server.url));
      if (turn >= 0) seconds.get(name)!.push(((await server.cpuTime()) - before) / 1e6);
    }
  }
  const bare = seconds.get('node:http')!;
  return new Map(
    names.map((name) => {
      const own = seconds.get(name)!;
      return [name, { seconds: median(own), share: median(own.map((time, turn) => bare[turn]! / time)) }];
    }),
  );
}

/** A bare socket, because the load runs on the other core and must not be what is waited for. */
async function upload(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const head = `POST /upload HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/octet-stream\r\n`;
  socket.write(`${head}Content-Length: ${size}\r\n\r\n`);
  const chunk = Buffer.alloc(size / 1_000);
  for (let sent = 0; sent < size; sent += chunk.length) if (!socket.write(chunk)) await once(socket, 'drain');
  let answer = '';
  for await (const bytes of socket) answer += bytes;
  if (!answer.startsWith('HTTP/1.1 200')) throw new Error(`An upload got this response:\n${answer}`);
}

async function download(url: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write('GET /download HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  let received = 0;
  for await (const bytes of socket) received += (bytes as Buffer).length;
  if (received < size) throw new Error(`A download ended after ${received} bytes.`);
}

function shown({ share, seconds }: Figures): string {
  return `${share.toFixed(2)} ${seconds.toFixed(3)} s`;
}
