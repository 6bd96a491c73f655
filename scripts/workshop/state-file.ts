import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** A file in `.workshop/`. It may have been edited by hand, truncated by a full disk, or written by an older version. */
export function readState(file: string): Record<string, unknown> {
  if (!existsSync(file)) return {};
  try {
    return asRecord(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return {};
  }
}

/** Renamed into place, so that no reader ever sees half of it. Nobody else's business, so only the owner can read it. */
export function writeState(file: string, state: object): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
  renameSync(draft, file);
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
