import { type BigIntStats, constants, statSync } from 'node:fs';
import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A file that was found, open. Whoever asked for it closes it. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  /** When it was last written, in nanoseconds: a second is long enough for two versions. */
  readonly writtenAt: bigint;
}

/** A folder from which files are handed out. Nothing outside of it can be reached, whatever the path says. */
export class Folder {
  readonly #path: string;
  readonly #dotfiles: boolean;

  constructor(path: string | URL, dotfiles: boolean) {
    this.#path = resolve(typeof path === 'string' ? path : fileURLToPath(path));
    this.#dotfiles = dotfiles;
    if (!statSync(this.#path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new Error(
        `There is no folder ${this.#path}. A relative path starts where the program was started; ` +
          "new URL('./assets', import.meta.url) starts at the file in which it stands.",
      );
    }
  }

  /** Opens a file by its path, decoded and with forward slashes. Undefined for all that is not to be had. */
  async open(path: string): Promise<OpenFile | undefined> {
    if (!this.#isPlain(path.split('/'))) return undefined;
    const fullPath = join(this.#path, path);
    let handle: FileHandle | undefined;
    let file: OpenFile | undefined;
    try {
      handle = await open(fullPath, readOnly);
      const stats = await handle.stat({ bigint: true });
      if (stats.isFile() && (await this.#holds(fullPath, stats))) {
        file = { handle, size: Number(stats.size), writtenAt: stats.mtimeNs };
      }
    } catch (error) {
      if (!notToBeHad.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    } finally {
      if (file === undefined) await handle?.close();
    }
    return file;
  }

  /** Names of files and nothing else: no way up, no second root, no drive, no stream, no other system's slash. */
  #isPlain(segments: string[]): boolean {
    return segments.every((name) => {
      if (name === '' || name === '.' || name === '..') return false;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends the path for the operating system.
      if (/[\\:\u0000]/.test(name)) return false;
      return this.#dotfiles || !name.startsWith('.');
    });
  }

  /**
   * Whether what was opened lies inside, links followed. Asked after opening, and by identity: a link that is swapped
   * between a check and the opening would otherwise lead anywhere.
   */
  async #holds(path: string, opened: BigIntStats): Promise<boolean> {
    const [root, real] = await Promise.all([realpath(this.#path), realpath(path)]);
    const inside = root.endsWith(sep) ? root : root + sep;
    // The names once more: a link, or a short name on Windows, can stand for a hidden file.
    if (!real.startsWith(inside) || !this.#isPlain(real.slice(inside.length).split(sep))) return false;
    const { dev, ino } = await stat(real, { bigint: true });
    return dev === opened.dev && ino === opened.ino;
  }
}

/** Not blocking: opening a pipe would otherwise wait for its writer, and four such requests would stop all file work. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** The ways in which a system says that there is no such file for us. Anything else is our trouble, and a 500. */
const notToBeHad = new Set([
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ENAMETOOLONG',
  'ELOOP',
  'EACCES',
  'EPERM',
  'EINVAL',
  'ENXIO',
  'ENODEV',
]);
