import type { Context } from 'trellis';
import { BadWorkFile } from './work-file.ts';

/** A damaged file, and a disk that is full or can't be written, are not our fault. */
export function refusal(ctx: Context, error: unknown, before: string) {
  if (error instanceof BadWorkFile) return ctx.status(422).send(`${before}${error.message}`);
  if (!(error instanceof Error && 'syscall' in error)) throw error;
  return ctx.status(422).send(`${error.message}. What to do: npm run doctor`);
}
