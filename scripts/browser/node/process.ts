import { entryAt } from '../machine/files.ts';
import { hold } from '../machine/handles.ts';
import { type Link, receive } from '../machine/link.ts';
import { portsGranted } from '../machine/network.ts';
import type { Boot } from '../machine/processes.ts';
import { EventEmitter } from './events.ts';
import { format, inspect } from './util.ts';

/** The oldest version that the workshop supports: a program must not believe that it can use more. */
const version = 'v20.11.0';

type Write = (text: string | Uint8Array, ...rest: unknown[]) => boolean;

/** Thrown to end the current code, after everything else of the process has ended. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
}

class Output extends EventEmitter {
  isTTY: boolean | undefined;
  readonly fd: number;
  readonly writable = true;
  readonly writableLength = 0;
  readonly columns = undefined;
  readonly write: Write;

  constructor(fd: number) {
    super();
    this.fd = fd;
    this.write = (text, ...rest) => {
      print(fd === 1 ? 'stdout' : 'stderr', typeof text === 'string' ? text : new TextDecoder().decode(text));
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined;
      if (done) nextTick(done);
      return true;
    };
  }

  end(text?: string): void {
    if (text !== undefined) this.write(text);
  }
}

let link: Link | undefined;
let isEnding = false;
const { log } = console;
/** The first process prints to the browser's own console. */
let send = (_stream: 'stdout' | 'stderr', text: string): void => log(text);
const started = performance.now();

/** How much may be on its way to the parent, in characters. A loop that prints would fill the memory of the whole page. */
const mostUnread = 1_000_000;
let unread = 0;
let dropped = 0;

function print(stream: 'stdout' | 'stderr', text: string): void {
  if (unread > mostUnread) {
    dropped += text.length;
    return;
  }
  const shown = text.slice(0, mostUnread);
  if (link !== undefined) unread += shown.length;
  send(stream, shown);
}

receive('read', ({ length }) => {
  unread -= length as number;
  if (dropped === 0) return;
  const count = dropped;
  dropped = 0;
  print('stderr', `\n(${count} more characters were printed too fast to be shown.)\n`);
});

export function nextTick(work: (...args: never[]) => void, ...args: unknown[]): void {
  queueMicrotask(() => work(...(args as never[])));
}

class Process extends EventEmitter {
  readonly title = 'node';
  readonly version = version;
  readonly versions = { node: version.slice(1), v8: '', modules: '115' };
  readonly platform = 'linux';
  readonly arch = 'wasm32';
  readonly release = { name: 'node' };
  readonly execPath = '/usr/bin/node';
  readonly execArgv: string[] = [];
  readonly features = {};
  readonly config = { variables: {} };
  readonly stdout = new Output(1);
  readonly stderr = new Output(2);
  readonly stdin = Object.assign(new EventEmitter(), { fd: 0, isTTY: undefined });
  readonly nextTick = nextTick;
  env: Record<string, string | undefined> = {};
  argv: string[] = ['/usr/bin/node'];
  pid = 1;
  ppid = 0;
  exitCode: number | undefined;
  connected = false;
  channel: { ref(): void; unref(): void } | undefined;
  send: ((message: unknown, ...rest: unknown[]) => boolean) | undefined;

  cwd(): string {
    return '/trellis';
  }

  uptime(): number {
    return (performance.now() - started) / 1000;
  }

  readonly hrtime = Object.assign(
    (before: [number, number] = [0, 0]): [number, number] => {
      const now = performance.now();
      const seconds = Math.floor(now / 1000) - before[0];
      const rest = Math.round((now % 1000) * 1e6) - before[1];
      return rest < 0 ? [seconds - 1, rest + 1e9] : [seconds, rest];
    },
    { bigint: () => BigInt(Math.round(performance.now() * 1e6)) },
  );

  /** A browser doesn't tell. What counts is the difference: a process that only waits for something uses none. */
  cpuUsage(): { user: number; system: number } {
    return { user: 0, system: 0 };
  }

  memoryUsage(): Record<string, number> {
    return { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 };
  }

  emitWarning(warning: string | Error, ...rest: unknown[]): void {
    const text = warning instanceof Error ? `${warning.name}: ${warning.message}` : `Warning: ${warning}`;
    this.stderr.write(`(node:${this.pid}) ${text}\n`);
    void rest;
  }

  setSourceMapsEnabled(): void {}

  umask(): number {
    return 0o022;
  }

  kill(pid: number, signal: string | number = 'SIGTERM'): true {
    if (entryAt(`/proc/${pid}`) === undefined && pid !== this.pid)
      throw Object.assign(new Error('kill ESRCH'), { code: 'ESRCH', errno: -3, syscall: 'kill' });
    if (signal === 0 || pid !== this.pid) return true;
    if (signal === 'SIGKILL' || !this.emit(String(signal), signal)) this.#end(null, String(signal));
    return true;
  }

  abort(): never {
    return this.#end(null, 'SIGABRT');
  }

  exit(code: number | undefined = this.exitCode): never {
    if (!isEnding) {
      isEnding = true;
      this.exitCode = code ?? 0;
      this.emit('exit', this.exitCode);
    }
    return this.#end(this.exitCode ?? 0, null);
  }

  #end(code: number | null, signal: string | null): never {
    link?.send({ type: 'exit', code, signal });
    (globalThis as unknown as { close(): void }).close();
    throw new ProcessEnded();
  }
}

const process = new Process();

/** Called in each process but the first. */
export function bootProcess(boot: Boot, parent: Link): void {
  link = parent;
  process.pid = boot.pid;
  process.env = { ...boot.env };
  process.argv = [process.execPath, ...boot.argv];
  send = (stream, text) => parent.send({ type: 'output', stream, text });
  if (boot.kind === 'thread') return;
  process.connected = true;
  let release: (() => void) | undefined;
  process.channel = {
    ref: () => {
      release ??= hold();
    },
    unref: () => {
      release?.();
      release = undefined;
    },
  };
  process.channel.ref();
  process.send = (message, ...rest) => {
    parent.send({ type: 'ipc', message });
    const done = rest.find((each) => typeof each === 'function') as ((error: null) => void) | undefined;
    if (done) setImmediate(done, null);
    return true;
  };
}

/** An error that nothing has caught ends the process, as in Node, unless the program has a listener for it. */
export function crash(error: unknown): void {
  if (error instanceof ProcessEnded || isEnding) return;
  if (process.emit('uncaughtException', error, 'uncaughtException')) return;
  process.stderr.write(`${reportOf(error)}\n\nNode.js ${version}\n`);
  isEnding = true;
  try {
    process.exitCode = 1;
    process.emit('exit', 1);
    process.exit(1);
  } catch {
    // ProcessEnded, which has served its purpose.
  }
}

export function rejected(reason: unknown, promise: unknown): void {
  if (process.emit('unhandledRejection', reason, promise)) return;
  // In Node, a server listens in the turn that asks for it, and what it says about that precedes the crash.
  void portsGranted().then(() => crash(reason));
}

function reportOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return `node:internal/process/promises:288\n            triggerUncaughtException(err, true /* fromPromise */);\n            ^\n\nUncaught:\n${inspect(error)}`;
  }
  const { thrownAt } = error as { thrownAt?: string };
  return `${thrownAt ?? placeOf(error)}${inspect(error)}`;
}

let placeOf: (error: Error) => string = () => '';

/** How to show the line that has thrown an error: only the loader knows the sources. */
export function setPlaceOf(show: typeof placeOf): void {
  placeOf = show;
}

const line =
  (stream: Output) =>
  (...args: unknown[]) =>
    void stream.write(`${format(...args)}\n`);

/** Prints to the program's own output. */
export const nodeConsole = {
  log: line(process.stdout),
  info: line(process.stdout),
  debug: line(process.stdout),
  error: line(process.stderr),
  warn: line(process.stderr),
  trace: line(process.stderr),
  dir: (value: unknown) => void process.stdout.write(`${inspect(value)}\n`),
  table: line(process.stdout),
  assert: (isTrue: unknown, ...args: unknown[]) => {
    if (!isTrue) process.stderr.write(`Assertion failed${args.length > 0 ? `: ${format(...args)}` : ''}\n`);
  },
  group: line(process.stdout),
  groupEnd: () => {},
  time: () => {},
  timeEnd: () => {},
  count: () => {},
};

export default process;
