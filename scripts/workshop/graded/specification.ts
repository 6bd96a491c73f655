import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../chapters.ts';

/** The rules of a specification by their numbers, as its page in `docs` lists them: `- **A5** Every article has …`. */
export function rulesIn(page: string): Map<string, string> {
  const text = readFileSync(join(root, page), 'utf8');
  const items = text.matchAll(/^- \*\*([A-Z]\d+)\*\* ((?:.+\n)(?: {2}.+\n)*)/gm);
  return new Map([...items].map(([, number = '', rule = '']) => [number, rule.trim().replace(/\s*\n\s+/g, ' ')]));
}
