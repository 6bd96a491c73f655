import { setParser } from '../node/http/parser.ts';
import { allEntries, newEntry, put, remove } from './files.ts';
import { children, Link, type Port } from './link.ts';
import { forgetLink } from './network.ts';

/** Parts that the page may load after the program has started. */
export interface LateParts {
  /** The address of the script with the packages. */
  readonly packages: string;
  readonly sqlite: WebAssembly.Module;
}

/** What every worker is made of. */
export interface WorkerParts {
  /** The address of its script. */
  readonly script: string;
  /** Node's parser of HTTP, compiled once. */
  readonly parser: WebAssembly.Module;
}

/** Everything a process is told at its beginning. */
export interface Boot {
  readonly type: 'boot';
  /** A thread runs a file and talks to `parentPort`; a program waits for the file it should run. */
  readonly kind: 'program' | 'thread';
  readonly pid: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly argv: readonly string[];
  readonly files: ReturnType<typeof allEntries>;
  readonly parts: WorkerParts;
  readonly late: LateParts | undefined;
  readonly workerData?: unknown;
}

interface BrowserWorker extends Port {
  terminate(): void;
  addEventListener(type: string, listener: (event: { data: never; message: string }) => void): void;
}

/** Taken here, because a program finds none: see `boot.ts`. */
const { Worker: BrowserWorker } = globalThis as unknown as {
  Worker: new (url: string, options: { name: string }) => BrowserWorker;
};

let parts: WorkerParts;
let late: LateParts | undefined;
let pids = 100;

/** For this process, and for those that it starts. */
export function setWorkerParts(given: WorkerParts): void {
  parts = given;
  setParser(parts.parser);
}

/** For the processes that start from now on, and for those that run. */
export function lend(given: LateParts): void {
  late = given;
  for (const child of children) child.send({ type: 'late', late });
}

export interface StartedProcess {
  readonly pid: number;
  readonly link: Link;
  /** At once, whatever it is doing. */
  kill(): void;
}

/** A process of the machine is a worker: it has its own thread, and it can be ended from outside. */
export function startProcess(
  { kind, env, argv, workerData }: Pick<Boot, 'kind' | 'env' | 'argv' | 'workerData'>,
  onBroken: (message: string) => void,
): StartedProcess {
  const worker = new BrowserWorker(parts.script, { name: kind });
  pids += 1 + Math.floor(Math.random() * 50);
  const pid = pids;
  const link = new Link(worker);
  children.add(link);
  worker.addEventListener('error', ({ message }) => onBroken(message));
  const boot: Boot = { type: 'boot', kind, pid, env, argv, files: allEntries(), parts, late, workerData };
  link.send(boot as unknown as Parameters<Link['send']>[0]);
  // What tells others that a process is alive: see `kill` in `node/process.ts`.
  const alive = `/proc/${pid}`;
  if (kind === 'program') put(alive, newEntry('folder'));
  return {
    pid,
    link,
    kill: () => {
      worker.terminate();
      children.delete(link);
      forgetLink(link);
      if (kind === 'program') remove(alive);
    },
  };
}
