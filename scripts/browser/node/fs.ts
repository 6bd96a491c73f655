import * as disk from './fs/disk.ts';
import { failure, OpenFile, type PathLike, Stats } from './fs/disk.ts';
import * as promises from './fs-promises.ts';
import process from './process.ts';

export { promises, Stats };

const open = new Map<number, OpenFile>();
let descriptors = 3;

export function openSync(path: PathLike, flags?: string | number, mode?: number): number {
  const file = new OpenFile(path, flags, mode);
  open.set(descriptors, file);
  return descriptors++;
}

export function closeSync(descriptor: number): void {
  if (!open.delete(descriptor)) throw failure('EBADF', 'close');
}

export function writeSync(descriptor: number, data: disk.Data): number {
  if (descriptor === 1 || descriptor === 2) process[descriptor === 1 ? 'stdout' : 'stderr'].write(data);
  else opened(descriptor).write(data);
  return data.length;
}

export function readSync(
  descriptor: number,
  target: Uint8Array,
  offset?: number,
  length?: number,
  position?: number,
): number {
  return opened(descriptor).read(target, offset, length, position);
}

export function writeFileSync(path: PathLike | number, data: disk.Data, options?: never): void {
  if (typeof path === 'number') opened(path).write(data);
  else disk.writeFile(path, data, options);
}

export function appendFileSync(path: PathLike, data: disk.Data, options?: never): void {
  disk.writeFile(path, data, options, 'a');
}

export function fsyncSync(): void {}
export const fdatasyncSync = fsyncSync;

export const readFileSync = disk.readFile;
export const existsSync = disk.exists;
export const accessSync = disk.access;
export const statSync = disk.stat;
export const lstatSync = disk.stat;
export const realpathSync = disk.realpath;
export const readlinkSync = disk.readlink;
export const mkdirSync = disk.mkdir;
export const mkdtempSync = disk.mkdtemp;
export const readdirSync = disk.readdir;
export const rmSync = disk.rm;
export const rmdirSync = disk.rmdir;
export const unlinkSync = disk.unlink;
export const renameSync = disk.rename;
export const copyFileSync = disk.copyFile;
export const chmodSync = disk.chmod;
export const utimesSync = disk.utimes;
export const { constants } = promises;

function opened(descriptor: number): OpenFile {
  const file = open.get(descriptor);
  if (file === undefined) throw failure('EBADF', 'write');
  return file;
}
