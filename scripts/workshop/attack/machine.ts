import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isolation } from '../run/isolation.ts';
import type { WorkerEvent } from '../run/messages.ts';
import { Program } from '../run/program.ts';
import { findServices, howToInstall, type Services, startServices } from '../services/services.ts';
import { CannotAttack } from './client.ts';

/** PostgreSQL, Redis and the program, for one attack alone: it may kill all of them. */
export class Machine {
  readonly url: string;
  readonly #folder: string;
  readonly #services: Services;
  readonly #start: () => Program;
  #program: Program;

  private constructor(folder: string, services: Services, port: number, start: () => Program) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = folder;
    this.#services = services;
    this.#start = start;
    this.#program = start();
  }

  static async start(src: string, env: Readonly<Record<string, string>> = {}): Promise<Machine> {
    const found = findServices();
    for (const [service, name] of [['postgres', 'PostgreSQL'] as const, ['redis', 'Redis'] as const]) {
      if (found[service]) continue;
      throw new CannotAttack(
        `It kills servers, and ${name} is not installed here. To install it: ${howToInstall(service)}`,
      );
    }
    const folder = mkdtempSync(join(tmpdir(), 'trellis-machine-'));
    // PostgreSQL may run as another user.
    chmodSync(folder, 0o755);
    const services = await startServices({ folder, anyPorts: true, found });
    const port = await freePort();
    const own = { ...isolation(), ...services.addresses, BCRYPT_COST: '4', PORT: String(port), HOST: '127.0.0.1' };
    const machine = new Machine(folder, services, port, () => new Program({ src, env: { ...own, ...env } }));
    try {
      await machine.#program.listening();
      return machine;
    } catch (error) {
      await machine.end();
      throw error;
    }
  }

  /** Whether the program itself has ended. */
  get isDown(): boolean {
    return this.#program.hasExited;
  }

  /** The processes that handle requests: the workers that listen, or else the program itself. */
  processes(): number[] {
    if (this.isDown) return [];
    const workers = listeningIn(this.#program.workers);
    return this.#program.workers.length > 0 ? workers : [this.#program.pid];
  }

  /** Without a warning: the process gets no chance to finish anything. */
  kill(pid: number): void {
    process.kill(pid, 'SIGKILL');
  }

  async crash(server: 'postgres' | 'redis'): Promise<void> {
    await this.#services[server]!.kill();
  }

  async restore(server: 'postgres' | 'redis'): Promise<void> {
    await this.#services[server]!.start();
  }

  /** New code: with SIGHUP, if the program handles it, or else by stopping it and starting it again. */
  async deploy(): Promise<'rolling restart' | 'stop and start'> {
    const old = this.processes();
    if (await this.#program.restart()) {
      await this.until(
        () => this.processes().every((pid) => !old.includes(pid)) && this.processes().length === old.length,
      );
      return 'rolling restart';
    }
    await this.#program.stop(10_000);
    this.#program = this.#start();
    await this.#program.listening();
    return 'stop and start';
  }

  /** Waits for a condition until the time is over or the program has ended, and returns whether it came true. */
  async until(condition: () => boolean, milliseconds = 60_000): Promise<boolean> {
    const deadline = performance.now() + milliseconds;
    while (!condition() && !this.isDown && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return condition();
  }

  async end(): Promise<void> {
    await this.#program.kill();
    await this.#services.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function listeningIn(events: readonly WorkerEvent[]): number[] {
  const pids = (wanted: string) => events.filter(({ event }) => event === wanted).map(({ pid }) => pid);
  const gone = new Set(pids('exit'));
  return [...new Set(pids('listening'))].filter((pid) => !gone.has(pid));
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
