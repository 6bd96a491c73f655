import { installContext } from './machine/context.ts';
import { installStacks, placeOfError } from './modules/stacks.ts';
import { Buffer } from './node/buffer.ts';
import { fetch } from './node/fetch.ts';
import process, { crash, nodeConsole, rejected, setPlaceOf } from './node/process.ts';
import * as timers from './node/timers.ts';

/* Makes the global object of a worker look like Node's. Imported before everything else. */

/** What a program could reach the page, its storage or the network with. Node has none of them either, or has its own. */
const forbidden = [
  'XMLHttpRequest',
  'EventSource',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'BroadcastChannel',
  'importScripts',
  'indexedDB',
  'caches',
  'cookieStore',
  'SharedWorker',
];

for (const name of forbidden)
  Object.defineProperty(globalThis, name, { value: undefined, configurable: true, writable: true });
installContext();
installStacks();
setPlaceOf(placeOfError);
Object.assign(globalThis, { process, Buffer, global: globalThis, fetch, ...timers.default });
for (const [name, print] of Object.entries(nodeConsole)) Object.assign(console, { [name]: print });

// Pages without special headers have no class for it. Shared memory itself exists, and `Atomics.wait` needs some.
if (!('SharedArrayBuffer' in globalThis)) {
  const pageSize = 65_536;
  // A thread sleeps on four bytes that stay 0. They are always the same, since each memory takes gigabytes of addresses.
  let sleepingPlace: ArrayBuffer | undefined;
  const allocate = (_: unknown, [bytes]: number[]) => {
    if (bytes === 4 && sleepingPlace !== undefined) return sleepingPlace;
    const pages = Math.ceil(bytes! / pageSize);
    const { buffer } = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
    if (bytes === 4) sleepingPlace = buffer;
    return buffer;
  };
  Object.assign(globalThis, { SharedArrayBuffer: new Proxy(class SharedArray {}, { construct: allocate }) });
}

interface Uncaught {
  error?: unknown;
  message?: string;
  reason?: unknown;
  promise?: unknown;
  preventDefault(): void;
}

declare function addEventListener(type: string, listener: (event: Uncaught) => void): void;

addEventListener('error', (event) => {
  event.preventDefault();
  crash(event.error ?? new Error(event.message));
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  rejected(event.reason, event.promise);
});
