import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type Html, html, raw } from 'trellis';
import { root } from '../workshop/chapters.ts';
import type { Standing } from '../workshop/workshop.ts';
import { chapterPanel } from './chapter-panel.ts';
import { Content, type Page, textOf } from './content.ts';
import { Highlighter } from './highlighter.ts';
import { layout } from './layout.ts';
import { type Rendered, renderMarkdown } from './markdown.ts';
import { type Places, resolveLink } from './places.ts';

export interface View {
  readonly places: Places;
  readonly standings: readonly Standing[];
  readonly isStatic: boolean;
}

/** Makes pages out of files. Knows neither a server nor a disk to write to: both use it. */
export class Site {
  readonly content = new Content();
  readonly highlighter = new Highlighter();
  readonly sources: ReadonlySet<string> = new Set(sourceFiles());
  readonly #rendered = new Map<string, { changed: number; rendered: Rendered }>();

  async page(page: Page, view: View): Promise<Html> {
    const { markup, headings } = await this.#render(page, view.places);
    const panel = page.chapter && (await chapterPanel(page.chapter, this.highlighter, view.isStatic));
    const frame = { ...view, content: this.content, page, title: page.title, headings };
    return layout(frame, html`${raw(markup)}${panel}`);
  }

  /** A file of the framework, with line numbers that can be linked to. */
  async source(file: string, view: View): Promise<Html> {
    const text = readFileSync(join(root, file), 'utf8').trimEnd();
    const language = file.endsWith('.md') ? 'md' : file.endsWith('.json') ? 'json' : 'ts';
    const lines = (await this.highlighter.highlight(text, language))
      .split('\n')
      .map((line, index) => line.replace('<span class="line">', `<span class="line" id="L${index + 1}">`))
      .join('\n');
    const body = html`<h1>${file}</h1><figure class="code numbered" data-language="${language}"><pre tabindex="0"><code>${raw(lines)}</code></pre></figure>`;
    return layout({ ...view, content: this.content, title: file }, body);
  }

  /** Any other page of ours: the 404, a difference. */
  plain(title: string, body: Html, view: View): Html {
    return layout({ ...view, content: this.content, title }, body);
  }

  /** Everything is rendered once before the first visitor, so that the style sheet knows every colour. */
  async warm(view: View): Promise<void> {
    for (const page of this.content.pages) {
      await this.#render(page, view.places);
      if (page.chapter) await chapterPanel(page.chapter, this.highlighter, view.isStatic);
    }
  }

  /** A page is rendered again when its file was saved. */
  async #render(page: Page, places: Places): Promise<Rendered> {
    const changed = statSync(join(root, page.file)).mtimeMs;
    const key = `${places.page(page)} ${page.file}`;
    const kept = this.#rendered.get(key);
    if (kept?.changed === changed) return kept.rendered;
    const resolve = (link: string) => resolveLink(this.content, places, this.sources, page, link);
    const rendered = await renderMarkdown(textOf(page), this.highlighter, resolve);
    this.#rendered.set(key, { changed, rendered });
    return rendered;
  }
}

/** The files that pages may link to and that the site shows: the framework's code, and a few at the top. */
function sourceFiles(): string[] {
  const code = readdirSync(join(root, 'framework'), { recursive: true, encoding: 'utf8' })
    .map((name) => `framework/${name.split(sep).join('/')}`)
    .filter((name) => /\.(ts|json)$/.test(name) && !/node_modules|\/dist\/|fixtures|templates|\.(test|suite|cases|types)\.ts/.test(name));
  return [...code, 'LICENSE', 'package.json', 'tsconfig.json'].filter((file) => existsSync(join(root, file)));
}
