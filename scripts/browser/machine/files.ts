import { children, type Link, type Packet, parent, receive } from './link.ts';

/*
 * The files of the machine, in memory. Each process has all of them, because Node's synchronous functions can't ask another
 * process. A change is sent to the others over the same links as everything else: a process that learns of a change from a response,
 * or from a message, finds the files changed as well.
 */

export interface Entry {
  readonly kind: 'file' | 'folder';
  bytes: Uint8Array;
  mode: number;
  modified: number;
  readonly inode: number;
}

const none = new Uint8Array();
let inodes = 1;
const entries = new Map<string, Entry>([['/', newEntry('folder')]]);

export function newEntry(kind: Entry['kind'], bytes = none, mode = kind === 'folder' ? 0o755 : 0o644): Entry {
  return { kind, bytes, mode, modified: Date.now(), inode: inodes++ };
}

export function entryAt(path: string): Entry | undefined {
  return entries.get(path);
}

export function allEntries(): [string, Entry][] {
  return [...entries];
}

/** The names in a folder. */
export function namesIn(folder: string): string[] {
  const prefix = folder === '/' ? '/' : `${folder}/`;
  return [...entries.keys()]
    .filter((path) => path !== '/' && path.startsWith(prefix) && !path.slice(prefix.length).includes('/'))
    .map((path) => path.slice(prefix.length))
    .sort();
}

export function put(path: string, entry: Entry): void {
  entries.set(path, entry);
  tell({ type: 'file', path, entry });
}

export function remove(path: string): void {
  entries.delete(path);
  tell({ type: 'file', path });
}

/** After a change of the entry itself. */
export function changed(path: string, entry: Entry): void {
  entry.modified = Date.now();
  if (entries.get(path) === entry) tell({ type: 'file', path, entry });
}

/**
 * Writes a part of a file, and tells the others about that part only. A database appends to its journal with every statement: if
 * the whole file were sent each time, the work would grow with the square of their number.
 */
export function write(path: string, entry: Entry, at: number, bytes: Uint8Array): void {
  replace(entry, at, bytes);
  entry.modified = Date.now();
  if (entries.get(path) !== entry) return;
  const { inode, modified } = entry;
  // A copy: a view would be sent with everything it is a view of.
  tell({ type: 'written', path, inode, modified, at, bytes: new Uint8Array(bytes) });
}

/** Buffers that belong to a file, with room for more at their end. */
const roomy = new WeakSet<object>();

function replace(entry: Entry, at: number, bytes: Uint8Array): void {
  const length = Math.max(entry.bytes.length, at + bytes.length);
  if (!roomy.has(entry.bytes.buffer) || length > entry.bytes.buffer.byteLength) {
    const room = new Uint8Array(length + Math.min(length, 1_000_000));
    room.set(entry.bytes);
    roomy.add(room.buffer);
    entry.bytes = room;
  }
  entry.bytes = new Uint8Array(entry.bytes.buffer, 0, length);
  entry.bytes.set(bytes, at);
}

/** The files of the process that has started this one. */
export function takeEntries(given: readonly [string, Entry][]): void {
  for (const [path, entry] of given) entries.set(path, entry);
  inodes = Math.max(...given.map(([, { inode }]) => inode)) + 1 + Math.floor(Math.random() * 1e6) * 1000;
}

function tell(packet: Packet, except?: Link): void {
  for (const link of [parent, ...children]) if (link !== undefined && link !== except) link.send(packet);
}

receive('written', (packet, from) => {
  const entry = entries.get(packet.path as string);
  if (entry?.inode === packet.inode) {
    replace(entry!, packet.at as number, packet.bytes as Uint8Array);
    entry!.modified = packet.modified as number;
  }
  tell(packet, from);
});

receive('file', (packet, from) => {
  const path = packet.path as string;
  const entry = packet.entry as Entry | undefined;
  const known = entries.get(path);
  if (entry === undefined) entries.delete(path);
  // A process that has the file open keeps seeing it.
  else if (known?.inode === entry.inode) Object.assign(known, entry);
  else entries.set(path, entry);
  tell(packet, from);
});
