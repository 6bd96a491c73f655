import { type Html, html, raw } from 'trellis';

/** The file whose terms are shown as a list, with the letters of the alphabet above it. */
export const glossaryFile = 'docs/glossary.md';

/** `<h3 id="cookie">…</h3>` and the paragraph below it, which ends with `Chapter 03 · MDN`. */
const entry = /<h3 id="([^"]+)"[^>]*>[\s\S]*?<\/h3>\s*<p>[\s\S]*?<\/p>/g;
const sources = /\s(Chapters?\s+<a [\s\S]*)<\/p>$/;

/** The rendered glossary with its terms grouped by letter, each next to its definition. */
export function glossaryView(markup: string): Html {
  const groups = new Map<string, string[]>();
  for (const [text, id = ''] of markup.matchAll(entry)) {
    const letter = id.charAt(0).toUpperCase();
    const term = `<div class="term">${text.replace(sources, ' <span class="sources">$1</span></p>')}</div>\n`;
    groups.set(letter, [...(groups.get(letter) ?? []), term]);
  }
  const intro = markup.slice(0, markup.search(entry));
  return html`${raw(intro)}<nav class="letters" aria-label="Letters">${[...groups.keys()].map((letter) => html`<a href="#letter-${letter}">${letter}</a>\n`)}</nav>
${[...groups].map(([letter, terms]) => html`<section class="letter"><h2 id="letter-${letter}">${letter}</h2>${raw(terms.join(''))}</section>\n`)}`;
}
