import { posix } from 'node:path';
import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import anchors from 'markdown-it-anchor';
import alerts from 'markdown-it-github-alerts';
import { html, raw } from 'trellis';
import type { Highlighter } from './highlighter.ts';
import { noteOf } from './notes.ts';

export interface Heading {
  readonly level: number;
  readonly text: string;
  readonly anchor: string;
}

export interface Rendered {
  /** Safe markup: Markdown's own HTML is switched off, and everything else is escaped. */
  readonly markup: string;
  readonly headings: readonly Heading[];
}

/** Where a link of a file leads on this site. Undefined leaves it as it is. */
export type ResolveLink = (target: string) => string | undefined;

/** Renders Markdown as GitHub would, so that the same file reads well in both places. */
export async function renderMarkdown(text: string, highlighter: Highlighter, resolve: ResolveLink): Promise<Rendered> {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.use(alerts);
  markdown.use(anchors, {
    slugify: (title: string) => slugger.slug(title),
    permalink: anchors.permalink.linkInsideHeader({
      symbol: '#',
      placement: 'after',
      ariaHidden: true,
      class: 'anchor',
    }),
    callback: (token: { tag: string }, { slug, title }: { slug: string; title: string }) => {
      headings.push({ level: Number(token.tag.slice(1)), text: title, anchor: slug });
    },
  });
  const tokens = markdown.parse(text, {});
  const blocks = new Map<string, string>();
  for (const token of tokens) {
    if (token.type !== 'fence') continue;
    const [language = '', ...rest] = token.info.trim().split(/\s+/);
    const code = token.content.replace(/\n$/, '');
    blocks.set(`${token.map?.[0]}`, figureOf(await highlighter.highlight(code, language), language, rest.join(' ')));
  }
  markdown.renderer.rules.fence = (list, index) => blocks.get(`${list[index]!.map?.[0]}`) ?? '';
  markdown.renderer.rules.table_open = () =>
    '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
  markdown.renderer.rules.table_close = () => '</table></div>\n';
  markdown.renderer.rules.link_open = (list, index, options, _env, renderer) => {
    const token = list[index]!;
    const target = String(token.attrGet('href') ?? '');
    const resolved = /^[a-z]+:/i.test(target) || target.startsWith('#') ? undefined : resolve(target);
    if (resolved !== undefined) token.attrSet('href', resolved);
    return renderer.renderToken(list, index, options);
  };
  return { markup: markdown.renderer.render(tokens, markdown.options, {}), headings };
}

/** A block of code with the name of its file above it, and room for the copy button. */
function figureOf(lines: string, language: string, info: string): string {
  const { caption, isOutput } = noteOf(language, info);
  const label = caption === '' ? '' : html`<figcaption>${caption}</figcaption>`;
  const kind = isOutput ? 'code output' : 'code';
  return html`<figure class="${kind}" data-language="${language}">${label}<pre tabindex="0"><code>${raw(lines)}</code></pre></figure>\n`.toString();
}

/** A relative link of a file, as a path below the repository, and the anchor behind it. */
export function targetOf(file: string, link: string): { file: string; anchor: string } {
  const [path = '', anchor = ''] = link.split('#');
  const target = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path)));
  return { file: target.replace(/\/$/, ''), anchor };
}
