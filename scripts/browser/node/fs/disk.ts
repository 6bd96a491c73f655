import { changed, type Entry, entryAt, namesIn, newEntry, put, remove, write } from '../../machine/files.ts';
import { Buffer } from '../buffer.ts';
import { dirname, join, resolve } from '../path.ts';
import { fileURLToPath } from '../url.ts';

/* What both `node:fs` and `node:fs/promises` do, synchronously. */

export type PathLike = string | URL | Uint8Array;
export type Data = string | Uint8Array;

export function pathOf(path: PathLike): string {
  if (path instanceof URL || (typeof path === 'string' && path.startsWith('file:'))) return fileURLToPath(path);
  return resolve('/trellis', typeof path === 'string' ? path : Buffer.from(path).toString());
}

const reasons: Record<string, [number, string]> = {
  ENOENT: [-2, 'no such file or directory'],
  EEXIST: [-17, 'file already exists'],
  ENOTDIR: [-20, 'not a directory'],
  EISDIR: [-21, 'illegal operation on a directory'],
  ENOTEMPTY: [-39, 'directory not empty'],
  EBADF: [-9, 'bad file descriptor'],
  EINVAL: [-22, 'invalid argument'],
  EACCES: [-13, 'permission denied'],
};

export function failure(code: string, syscall: string, path?: string, dest?: string): Error {
  const [errno, reason] = reasons[code]!;
  const names = [path, dest].flatMap((name) => (name === undefined ? [] : [`'${name}'`])).join(' -> ');
  const error = new Error(`${code}: ${reason}, ${syscall}${names && ` ${names}`}`);
  return Object.assign(error, { errno, code, syscall, ...(path !== undefined && { path }), ...(dest && { dest }) });
}

export class Stats {
  readonly dev = 1;
  readonly nlink = 1;
  readonly uid = 0;
  readonly gid = 0;
  readonly ino: number;
  readonly mode: number;
  readonly size: number;
  readonly mtimeMs: number;
  readonly #kind: Entry['kind'];

  constructor({ kind, bytes, mode, modified, inode }: Entry) {
    this.#kind = kind;
    this.ino = inode;
    this.mode = mode | (kind === 'folder' ? 0o040000 : 0o100000);
    this.size = bytes.length;
    this.mtimeMs = modified;
  }

  get atimeMs(): number {
    return this.mtimeMs;
  }

  get ctimeMs(): number {
    return this.mtimeMs;
  }

  get birthtimeMs(): number {
    return this.mtimeMs;
  }

  get mtime(): Date {
    return new Date(this.mtimeMs);
  }

  isFile = (): boolean => this.#kind === 'file';
  isDirectory = (): boolean => this.#kind === 'folder';
  isSymbolicLink = (): boolean => false;
}

function found(path: string, syscall: string): Entry {
  const entry = entryAt(path);
  if (entry !== undefined) return entry;
  const parent = entryAt(dirname(path));
  throw failure(parent?.kind === 'file' ? 'ENOTDIR' : 'ENOENT', syscall, path);
}

export function stat(path: PathLike, { throwIfNoEntry = true } = {}): Stats | undefined {
  const name = pathOf(path);
  if (!throwIfNoEntry && entryAt(name) === undefined) return undefined;
  return new Stats(found(name, 'stat'));
}

export function exists(path: PathLike): boolean {
  return entryAt(pathOf(path)) !== undefined;
}

export function access(path: PathLike): void {
  found(pathOf(path), 'access');
}

export function realpath(path: PathLike): string {
  const name = pathOf(path);
  found(name, 'realpath');
  return name;
}

export function readlink(path: PathLike): never {
  const name = pathOf(path);
  found(name, 'readlink');
  throw failure('EINVAL', 'readlink', name);
}

export function mkdir(path: PathLike, options?: { recursive?: boolean; mode?: number } | number): string | undefined {
  const name = pathOf(path);
  const { recursive = false, mode = 0o755 } = typeof options === 'object' ? options : {};
  const known = entryAt(name);
  if (known !== undefined) {
    if (recursive && known.kind === 'folder') return undefined;
    throw failure('EEXIST', 'mkdir', name);
  }
  const folder = dirname(name);
  if (recursive && entryAt(folder) === undefined) mkdir(folder, { recursive });
  if (found(folder, 'mkdir').kind !== 'folder') throw failure('ENOTDIR', 'mkdir', name);
  put(name, newEntry('folder', undefined, mode));
  return name;
}

export function mkdtemp(prefix: string): string {
  const name = prefix + Math.random().toString(36).slice(2, 8).padEnd(6, 'x');
  mkdir(name);
  return name;
}

export function readdir(
  path: PathLike,
  options?: { recursive?: boolean; withFileTypes?: boolean } | string,
): unknown[] {
  const folder = pathOf(path);
  if (found(folder, 'scandir').kind !== 'folder') throw failure('ENOTDIR', 'scandir', folder);
  const { recursive = false, withFileTypes = false } = typeof options === 'object' ? (options ?? {}) : {};
  const names = namesIn(folder).flatMap((name) => {
    const isFolder = recursive && entryAt(join(folder, name))?.kind === 'folder';
    return isFolder
      ? [name, ...(readdir(join(folder, name), { recursive }) as string[]).map((each) => join(name, each))]
      : [name];
  });
  if (!withFileTypes) return names;
  return names.map((name) =>
    Object.assign(stat(join(folder, name))!, { name: name.split('/').at(-1), parentPath: folder, path: folder }),
  );
}

export function rm(path: PathLike, { recursive = false, force = false } = {}): void {
  const name = pathOf(path);
  if (force && entryAt(name) === undefined) return;
  const entry = found(name, 'rm');
  if (entry.kind === 'folder') {
    if (!recursive) throw failure('EISDIR', 'rm', name);
    for (const each of namesIn(name)) rm(join(name, each), { recursive, force });
  }
  remove(name);
}

export function unlink(path: PathLike): void {
  const name = pathOf(path);
  if (found(name, 'unlink').kind === 'folder') throw failure('EISDIR', 'unlink', name);
  remove(name);
}

export function rmdir(path: PathLike): void {
  const name = pathOf(path);
  if (found(name, 'rmdir').kind !== 'folder') throw failure('ENOTDIR', 'rmdir', name);
  if (namesIn(name).length > 0) throw failure('ENOTEMPTY', 'rmdir', name);
  remove(name);
}

export function rename(from: PathLike, to: PathLike): void {
  const [source, target] = [pathOf(from), pathOf(to)];
  const entry = found(source, 'rename');
  if (entryAt(dirname(target)) === undefined) throw failure('ENOENT', 'rename', source, target);
  for (const name of entry.kind === 'folder' ? namesIn(source) : []) rename(join(source, name), join(target, name));
  put(target, entry);
  remove(source);
}

export function copyFile(from: PathLike, to: PathLike): void {
  const [source, target] = [pathOf(from), pathOf(to)];
  const entry = found(source, 'copyfile');
  if (entryAt(dirname(target)) === undefined) throw failure('ENOENT', 'copyfile', source, target);
  put(target, newEntry('file', entry.bytes.slice(), entry.mode));
}

export function chmod(path: PathLike, mode: number): void {
  const name = pathOf(path);
  const entry = found(name, 'chmod');
  entry.mode = mode;
  put(name, entry);
}

export function utimes(path: PathLike, _accessed: unknown, modified: number | string | Date): void {
  const name = pathOf(path);
  const entry = found(name, 'utime');
  entry.modified = modified instanceof Date ? modified.getTime() : Number(modified) * 1000;
  put(name, entry);
}

/** An open file. */
export class OpenFile {
  readonly path: string;
  readonly entry: Entry;
  readonly #appends: boolean;
  #position = 0;
  isClosed = false;

  constructor(path: PathLike, flags: string | number = 'r', mode = 0o666) {
    this.path = pathOf(path);
    const flag = String(flags);
    const known = entryAt(this.path);
    if (known !== undefined && flag.includes('x')) throw failure('EEXIST', 'open', this.path);
    if (known === undefined && flag.startsWith('r')) found(this.path, 'open');
    if (known?.kind === 'folder' && !flag.startsWith('r')) throw failure('EISDIR', 'open', this.path);
    if (known === undefined && found(dirname(this.path), 'open').kind !== 'folder')
      throw failure('ENOTDIR', 'open', this.path);
    this.#appends = flag.startsWith('a');
    this.entry = known ?? newEntry('file', undefined, mode & ~0o022);
    if (known === undefined) put(this.path, this.entry);
    else if (flag.startsWith('w')) this.truncate(0);
  }

  read(target: Uint8Array, offset = 0, length = target.length - offset, position: number | null = null): number {
    if (this.entry.kind === 'folder') throw failure('EISDIR', 'read');
    const from = position ?? this.#position;
    const part = this.entry.bytes.subarray(from, from + length);
    target.set(part, offset);
    if (position === null) this.#position += part.length;
    return part.length;
  }

  readAll(): Buffer {
    if (this.entry.kind === 'folder') throw failure('EISDIR', 'read');
    return Buffer.from(this.entry.bytes);
  }

  write(data: Data, position: number | null = null): number {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    const at = this.#appends ? this.entry.bytes.length : (position ?? this.#position);
    if (position === null) this.#position = at + bytes.length;
    write(this.path, this.entry, at, bytes);
    return bytes.length;
  }

  truncate(length = 0): void {
    const whole = new Uint8Array(length);
    whole.set(this.entry.bytes.subarray(0, length));
    this.entry.bytes = whole;
    changed(this.path, this.entry);
  }
}

type Encoding = BufferEncoding | { encoding?: BufferEncoding | null; flag?: string; mode?: number } | null | undefined;

export function readFile(path: PathLike, options?: Encoding): string | Buffer {
  const encoding = typeof options === 'string' ? options : options?.encoding;
  const bytes = new OpenFile(path, 'r').readAll();
  return encoding ? bytes.toString(encoding) : bytes;
}

export function writeFile(path: PathLike, data: Data, options?: Encoding, flag = 'w'): void {
  const { flag: given = flag, mode } = typeof options === 'object' && options ? options : {};
  new OpenFile(path, given, mode).write(data);
}
