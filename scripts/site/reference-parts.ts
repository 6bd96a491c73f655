import GithubSlugger from 'github-slugger';
import { type Html, html, raw } from 'trellis';
import { proseOf } from '../workshop/markdown.ts';
import type { Content, Page } from './content.ts';
import type { Places } from './places.ts';

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

/** All names, by concept. Their anchors are those of the file, so links to the time when it was one page still lead on. */
export function referenceView(markup: string, content: Content, places: Places): Html {
  const lists = content.partsOf(referenceFile).map((page) => {
    const [concept, ...names] = page.reference!.names;
    const items = names.map(
      ({ name, anchor, here }) =>
        html`<li id="${anchor}"><a href="${places.page(page, here)}"><code>${name}</code></a></li>\n`,
    );
    return html`<section class="names"><h2 id="${concept!.anchor}"><a href="${places.page(page)}">${page.title}</a></h2><ul>\n${items}</ul></section>\n`;
  });
  return html`${raw(markup)}<div data-moved>${lists}</div>`;
}

/** Where a heading of the file is now. */
export function movedAnchor(pages: readonly Page[], anchor: string): { page: Page; here: string } | undefined {
  const found = pages.flatMap((page) => (page.reference?.names ?? []).map((name) => ({ page, ...name })));
  return found.find((name) => name.anchor === anchor);
}
