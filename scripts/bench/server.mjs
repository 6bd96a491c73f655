import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { compiled } from './compile.mjs';
import { learnersFramework } from './learners-framework.mjs';

const here = import.meta.dirname;
const START_MS = 20_000;

/** The servers, `node:http` first: it is what all others are compared with. */
export const SERVERS = {
  'node:http': 'servers/node-http.mjs',
  trellis: 'servers/trellis.ts',
  fastify: 'servers/fastify.mjs',
  hono: 'servers/hono.mjs',
  h3: 'servers/h3.mjs',
  koa: 'servers/koa.mjs',
  express: 'servers/express.mjs',
  // The same program as for Trellis, on the framework that a learner has written in Part V.
  mine: 'servers/trellis.ts',
};

/** With two cores the server gets one to itself, and the load the other. */
const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).error === undefined;

/** The command, bound to one core where that is possible. */
function onCore(core, command, args) {
  return canPin ? ['taskset', ['-c', String(core), command, ...args]] : [command, args];
}

/** Binds this process to one core where that is possible. */
export function pinTo(core) {
  if (canPin) spawnSync('taskset', ['-acp', String(core), String(process.pid)]);
}

/** What Node runs: a server in TypeScript is compiled first. */
function programOf(name) {
  const main = SERVERS[name];
  if (!main.endsWith('.ts')) return main;
  return compiled(main, name, name === 'mine' ? learnersFramework : undefined);
}

/** The same, file by file, which is slower: a profile can tell the files apart. */
function sourcesOf(name) {
  return ['--import', 'tsx', ...(name === 'mine' ? ['--import', './mine.mjs'] : []), SERVERS[name]];
}

/** A server in a process of its own, listening. */
export class Server {
  #name;
  #child;
  #printed = '';
  url;

  /** `program` and `env` start a server that isn't one of `SERVERS`. */
  static async start(name, { asSources = false, program, env = {} } = {}) {
    const server = new Server();
    const port = await freePort();
    const args = ['--import', './cpu-time.mjs', ...(asSources ? sourcesOf(name) : [program ?? programOf(name)])];
    server.#name = name;
    server.url = `http://127.0.0.1:${port}`;
    server.#child = spawn(...onCore(0, process.execPath, args), {
      cwd: here,
      env: {
        ...process.env,
        ...env,
        PORT: String(port),
        HOST: '127.0.0.1',
        NODE_ENV: 'production',
        LOG_LEVEL: 'error',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [server.#child.stdout, server.#child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        server.#printed += text;
      });
    }
    await server.#listening();
    return server;
  }

  /** A framework that answers wrongly must not be called fast. */
  async check({ path, method = 'GET', headers, body, status, answer }) {
    const response = await fetch(this.url + path, { method, headers, body });
    const text = await response.text();
    const right = response.status === status && (answer === undefined || isDeepStrictEqual(JSON.parse(text), answer));
    if (!right) throw new Error(`${this.#name}: ${method} ${path} gave ${response.status} ${text}`);
  }

  /** CPU time used so far, in microseconds. */
  cpuTime() {
    return this.#ask('cpu time');
  }

  /** The microseconds that were spent in each file while the load ran. */
  async profile(load) {
    await this.#ask('start profile');
    await load();
    return this.#ask('stop profile');
  }

  /** Resident memory, in bytes. */
  memory() {
    return this.#ask('memory');
  }

  async stop() {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }

  async #ask(question) {
    this.#child.send(question);
    const [answer] = await once(this.#child, 'message');
    return answer;
  }

  async #listening() {
    const deadline = Date.now() + START_MS;
    while (Date.now() < deadline) {
      if (this.#child.exitCode !== null) throw new Error(`${this.#name} ended during its startup:\n${this.#printed}`);
      try {
        await (await fetch(this.url)).arrayBuffer();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
    await this.stop();
    throw new Error(`${this.#name} did not listen within ${START_MS / 1000} seconds:\n${this.#printed}`);
  }
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  await once(probe, 'close');
  return port;
}
