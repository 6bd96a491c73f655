import { fileURLToPath } from 'node:url';
import { DatabaseError } from '../services/database-errors.ts';

/** `undefined` means in memory. */
export interface SqljsAddress {
  path: string | undefined;
}

const UNDERSTOOD = [
  'memory:          in memory, gone when the process ends',
  'file:blog.db     a file, here relative to the current folder',
  'file:///data/blog.db',
  'postgres://user:password@host:5432/blog',
];

/** Reads the two kinds of address that the sql.js driver supports. */
export function sqljsAddress(url: string): SqljsAddress {
  if (url === 'memory:') return { path: undefined };
  if (!url.startsWith('file:')) throw unknownDatabaseUrl(url);
  const path = url.startsWith('file://') ? fromFileUrl(url) : url.slice('file:'.length);
  // SQLite's own URIs allow options after a `?`, and write `file::memory:` for memory. Taken literally, they would create
  // oddly named files.
  if (path === '' || path === ':memory:' || path.includes('?')) throw unknownDatabaseUrl(url);
  return { path };
}

/** Names only the scheme: the rest of an address may contain a password. */
export function unknownDatabaseUrl(url: string): DatabaseError {
  const scheme = /^[a-z][a-z0-9+.-]*:(\/\/)?/i.exec(url)?.[0];
  const given = url === '' ? 'It is empty.' : scheme ? `It starts with ${scheme}` : 'It has no scheme.';
  const understood = UNDERSTOOD.map((line) => `  ${line}`).join('\n');
  return new DatabaseError('misuse', `DATABASE_URL is not understood. ${given}\nSupported addresses:\n${understood}`);
}

function fromFileUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    // file://blog.db names a machine called blog.db.
    throw unknownDatabaseUrl(url);
  }
}
