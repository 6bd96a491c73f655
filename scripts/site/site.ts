import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import { type Chapter, root } from '../workshop/chapters.ts';
import { explanationsOf } from '../workshop/explanations.ts';
import { readPrediction } from '../workshop/predict/prediction.ts';
import { Workshop } from '../workshop/workshop.ts';
import { chapterPanel, explanationView, hintList } from './chapter-panel.ts';
import { Content, type Page } from './content.ts';
import { editorLink } from './editor.ts';
import type { FenceInfo } from './fence-info.ts';
import { Highlighter } from './highlighter.ts';
import { layout, type Tool, type View } from './layout.ts';
import { type Rendered, renderMarkdown, type Surroundings } from './markdown.ts';
import { type Places, resolveLink, serverPlaces } from './places.ts';
import { predictionView } from './predict-view.ts';
import { Sources } from './sources.ts';

/** Makes pages out of the files of a repository. Knows neither a server nor a disk to write to: both use it. */
export class Site {
  readonly repository: string;
  readonly content: Content;
  readonly sources: Sources;
  readonly highlighter = new Highlighter();
  readonly #made = new Map<string, { changed: number; made: Rendered | Html }>();

  constructor(repository = root) {
    this.repository = repository;
    this.content = new Content(repository);
    this.sources = new Sources(this.content);
  }

  /** Read anew each time: a check in another terminal may have changed the progress. */
  workshop(): Workshop {
    return new Workshop(this.repository);
  }

  liveView(): View {
    return { places: serverPlaces, standings: this.workshop().standings(), isStatic: false };
  }

  async page(page: Page, view: View): Promise<Html> {
    const { markup, headings } = await this.#once(page.file, view, (surroundings) =>
      renderMarkdown(this.content.textOf(page), surroundings),
    );
    const { chapter } = page;
    const hints = chapter && (await this.#hints(page, view));
    const passed = chapter && !view.isStatic ? this.workshop().progress.of(chapter).passed : [];
    const panel = chapter && chapterPanel(chapter, hints!, view.isStatic, passed);
    const more = chapter ? [...headings, { level: 2, text: 'Your turn', anchor: 'your-turn' }] : headings;
    const frame = { ...view, content: this.content, page, title: page.title, headings: more };
    return layout(frame, html`${raw(markup)}${panel}`);
  }

  /** A file of the repository, with line numbers that can be linked to, or a folder. */
  async source(name: string, view: View): Promise<Html> {
    const names = this.sources.folders.get(name);
    const body = names === undefined ? await this.#file(name, view) : folderView(name, names, view.places);
    const frame = { ...view, content: this.content, title: name, isWide: true };
    return layout(frame, html`<h1 class="path">${name}</h1>${body}`);
  }

  /** Any other page of ours: an error, a difference. */
  plain(title: string, body: Html, view: View): Html {
    return layout({ ...view, content: this.content, title }, body);
  }

  /** A page that is no text, but something to work with. It stands in the list of pages beside the texts. */
  tool(tool: Tool, title: string, body: Html, view: View): Html {
    return layout({ ...view, content: this.content, title, tool, isWide: true }, body);
  }

  /** An address that leads nowhere still has the list of pages beside it. */
  errorPage(status: number, message: string, view = this.liveView()): Html {
    if (status === 404) {
      const body = html`<h1>There is no such page</h1><p>The address leads nowhere. The list of pages is beside this text; the search knows every heading.</p>`;
      return this.plain('Not found', body, view);
    }
    const body = html`<h1>${message}</h1><p>Something went wrong here, not with you. The terminal of <code>npm run docs</code> says more.</p>`;
    return this.plain(message, body, view);
  }

  /** Everything is rendered once before the first visitor, who then waits for nothing. */
  async warm(view = this.liveView()): Promise<void> {
    for (const page of this.content.pages) await this.page(page, view);
  }

  /** Our version of a step that the learner has passed. */
  async explanation(chapter: Chapter, step: number, view: View): Promise<Html> {
    const text = explanationsOf(chapter).get(step) ?? '';
    const { markup } = await renderMarkdown(text, this.#surroundings(`chapters/${chapter.slug}/explain.md`, view));
    return explanationView(chapter, step, html`${raw(markup)}`, this.highlighter);
  }

  async #hints(page: Page, view: View): Promise<Html> {
    const file = page.file.replace(/README\.md$/, 'hints.md');
    if (!existsSync(join(this.repository, file))) return html`<p>This chapter has no hints yet.</p>`;
    return this.#once(file, view, (surroundings) => hintList(page.chapter!, surroundings));
  }

  async #file(name: string, { isStatic }: View): Promise<Html> {
    const text = readFileSync(join(this.repository, name), 'utf8').trimEnd();
    const language = /\.m?js$/.test(name) ? 'js' : (/\.(ts|json|md)$/.exec(name)?.[1] ?? 'text');
    const lines = await this.highlighter.highlight(text, language, undefined, true);
    const open = isStatic ? undefined : editorLink(join(this.repository, name), 'Open in editor');
    return html`<figure class="code numbered" data-language="${language}"><figcaption><span>${text.split('\n').length} lines</span>${open}</figcaption><pre tabindex="0"><code>${raw(lines)}</code></pre></figure>`;
  }

  /** What a file becomes, as long as it stays as it is. */
  async #once<T extends Rendered | Html>(
    file: string,
    view: View,
    make: (surroundings: Surroundings) => Promise<T>,
  ): Promise<T> {
    const changed = statSync(join(this.repository, file)).mtimeMs;
    const key = `${view.isStatic} ${file}`;
    const kept = this.#made.get(key);
    if (kept?.changed === changed) return kept.made as T;
    const made = await make(this.#surroundings(file, view));
    this.#made.set(key, { changed, made });
    return made;
  }

  #surroundings(file: string, view: View): Surroundings {
    return {
      highlighter: this.highlighter,
      resolve: (link) => resolveLink(this, view.places, file, link),
      caption: (info) => this.#caption(file, info, view),
      predict: (content, index) => predictionView(readPrediction(content), chapterSlug(file), index, view.isStatic),
    };
  }

  /** A block that is cut from the framework leads there; one from the learner's folder opens in the editor. */
  #caption(file: string, { note, kind }: FenceInfo, { places, isStatic }: View): Html | undefined {
    if (kind !== 'code') return undefined;
    if (this.sources.files.has(note)) return html`<a href="${places.source(note)}">${note}</a>`;
    const path = join(this.repository, file, '..', note);
    if (!note.startsWith('src/') || isStatic || !existsSync(path)) return undefined;
    return html`<span>${note}</span>${editorLink(path, 'Open in editor')}`;
  }
}

/** `chapters/05-injection/README.md` is of `05-injection`. */
function chapterSlug(file: string): string {
  return /^chapters\/([^/]+)\//.exec(file)?.[1] ?? '';
}

function folderView(folder: string, names: readonly string[], places: Places): Html {
  return html`<ul>${names.map((name) => html`<li><a href="${places.source(`${folder}/${name}`)}">${name}</a></li>\n`)}</ul>`;
}
