import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Chapter, root } from '../workshop/chapters.ts';
import type { Finding } from './finding.ts';

/** An entry of `equivalent.md` holds as long as its line does. */
export async function verifyEquivalents(chapter: Chapter): Promise<Finding[]> {
  const place = `solutions/${chapter.slug}/equivalent.md`;
  if (!existsSync(join(root, place))) return [];
  const [{ Equivalents }, { taughtMutants }] = await Promise.all([
    import('./mutation/equivalents.ts'),
    import('./mutation/chapter.ts'),
  ]);
  return new Equivalents(root, place).stale(taughtMutants(chapter)).map((problem) => ({ place, problem }));
}
