import GithubSlugger from 'github-slugger';
import MarkdownIt from 'markdown-it';
import anchors from 'markdown-it-anchor';
import alerts from 'markdown-it-github-alerts';
import { type Html, html, raw } from 'trellis';
import { type FenceInfo, readFenceInfo } from './fence-info.ts';
import { foldOuts } from './fold-outs.ts';
import { type Highlighter, isLeftOut } from './highlighter.ts';
import { type PictureFiles, pictureBlocks } from './picture-block.ts';
import { type CardMarkup, wrapTasks } from './task-cards.ts';

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

/** What the renderer needs to know about a page and can't find in its Markdown. */
export interface Surroundings extends PictureFiles {
  readonly highlighter: Highlighter;
  /** The caption of a block whose fence names a file, with a link to it where there is one. */
  caption?(info: FenceInfo): Html | undefined;
  /** The markup of a prediction question. The first one on a page has index 0. */
  predict?(content: string, index: number): Html;
  /** What surrounds a task of a chapter. */
  task?(step: number, title: string, isLast: boolean): CardMarkup;
  /** The whole files that a block may be an excerpt of. */
  filesOf?(info: FenceInfo): readonly string[];
}

/** Renders Markdown as GitHub would, so that the same file reads well in both places. */
export async function renderMarkdown(text: string, surroundings: Surroundings): Promise<Rendered> {
  const slugger = new GithubSlugger();
  const headings: Heading[] = [];
  const markdown = new MarkdownIt({ html: false, linkify: false });
  markdown.use(alerts);
  markdown.use(foldOuts);
  pictureBlocks(markdown, surroundings);
  markdown.use(anchors, {
    slugify: (title: string) => slugger.slug(title),
    // For mouse users only. Screen readers and the tab key skip it, because a "#" after each heading would be noise.
    permalink: anchors.permalink.linkInsideHeader({
      symbol: '#',
      placement: 'after',
      ariaHidden: true,
      renderAttrs: () => ({ tabindex: '-1' }),
      class: 'anchor',
    }),
    callback: (token: { tag: string }, { slug, title }: { slug: string; title: string }) => {
      headings.push({ level: Number(token.tag.slice(1)), text: title, anchor: slug });
    },
  });
  const parsed = markdown.parse(text, {});
  const tokens = surroundings.task ? wrapTasks(parsed, surroundings.task) : parsed;
  const blocks = new Map<unknown, string>();
  let questions = 0;
  for (const token of tokens) {
    if (token.type !== 'fence') continue;
    const question = /^predict\b/.test(token.info) ? surroundings.predict?.(token.content, questions++) : undefined;
    blocks.set(token, question?.toString() ?? (await figureOf(token.info, token.content, surroundings)));
  }
  const { rules } = markdown.renderer;
  rules.card = (list, index) => list[index]!.content;
  rules.heading_open = (list, index, options, _env, renderer) => {
    const { children, content } = list[index + 1]!;
    const [whole, label] = /^((?:Chapter|Step) \d+): /.exec(content) ?? [];
    if (whole === undefined || surroundings.task === undefined) return renderer.renderToken(list, index, options);
    list[index]!.attrSet('data-heading', label!);
    children![0]!.content = children![0]!.content.slice(whole.length);
    return `${renderer.renderToken(list, index, options)}<span class="eyebrow">${label}<span class="visually-hidden">:</span></span> `;
  };
  rules.fence = (list, index) => blocks.get(list[index]) ?? '';
  rules.table_open = () => '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  // The corner of a table is not a heading: a screen reader would announce one without a name.
  for (const [type, side] of [
    ['th_open', 1],
    ['th_close', -1],
  ] as const)
    rules[type] = (list, index, options, _env, renderer) => {
      const token = list[index]!;
      if (list[index + side]!.content === '') token.tag = 'td';
      return renderer.renderToken(list, index, options);
    };
  rules.link_open = (list, index, options, _env, renderer) => {
    const token = list[index]!;
    const target = String(token.attrGet('href') ?? '');
    const resolved = /^[a-z]+:/i.test(target) ? undefined : surroundings.resolve(target);
    if (resolved !== undefined) token.attrSet('href', resolved);
    return renderer.renderToken(list, index, options);
  };
  rules.image = (list, index, options, env, renderer) => {
    const token = list[index]!;
    const source = String(token.attrGet('src') ?? '');
    const resolved = surroundings.resolve(source);
    if (resolved !== undefined) token.attrSet('src', resolved);
    for (const [name, value] of Object.entries(surroundings.sizeOf?.(source) ?? {})) token.attrSet(name, value);
    token.attrSet('alt', renderer.renderInlineAsText(token.children ?? [], options, env));
    token.attrSet('loading', 'lazy');
    return renderer.renderToken(list, index, options);
  };
  return { markup: markdown.renderer.render(tokens, markdown.options, {}), headings };
}

/** A block of code with the name of its file above it, and room for its buttons. */
async function figureOf(text: string, content: string, surroundings: Surroundings): Promise<string> {
  const { highlighter, caption, filesOf } = surroundings;
  const info = readFenceInfo(text);
  const code = content.replace(/\n$/, '');
  const lines = await highlighter.highlight(code, info.language, {
    marked: info.marked,
    within: filesOf?.(info) ?? [],
  });
  const label = caption?.(info) ?? (info.caption === '' ? undefined : html`<span>${info.caption}</span>`);
  const head = label && html`<figcaption>${label}</figcaption>`;
  return html`<figure class="code ${info.kind}" data-language="${info.language}">${head}<pre tabindex="0"><code>${raw(dedent(lines, code))}</code></pre></figure>\n`.toString();
}

/** A snippet keeps the indentation of its file, which wastes space in a narrow window. */
function dedent(markup: string, code: string): string {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !isLeftOut(line));
  const depth = Math.min(...lines.map((line) => line.search(/\S/)));
  if (depth === 0 || !Number.isFinite(depth)) return markup;
  // One space at a time, because each may be in a separate element.
  const withoutSpace = (line: string) => line.replace(/^((?:<[^>]+>)*) /, '$1');
  return markup
    .split('\n')
    .map((line) => Array.from({ length: depth }).reduce<string>(withoutSpace, line))
    .join('\n');
}
