import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Chapter } from './chapters.ts';

/** What a chapter's **Recap** says the reader can do now: its first list, without Markdown's marks. */
export function recapOf(chapter: Chapter): string[] {
  const file = join(chapter.folder, 'README.md');
  if (!existsSync(file)) return [];
  const section = /^## Recap\n(.*?)(?=^## |$(?![\s\S]))/ms.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  const list = /(?:^- .*(?:\n {2}.*)*\n?)+/m.exec(section)?.[0] ?? '';
  return list
    .split(/^(?=- )/m)
    .map((item) =>
      item
        .trim()
        .replace(/\s*\n\s+/g, ' ')
        .replace(/[`*]/g, '')
        .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'),
    )
    .filter(Boolean);
}
