import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSame, newSecret, proofOf, writePrivate } from '../workshop/secret.ts';

/** After this time, the next start makes a new key: a cookie that got into the wrong hands isn't valid for ever. */
const lifetime = 24 * 3_600_000;

/**
 * The key in the address that `npm run docs` prints. Everybody who has an account on this machine can connect to the site's
 * port, so only a browser that was given the key gets in. It is kept in a file that only the learner can read, so that open
 * pages continue to work after a restart.
 */
export class SiteKey {
  readonly #key: string;

  constructor(folder: string) {
    const file = keyFile(folder);
    this.#key = readKey(file) ?? createKey(file);
  }

  /** The address to open, from the one that the site listens on. */
  addressOf(url: string): string {
    return `${url}/?key=${this.#key}`;
  }

  accepts(key: string): boolean {
    return isSame(key, this.#key);
  }

  /**
   * The value of the cookie. Browsers send a cookie to every port of its host, so programs that aren't ours get to see it:
   * it doesn't reveal the key, and is of no use at another port.
   */
  cookieFor(port: number): string {
    return proofOf(this.#key, `the site on port ${port}`);
  }
}

export function keyFile(folder: string): string {
  return join(folder, 'site-key');
}

/** Undefined if the file is missing or its key must not be used. */
function readKey(file: string): string | undefined {
  try {
    // Of the file itself: a link would lead to a file of somebody else.
    const { mode, uid, mtimeMs } = lstatSync(file);
    // Windows has no such bits; there, the folder's own permissions count.
    const isPrivate = process.getuid === undefined || ((mode & 0o077) === 0 && uid === process.getuid());
    const key = readFileSync(file, 'utf8');
    return isPrivate && Date.now() - mtimeMs < lifetime && /^[0-9a-f]{32}$/.test(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

function createKey(file: string): string {
  const key = newSecret();
  try {
    writePrivate(file, key);
  } catch {
    // The disk is full, or the folder is read-only: this key is valid until the site stops.
  }
  return key;
}
