import { hold } from '../machine/handles.ts';
import { type Packet, receive } from '../machine/link.ts';
import { mailbox } from '../machine/mailbox.ts';
import { type Boot, type StartedProcess, startProcess } from '../machine/processes.ts';
import { EventEmitter } from './events.ts';
import process from './process.ts';
import { fileURLToPath } from './url.ts';

export let isMainThread = true;
export let threadId = 0;
export let parentPort: (InstanceType<typeof EventEmitter> & { postMessage(message: unknown): void }) | null = null;
export let workerData: unknown = null;
export const { MessageChannel, MessagePort } = globalThis;

const threads = new Map<object, Worker>();
/** Each is a thread of the machine, and takes memory of the page. */
const mostThreads = 16;

export class Worker extends EventEmitter {
  readonly threadId: number;
  readonly #process: StartedProcess;
  #release: (() => void) | undefined = hold();
  #isEnded = false;

  constructor(file: string | URL, { workerData: data, env }: { workerData?: unknown; env?: object } = {}) {
    super();
    if (threads.size >= mostThreads)
      throw new RangeError(`A program can't have more than ${mostThreads} threads in the browser.`);
    const path = /^data:/.test(String(file))
      ? String(file)
      : file instanceof URL || file.startsWith('file:')
        ? fileURLToPath(file)
        : file;
    this.#process = startProcess(
      { kind: 'thread', env: { ...process.env, ...env }, argv: [path], workerData: data },
      (message) => this.#ended(1, new Error(message)),
    );
    this.threadId = this.#process.pid;
    threads.set(this.#process.link, this);
  }

  postMessage(message: unknown): void {
    if (!this.#isEnded) this.#process.link.send({ type: 'thread', message });
  }

  async terminate(): Promise<number> {
    this.#ended(1);
    return 1;
  }

  ref(): void {
    if (!this.#isEnded) this.#release ??= hold();
  }

  unref(): void {
    this.#release?.();
    this.#release = undefined;
  }

  received(packet: Packet): void {
    if (packet.type === 'thread') this.emit('message', packet.message);
    if (packet.type === 'output') {
      const text = packet.text as string;
      process[packet.stream as 'stdout' | 'stderr'].write(text);
      this.#process.link.send({ type: 'read', length: text.length });
    }
    if (packet.type === 'exit') this.#ended(packet.code as number);
  }

  #ended(code: number, error?: Error): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    threads.delete(this.#process.link);
    this.#process.kill();
    this.unref();
    setImmediate(() => {
      if (error) this.emit('error', error);
      this.emit('exit', code);
    });
  }
}

for (const type of ['thread', 'output', 'exit']) receive(type, (packet, link) => threads.get(link)?.received(packet));

/** An object of its own, as in Node: a replaced class takes effect after `syncBuiltinESMExports()`. */
export default {
  Worker,
  MessageChannel,
  MessagePort,
  get isMainThread() {
    return isMainThread;
  },
  get threadId() {
    return threadId;
  },
  get parentPort() {
    return parentPort;
  },
  get workerData() {
    return workerData;
  },
};

/** Called in a thread. */
export function bootThread(boot: Boot, send: (packet: Packet) => void): (message: unknown) => void {
  isMainThread = false;
  threadId = boot.pid;
  workerData = boot.workerData ?? null;
  const port = new EventEmitter();
  parentPort = Object.assign(port, { postMessage: (message: unknown) => send({ type: 'thread', message }) });
  return mailbox(port);
}
