import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** 128 random bits, in characters that a double click selects. */
export function newSecret(): string {
  return randomBytes(16).toString('hex');
}

/** A string that only somebody who knows the secret can compute, and that doesn't reveal the secret. */
export function proofOf(secret: string, statement: string): string {
  return createHmac('sha256', secret).update(statement).digest('hex');
}

/** Takes the same time wherever the strings differ, so that nobody can guess a secret character by character. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Writes a file that other users of this machine can't read. Renamed into place, so that no reader ever sees half of it. */
export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
