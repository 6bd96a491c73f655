import { type Html, html, raw } from 'trellis';
import type { Content } from './content.ts';
import type { Places } from './places.ts';
import { referenceFile } from './reference-parts.ts';

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
