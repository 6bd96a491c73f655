import type MarkdownIt from 'markdown-it';

/** The addresses that a picture in Markdown names: `srcset="…"` and `src="…"`. */
export const pictureAddresses = /\b(?:srcset|src)="([^"]+)"/g;

/** Where the pictures of a page are, and how large. */
export interface PictureFiles {
  /** Where a relative link leads. Undefined leaves it as it is. */
  resolve(link: string): string | undefined;
  /** The dimensions of a picture of this repository. */
  sizeOf?(link: string): { width: string; height: string } | undefined;
}

/**
 * A picture with a version for dark pages, which Markdown has no syntax for. GitHub draws the HTML, and so do we, from these
 * lines only: `<picture>`, `<source media="(prefers-color-scheme: dark)" srcset="…">`, `<img alt="…" src="…">`, `</picture>`.
 */
export function pictureBlocks(markdown: InstanceType<typeof MarkdownIt>, { resolve, sizeOf }: PictureFiles): void {
  markdown.block.ruler.before('paragraph', 'picture', (state, line, end, isSilent) => {
    const textAt = (at: number) => state.src.slice(state.bMarks[at]! + state.tShift[at]!, state.eMarks[at]!);
    if (textAt(line) !== '<picture>' || line + 3 >= end || textAt(line + 3) !== '</picture>') return false;
    const dark = /^<source media="\(prefers-color-scheme: dark\)" srcset="([^"<>]+)">$/.exec(textAt(line + 1))?.[1];
    const [, alt, light] = /^<img alt="([^"<>]*)" src="([^"<>]+)">$/.exec(textAt(line + 2)) ?? [];
    if (dark === undefined || light === undefined) return false;
    if (isSilent) return true;
    state.push('picture', '', 0).attrs = Object.entries({ dark, light, alt: alt! });
    state.line = line + 4;
    return true;
  });
  markdown.renderer.rules.picture = (tokens, index) => {
    const token = tokens[index]!;
    const escaped = (name: string) => markdown.utils.escapeHtml(String(token.attrGet(name)));
    const address = (name: string) => markdown.utils.escapeHtml(resolve(String(token.attrGet(name))) ?? '');
    const { width, height } = sizeOf?.(String(token.attrGet('light'))) ?? {};
    const size = width === undefined ? '' : ` width="${width}" height="${height}"`;
    return `<p><picture><source media="(prefers-color-scheme: dark)" srcset="${address('dark')}"><img src="${address('light')}" alt="${escaped('alt')}"${size} loading="lazy"></picture></p>\n`;
  };
}
