import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type KeptTrace, traceView } from './x-ray-view.ts';

/** Where the mark of the pictures of X-ray is kept. Pixels differ between machines, so they can't be compared. */
export const markFile = join(import.meta.dirname, 'x-ray-picture.mark');

/** Changes with everything that makes the pictures of X-ray what they are: the recorded request, its view, its styles. */
export function xrayPictureMark(trace: KeptTrace): string {
  const styles = readFileSync(join(import.meta.dirname, 'assets', 'trip.css'), 'utf8');
  return createHash('sha256')
    .update(`${traceView(trace, undefined)}${styles}`)
    .digest('hex');
}
