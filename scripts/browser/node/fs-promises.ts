import { hold } from '../machine/handles.ts';
import { later } from '../machine/network.ts';
import * as disk from './fs/disk.ts';
import { type Data, OpenFile, type PathLike, type Stats } from './fs/disk.ts';

export const constants = { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1, O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, COPYFILE_EXCL: 1 };

/** Node's disk takes a turn of the event loop, and code that doesn't wait for it must notice here, too. */
function soon<Args extends unknown[], T>(work: (...args: Args) => T): (...args: Args) => Promise<T> {
  return (...args) =>
    new Promise((resolve, reject) => {
      const release = hold();
      later(() => {
        release();
        try {
          resolve(work(...args));
        } catch (error) {
          reject(error);
        }
      });
    });
}

export const access = soon(disk.access);
export const stat = soon(disk.stat) as (path: PathLike) => Promise<Stats>;
export const lstat = stat;
export const realpath = soon(disk.realpath);
export const readlink = soon(disk.readlink);
export const mkdir = soon(disk.mkdir);
export const mkdtemp = soon(disk.mkdtemp);
export const readdir = soon(disk.readdir);
export const rm = soon(disk.rm);
export const rmdir = soon(disk.rmdir);
export const unlink = soon(disk.unlink);
export const rename = soon(disk.rename);
export const copyFile = soon(disk.copyFile);
export const chmod = soon(disk.chmod);
export const utimes = soon(disk.utimes);
export const readFile = soon(disk.readFile);
export const writeFile = soon((path: PathLike, data: Data, options?: never) => disk.writeFile(path, data, options));
export const appendFile = soon((path: PathLike, data: Data, options?: never) =>
  disk.writeFile(path, data, options, 'a'),
);

let descriptors = 1_000;

class FileHandle {
  readonly fd = descriptors++;
  readonly #file: OpenFile;

  constructor(file: OpenFile) {
    this.#file = file;
  }

  stat = soon(() => new disk.Stats(this.#file.entry));
  sync = soon(() => {});
  datasync = soon(() => {});
  close = soon(() => {});
  truncate = soon((length?: number) => this.#file.truncate(length));
  chmod = soon((mode: number) => disk.chmod(this.#file.path, mode));
  writeFile = soon((data: Data) => void this.#file.write(data));
  appendFile = soon((data: Data) => void this.#file.write(data));

  readFile = soon((options?: BufferEncoding | { encoding?: BufferEncoding }) => {
    const encoding = typeof options === 'string' ? options : options?.encoding;
    return encoding ? this.#file.readAll().toString(encoding) : this.#file.readAll();
  });

  write = soon((data: Data, ...rest: (number | null | undefined)[]) => {
    if (typeof data === 'string') return { bytesWritten: this.#file.write(data, rest[0]), buffer: data };
    const [offset, length, position] = rest;
    const part = data.subarray(offset ?? 0, (offset ?? 0) + (length ?? data.length - (offset ?? 0)));
    return { bytesWritten: this.#file.write(part, position), buffer: data };
  });

  writev = soon((parts: Uint8Array[], position?: number | null) => {
    const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return { bytesWritten: this.#file.write(bytes, position ?? null), buffers: parts };
  });

  read = soon((target: Uint8Array, offset?: number, length?: number, position?: number | null) => ({
    bytesRead: this.#file.read(target, offset, length, position),
    buffer: target,
  }));

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

export const open = soon(
  (path: PathLike, flags?: string | number, mode?: number) => new FileHandle(new OpenFile(path, flags, mode)),
);
