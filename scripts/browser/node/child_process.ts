import { hold } from '../machine/handles.ts';
import { type Packet, receive } from '../machine/link.ts';
import { type StartedProcess, startProcess } from '../machine/processes.ts';
import { EventEmitter } from './events.ts';
import { nextTick } from './process.ts';
import { Readable } from './stream.ts';

interface SpawnOptions {
  env?: Record<string, string | undefined>;
}

const running = new Map<object, ChildProcess>();

class Pipe extends Readable {
  override _read(): void {}
}

/** Another process of the machine, which runs the workshop's own entry point: see `run/waiting.mjs`. */
export class ChildProcess extends EventEmitter {
  readonly stdout = new Pipe();
  readonly stderr = new Pipe();
  readonly stdin = null;
  readonly pid: number;
  connected = true;
  killed = false;
  exitCode: number | null = null;
  signalCode: string | null = null;
  #release: (() => void) | undefined = hold();
  readonly #process: StartedProcess;
  readonly channel = { ref: () => {}, unref: () => {} };

  constructor(args: readonly string[], { env = {} }: SpawnOptions) {
    super();
    const broken = (message: string) => {
      this.stderr.push(`Error: ${message}\n`);
      this.#ended(1, null);
    };
    this.#process = startProcess({ kind: 'program', env, argv: args }, broken);
    this.pid = this.#process.pid;
    running.set(this.#process.link, this);
  }

  send(message: unknown, ...rest: unknown[]): boolean {
    if (this.connected) this.#process.link.send({ type: 'ipc', message });
    const done = rest.find((each) => typeof each === 'function') as ((error: Error | null) => void) | undefined;
    if (done) nextTick(() => done(null));
    return this.connected;
  }

  kill(signal = 'SIGTERM'): boolean {
    if (!this.connected) return false;
    this.killed = true;
    this.#ended(null, signal);
    return true;
  }

  ref(): void {
    if (this.connected) this.#release ??= hold();
  }

  unref(): void {
    this.#release?.();
    this.#release = undefined;
  }

  received(packet: Packet): void {
    if (!this.connected) return;
    if (packet.type === 'ipc') this.emit('message', packet.message);
    if (packet.type === 'output') {
      const text = packet.text as string;
      this[packet.stream as 'stdout' | 'stderr'].push(text);
      this.#process.link.send({ type: 'read', length: text.length });
    }
    if (packet.type === 'exit') this.#ended(packet.code as number | null, packet.signal as string | null);
  }

  #ended(code: number | null, signal: string | null): void {
    if (!this.connected) return;
    this.connected = false;
    this.exitCode = code;
    this.signalCode = signal;
    running.delete(this.#process.link);
    this.#process.kill();
    this.unref();
    for (const stream of [this.stdout, this.stderr]) stream.push(null);
    nextTick(() => {
      this.emit('disconnect');
      this.emit('exit', code, signal);
      // After the last output has been read.
      setImmediate(() => this.emit('close', code, signal));
    });
  }
}

for (const type of ['ipc', 'output', 'exit']) receive(type, (packet, link) => running.get(link)?.received(packet));

export function spawn(_command: string, args: readonly string[] = [], options: SpawnOptions = {}): ChildProcess {
  return new ChildProcess(args, options);
}

export function spawnSync(): { stdout: string; stderr: string; status: number } {
  return { stdout: '', stderr: '', status: 1 };
}
