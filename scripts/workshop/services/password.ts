import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The password of a server, in its data folder. Without one, every other user of this machine could use the server, and
 * run programs through it: PostgreSQL's superuser can with `copy … to program`.
 */
export function readPassword(folder: string): string | undefined {
  try {
    return readFileSync(fileIn(folder), 'utf8').trim() || undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Needs no escaping, neither in a URL nor in SQL nor in a configuration file. */
export function newPassword(): string {
  return randomBytes(24).toString('base64url');
}

/** Only its owner may read the file. Other users may see a program's arguments, so a password is never one of them. */
export function writePassword(folder: string, password: string): void {
  writeFileSync(fileIn(folder), `${password}\n`, { mode: 0o600 });
}

function fileIn(folder: string): string {
  return join(folder, 'password');
}
