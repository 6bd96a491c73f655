import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Links in the finished pages that lead nowhere, whether they come from a page, the layout or a hint. The Markdown has
 * already been checked, with better messages. This check finds the problems that only appear in the generated site.
 */
export function brokenLinks(
  files: ReadonlyMap<string, string>,
  images: ReadonlySet<string> = new Set(),
): { place: string; problem: string }[] {
  const ids = new Map<string, Set<string>>([...images].map((name) => [`/images/${name}`, new Set()]));
  for (const [path, text] of files) {
    ids.set(path, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)));
  }
  const pages = [...files].filter(([path]) => path.endsWith('.html'));
  const broken = pages.flatMap(([path, text]) =>
    [...text.matchAll(/ (?:href|src)="([^"]*)"/g)]
      .map(([, link]) => link!.replaceAll('&amp;', '&'))
      .filter((link) => !leadsSomewhere(link, path, ids))
      .map((link) => ({ place: path, problem: `the link ${link} leads nowhere.` })),
  );
  return [...broken, ...pages.flatMap(([path, text]) => repeatedIds(path, text))];
}

/** An anchor leads to the first of two equal ids, which may be part of the layout. */
function repeatedIds(place: string, text: string): { place: string; problem: string }[] {
  const ids = [...text.matchAll(/<[a-z][^<>]* id="([^"]+)"/g)].map(([, id]) => id!);
  const repeated = new Set(ids.filter((id, index) => ids.indexOf(id) !== index));
  return [...repeated].map((id) => ({ place, problem: `two elements have the id ${id}.` }));
}

function leadsSomewhere(link: string, from: string, ids: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  if (/^[a-z]+:/i.test(link)) return true;
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? from : posix.join(posix.dirname(from), path);
  const known = ids.get(target);
  if (known === undefined)
    return target.startsWith('/assets/') && existsSync(join(import.meta.dirname, decodeURIComponent(target)));
  return anchor === '' || known.has(decodeURIComponent(anchor));
}
