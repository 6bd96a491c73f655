import GithubSlugger from 'github-slugger';
import { proseOf } from '../workshop/markdown.ts';

/** The file that is one page on GitHub, where links lead to its headings, and a page for each concept here. */
export const referenceFile = 'docs/reference/api.md';

/** One `## Concept` of the reference. */
export interface ReferencePart {
  readonly title: string;
  /** A page of its own: the concept is its title, and the names are its sections. */
  readonly text: string;
  readonly names: readonly ReferenceName[];
}

export interface ReferenceName {
  readonly name: string;
  /** In the file. */
  readonly anchor: string;
  /** On its own page, where a name of another concept is no reason to count. */
  readonly here: string;
}

/** What comes before the first concept, and the concepts. */
export function referenceParts(text: string): { intro: string; parts: ReferencePart[] } {
  const [lines, prose] = [text.split('\n'), proseOf(text).split('\n')];
  const slugger = new GithubSlugger();
  const anchors = prose.map((line) => {
    const heading = /^#{1,6} (.+)$/.exec(line)?.[1];
    return heading === undefined ? undefined : slugger.slug(heading.replaceAll('`', ''));
  });
  const starts = prose.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
  const parts = starts.map((start, index) => {
    const end = starts[index + 1] ?? lines.length;
    const local = new GithubSlugger();
    const names = anchors.flatMap((anchor, at) => {
      if (anchor === undefined || at < start || at >= end) return [];
      const name = prose[at]!.replace(/^#+ |`/g, '');
      return [{ name, anchor, here: local.slug(name) }];
    });
    const own = lines
      .slice(start, end)
      .map((line, at) => (prose[start + at] === line ? line.replace(/^##/, '#') : line));
    return { title: names[0]!.name, text: `${own.join('\n').trimEnd()}\n`, names };
  });
  return { intro: `${lines.slice(0, starts[0]).join('\n').trimEnd()}\n`, parts };
}
