import { type BigIntStats, statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isNotFound, type OpenFile, openFile } from '../../../files/open-file.ts';

/** A folder whose files are served. No path can reach a file outside it. */
export class Folder {
  readonly #path: string;
  readonly #dotfiles: boolean;

  constructor(path: string | URL, dotfiles: boolean) {
    this.#path = resolve(typeof path === 'string' ? path : fileURLToPath(path));
    this.#dotfiles = dotfiles;
    if (!statSync(this.#path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new Error(
        `The folder ${this.#path} does not exist. A relative path starts in the directory where the program started. ` +
          "To start from a source file instead, pass new URL('./assets', import.meta.url). " +
          'tsc does not copy such a folder from src to dist: keep it outside of src.',
      );
    }
  }

  /** Opens a file by its decoded path, with forward slashes. Undefined if there is no such file to serve. */
  async open(path: string): Promise<OpenFile | undefined> {
    if (!this.#isPlain(path.split('/'))) return undefined;
    const fullPath = join(this.#path, path);
    const file = await openFile(fullPath);
    if (file === undefined) return undefined;
    let isInside = false;
    try {
      isInside = await this.#contains(fullPath, file.stats);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    } finally {
      if (!isInside) await file.handle.close();
    }
    return isInside ? file : undefined;
  }

  /** Accepts plain file names: no `..`, no absolute path, no Windows drive or stream, no backslash. */
  #isPlain(segments: string[]): boolean {
    return segments.every((name) => {
      if (name === '' || name === '.' || name === '..') return false;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a NUL ends the path for the operating system.
      if (/[\\:\u0000]/.test(name)) return false;
      return this.#dotfiles || !name.startsWith('.');
    });
  }

  /**
   * Whether the opened file lies inside the folder after links are followed. Checked after the file is opened, and by its
   * identity: otherwise a link could be swapped between the check and the opening.
   */
  async #contains(path: string, opened: BigIntStats): Promise<boolean> {
    const [root, real] = await Promise.all([realpath(this.#path), realpath(path)]);
    const inside = root.endsWith(sep) ? root : root + sep;
    // Check the names again: a link, or a short name on Windows, can point to a hidden file.
    if (!real.startsWith(inside) || !this.#isPlain(real.slice(inside.length).split(sep))) return false;
    const { dev, ino } = await stat(real, { bigint: true });
    return dev === opened.dev && ino === opened.ino;
  }
}
