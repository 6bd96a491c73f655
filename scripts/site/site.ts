import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Html, html, raw } from 'trellis';
import { textInPage } from '../browser/chapter-text.ts';
import { readPrediction } from '../review/predict/prediction.ts';
import { carryLines } from '../workshop/carry/offer.ts';
import { type Chapter, root } from '../workshop/chapters.ts';
import { explanationsOf } from '../workshop/explanations.ts';
import { Progress } from '../workshop/progress.ts';
import { Workshop } from '../workshop/workshop.ts';
import { Content, type Page } from './content.ts';
import { explanationView } from './difference-view.ts';
import { editorLink } from './editor.ts';
import type { FenceInfo } from './fence-info.ts';
import { glossaryFile, glossaryView } from './glossary-view.ts';
import { Highlighter } from './highlighter.ts';
import { homeView } from './home-view.ts';
import { imageSize } from './image-size.ts';
import { layout, type Tool, type View } from './layout.ts';
import { targetOf } from './link-target.ts';
import { renderMarkdown, type Surroundings } from './markdown.ts';
import { resolveLink, serverPlaces } from './places.ts';
import { predictionView } from './predict-view.ts';
import { type ReferencePart, referenceFile } from './reference-parts.ts';
import { referenceView } from './reference-view.ts';
import { sourceView } from './source-view.ts';
import { Sources } from './sources.ts';
import {
  chapterEnd,
  fillSlots,
  hintsByStep,
  type StepState,
  slots,
  stepBar,
  type TaskPage,
  taskFiles,
} from './task-view.ts';
import { benchView, isInBrowser, tryNote, tryOffer } from './try-view.ts';
import type { VariationState } from './variation-view.ts';

/** Renders the files of a repository as pages. It neither serves nor writes them: the server and the static build do. */
export class Site {
  readonly repository: string;
  readonly content: Content;
  readonly sources: Sources;
  readonly highlighter = new Highlighter();
  readonly #made = new Map<string, { changed: number; made: unknown }>();

  constructor(repository = root) {
    this.repository = repository;
    this.content = new Content(repository);
    this.sources = new Sources(this.content);
  }

  /** Read again each time: a check in another terminal may have changed the progress. */
  workshop(): Workshop {
    return new Workshop(this.repository);
  }

  /** Only the progress, because reading the chapters takes longer. */
  progress(): Progress {
    return new Progress(join(this.repository, '.workshop'));
  }

  liveView(): View {
    return { places: serverPlaces, standings: this.workshop().standings(), isStatic: false };
  }

  home(view: View): Html {
    const frame = {
      ...view,
      content: this.content,
      title: 'Trellis: build a backend, and see inside every request',
      isHome: true,
    };
    return layout(frame, homeView(this.content, view));
  }

  /** A Markdown page. A chapter also shows its tasks and their state. */
  async page(page: Page, view: View, states: readonly StepState[] = [], variation?: VariationState): Promise<Html> {
    const own = this.content.textOf(page);
    const text = () => (view.isTry ? textInPage(own) : own);
    const { markup, headings } = await this.#once(
      page.file,
      view,
      (surroundings) => renderMarkdown(text(), { ...surroundings, ...(page.chapter && { task: slots }) }),
      page.reference,
    );
    const description = descriptionOf(own) || undefined;
    const title = page.reference === undefined ? page.title : `${page.title}: API reference`;
    const frame = { ...view, content: this.content, page, title, description, headings };
    if (page.file === glossaryFile) return layout(frame, glossaryView(markup));
    if (page.file === referenceFile && page.reference === undefined)
      return layout(frame, referenceView(markup, this.content, view.places));
    if (page.chapter === undefined) return layout(frame, raw(markup));
    const tasks = { ...(await this.#tasks(page, page.chapter, view, states)), variation };
    const [, head = '', rest = markup] = /^([\s\S]*?<\/h1>\s*(?:<p><em>[\s\S]*?<\/p>)?)([\s\S]*)$/.exec(markup) ?? [];
    const offer = isInBrowser(page.chapter) && !view.isTry && tryOffer(view.places.try(page.chapter));
    const bench = view.isTry ? this.#bench(page.chapter, tasks, view) : undefined;
    return layout(
      { ...frame, bench, isWide: view.isTry },
      html`${raw(head)}${offer}${view.isTry && tryNote(this.#guideOf(view))}${this.#carryNote(page.chapter, view)}${stepBar(tasks)}${raw(fillSlots(rest, tasks))}${chapterEnd(tasks)}`,
    );
  }

  #guideOf({ places }: View): string | undefined {
    const guide = this.content.ofFile('docs/guide/in-the-browser.md');
    return guide && places.page(guide);
  }

  #bench(chapter: Chapter, tasks: TaskPage, { places }: View): Html {
    const slugs = this.browserChapters().map((each) => each.chapter!.slug);
    const overview = this.content.ofFile('README.md');
    const isPublished = places !== serverPlaces;
    return benchView(chapter, tasks, {
      slugs,
      overview: overview ? places.page(overview) : places.home(),
      isPublished,
    });
  }

  /** What `npm run chapter` says about the learner's own code. */
  #carryNote(chapter: Chapter, { isStatic, standings }: View): Html[] {
    // Reading the workshop again costs as much as the rest of the page.
    const hasCode = !isStatic && standings.some(({ isDone }) => isDone);
    const lines = hasCode ? carryLines(this.workshop(), chapter) : [];
    return lines.map((line) => {
      const [words = '', command] = line.split(/(?=npm run carry)/);
      return html`<p class="soft">${words}${command && html`<code>${command}</code>`}</p>`;
    });
  }

  async #tasks(page: Page, chapter: Chapter, view: View, states: readonly StepState[]) {
    const hintFile = page.file.replace(/README\.md$/, 'hints.md');
    const hints = existsSync(join(this.repository, hintFile))
      ? await this.#once(hintFile, view, (surroundings) => hintsByStep(chapter, surroundings))
      : new Map<number, Html>();
    const follower = this.content.neighbours(page).next;
    const { number = '', title = '' } = follower?.chapter ?? {};
    const next = follower?.chapter && { number, title, href: nextHref(view, follower, follower.chapter) };
    const files = taskFiles(chapter, this.content.textOf(page));
    return { chapter, states, hints, files, next, isStatic: view.isStatic, isTry: view.isTry ?? false };
  }

  /** The chapters that can be done in a browser. */
  browserChapters(): Page[] {
    return this.content.pages.filter(({ chapter }) => chapter !== undefined && isInBrowser(chapter));
  }

  /** A chapter beside an editor. The page has no server to ask, wherever it is. */
  tryPage(page: Page, view: View): Promise<Html> {
    return this.page(page, { ...view, isStatic: true, isTry: true }, [], { hasStar: false });
  }

  /** The folder with everything that these pages load. */
  async edition(): Promise<string> {
    // Loaded here: the compiler isn't needed before somebody wants to try a chapter.
    const { editionFolder } = await import('../browser/edition.ts');
    return editionFolder();
  }

  /** A file of the repository, with line numbers that can be linked to, or a folder. */
  async source(name: string, view: View): Promise<Html> {
    return layout({ ...view, content: this.content, title: name, isWide: true }, await sourceView(this, name, view));
  }

  /** Any other page of ours: an error, a difference. */
  plain(title: string, body: Html, view: View, isWide = false): Html {
    return layout({ ...view, content: this.content, title, isWide }, body);
  }

  /** An interactive page. Like the Markdown pages, it is in the list of pages. */
  tool(tool: Tool, title: string, body: Html, view: View): Html {
    return layout({ ...view, content: this.content, title, tool, isWide: true }, body);
  }

  /** Even an error page shows the list of pages. */
  errorPage(status: number, message: string, view = this.liveView()): Html {
    if (status === 404) {
      const why = message === 'Not Found' ? 'There is nothing at this address. The page may have moved.' : message;
      const body = html`<h1>There is no such page</h1><p>${why}</p><div class="finder" data-find="/" data-index="search-index.js"></div><p><a class="button" href="${view.places.home()}">Go to the start page</a></p>`;
      return layout({ ...view, content: this.content, title: 'Not found', isMissing: true }, body);
    }
    const body = html`<h1>${message}</h1><p>If the error is on our side, the terminal of <code>npm run docs</code> says more.</p>`;
    return this.plain(message, body, view);
  }

  /** Renders every page once, so that the first visitor doesn't have to wait. */
  async warm(view = this.liveView()): Promise<void> {
    for (const page of this.content.pages) await this.page(page, view);
  }

  /** Renders a paragraph or two of Markdown that doesn't come from a file. */
  async prose(markdown: string, view: View): Promise<Html> {
    return html`${raw((await renderMarkdown(markdown, this.#surroundings('README.md', view))).markup)}`;
  }

  /** Our version of a step that the learner has passed. */
  async explanation(chapter: Chapter, step: number, view: View): Promise<Html> {
    const text = explanationsOf(chapter).get(step) ?? '';
    const { markup } = await renderMarkdown(text, this.#surroundings(`chapters/${chapter.slug}/explain.md`, view));
    return explanationView(chapter, step, html`${raw(markup)}`, this.highlighter, view.isStatic);
  }

  /** The same, next to the learner's version. Without it, the page is about ours alone. */
  async comparison(chapter: Chapter, step: number, view: View): Promise<Html> {
    // Loaded here: the parser isn't needed before a step has passed.
    const { compareStep } = await import('../workshop/explain/compare.ts');
    const { statementsView, versionsView } = await import('./compared-view.ts');
    const { statements, versions, isOpen } = await compareStep(chapter, step, this.progress());
    const head = statementsView(statements);
    const more =
      isOpen &&
      html`<details class="fold" data-fragment="/explain/${chapter.slug}/${step}/runs"><summary>Run both programs, and compare what they do</summary><div class="fold-body" aria-live="polite"><a href="/explain/${chapter.slug}/${step}/runs">Show it on a page of its own</a></div></details>`;
    if (versions.differences.length === 0) return html`${head}${await this.explanation(chapter, step, view)}`;
    const text = explanationsOf(chapter).get(step) ?? '';
    const { markup } = await renderMarkdown(text, this.#surroundings(`chapters/${chapter.slug}/explain.md`, view));
    return html`${head}${more}${await versionsView(chapter, versions, this.highlighter)}${raw(markup)}`;
  }

  /** The result of `make` for a file, cached until the file changes. */
  async #once<T>(
    file: string,
    view: View,
    make: (surroundings: Surroundings) => Promise<T>,
    part?: ReferencePart,
  ): Promise<T> {
    const changed = statSync(join(this.repository, file)).mtimeMs;
    const key = `${view.isStatic} ${view.isTry} ${file} ${part?.title}`;
    const kept = this.#made.get(key);
    if (kept?.changed === changed) return kept.made as T;
    const made = await make(this.#surroundings(file, view, part));
    this.#made.set(key, { changed, made });
    return made;
  }

  #surroundings(file: string, view: View, part?: ReferencePart): Surroundings {
    return {
      highlighter: this.highlighter,
      // A heading of the same page, unless the file is several pages.
      resolve: (link) => {
        const isHere =
          link.startsWith('#') &&
          (!part || part.names.some(({ anchor, here }) => here === anchor && `#${here}` === link));
        return isHere ? undefined : resolveLink(this, view.places, file, link);
      },
      sizeOf: (link) => imageSize(join(this.repository, targetOf(file, link).file)),
      caption: (info) => this.#caption(file, info, view),
      filesOf: ({ note }) => this.#filesNamed(file, note),
      predict: (content, index) =>
        predictionView(readPrediction(content), chapterSlug(file), index, view.isStatic && !view.isTry),
    };
  }

  /** The files that a fence may quote: the learner's file may have changed, so the solution's is a candidate, too. */
  #filesNamed(file: string, note: string): string[] {
    if (!/^[\w./-]+\.\w+$/.test(note)) return [];
    const slug = chapterSlug(file);
    const names = [note, `chapters/${slug}/${note}`, `solutions/${slug}/${note}`];
    const paths = names.map((name) => join(this.repository, name)).filter((path) => existsSync(path));
    return paths.map((path) => readFileSync(path, 'utf8').trimEnd());
  }

  /** A block that quotes the framework links to its source. One that quotes the learner's folder opens in the editor. */
  #caption(file: string, { note, kind }: FenceInfo, { places, isStatic }: View): Html | undefined {
    if (kind !== 'code') return undefined;
    if (this.sources.files.has(note)) return html`<a href="${places.source(note)}">${note}</a>`;
    const path = join(this.repository, file, '..', note);
    if (!note.startsWith('src/') || isStatic || !existsSync(path)) return undefined;
    return html`<span>${note}</span>${editorLink(path, 'Open in editor')}`;
  }
}

/** In the browser, one chapter leads to the next, as long as there is one. */
function nextHref({ places, isTry }: View, page: Page, chapter: Chapter): string {
  return isTry && isInBrowser(chapter) ? places.try(chapter) : places.page(page);
}

/** The first paragraph of a page, without Markdown. */
function descriptionOf(text: string): string {
  const first = text.split(/\n{2,}/).find((block) => /^[A-Za-z`]/.test(block)) ?? '';
  const plain = first
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replace(/[`*_]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > 200 ? `${plain.slice(0, plain.lastIndexOf(' ', 198))} …` : plain;
}

/** The slug of `chapters/05-injection/README.md` is `05-injection`. */
function chapterSlug(file: string): string {
  return /^chapters\/([^/]+)\//.exec(file)?.[1] ?? '';
}
